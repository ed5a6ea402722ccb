"""Pages say what is there: headers of a module, numbers of the code, options and commands of the program.

Everything is computed from texts by functions that the first tests try on small ones, since a check that cannot fail shows nothing.
"""

import gzip
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from dataclasses import dataclass, field

from harness import PROGRAM, ProgramTest, ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# What a reader types: pages that only report figures show the commands of experiments, which take hours.
FOLLOWED = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

# --- Headers -------------------------------------------------------------------------------------------------------------------


def headers_of(module):
    """Headers of a module; helpers of tests are left out, known by their name or their first line."""
    for path in sorted(module.rglob("*.h")):
        with path.open(encoding="utf-8") as file:
            first_line = file.readline()
        if "testing" not in path.relative_to(module).as_posix() and not re.search(r"[Ff]or (?:the )?tests", first_line):
            yield path.name


def headers_named(page):
    return set(re.findall(r"`(?:[\w-]+/)*([\w-]+\.h)`", page))


# --- Numbers -------------------------------------------------------------------------------------------------------------------

# A page writes 0.3<!--kShareOfLaterJumps--> or 300<!--SearchOptions::stack_size-->: the number that the code has under that name.
MARKED = re.compile(r"(?P<number>[-\w.,^]+)<!--(?P<name>[\w:]+)-->")
CONSTANT = re.compile(r"\b(?P<name>k[A-Z]\w*)(?:\s*=\s*|\{)(?P<value>[^;{}]+?)\}?;")
MEMBER = re.compile(r"^\s+[\w:<>]+\s+(?P<name>[a-z]\w*)(?:\s*=\s*|\{)(?P<value>[^;{}]+?)\}?;", re.MULTILINE)
STRUCT = re.compile(r"^(?:struct|class)\s+(?:CALQUE_\w+\s+)?(?P<name>\w+)[^;{]*\{(?P<body>.*?)^\};", re.MULTILINE | re.DOTALL)
NAMED_CONSTANT = re.compile(r"`(?:\w+::)*(k[A-Z]\w+)`")
WORDS = dict(zip("zero one two three four five six seven eight nine ten eleven twelve".split(), range(13)))
WORDS["sixteen"] = 16


def number(text):
    """The value of a number as a page or the code writes it, or None: 1,000, 1'000'000, 64U, 0.3F, 16 * 1024, size_t{1} << 20, three."""
    if text.lower() in WORDS:
        return float(WORDS[text.lower()])
    plain = re.sub(r"\b(?:std::)?\w+\{(\w+)\}", r"\1", text).replace("'", "").replace(",", "").replace("10^", "1e")
    plain = re.sub(r"(?<=[\d.])(?:[uUlLfFzZ]+)\b", "", plain).rstrip(".")
    if not re.fullmatch(r"[-+*/<() .\deExX]+", plain) or not re.search(r"\d", plain):
        return None
    try:
        return float(eval(plain, {"__builtins__": {}}))  # digits and operators only, as checked above
    except (SyntaxError, TypeError, ZeroDivisionError):
        return None


def numbers_of_code(texts):
    """Values by name, from pairs of a module and a text: constants as kName, module::kName and Struct::kName, members with a
    default as Struct::name. A name that several things have has several values."""
    values = {}
    for module, text in texts:
        for match in CONSTANT.finditer(text):
            for name in (match["name"], f"{module}::{match['name']}"):
                values.setdefault(name, set()).add(number(match["value"]))
        for struct in STRUCT.finditer(text):
            for match in (*MEMBER.finditer(struct["body"]), *CONSTANT.finditer(struct["body"])):
                values.setdefault(f"{struct['name']}::{match['name']}", set()).add(number(match["value"]))
    return values


def wrong_numbers(page, values):
    """Marked numbers of a page that the code does not have: a sentence each."""
    for match in MARKED.finditer(page):
        known = values.get(match["name"])
        if known is None:
            yield f"the code has no number {match['name']}"
        elif len(known) > 1:
            yield f"several numbers of the code are called {match['name']}; say which: module::name or Type::name"
        elif number(match["number"]) not in known:
            yield f"{match['number']} is not {match['name']}, which is {known.pop()}"


# --- Command lines -------------------------------------------------------------------------------------------------------------


@dataclass
class Command:
    """A command line of a page."""

    place: str
    line: str  # as a shell would run it
    block: bool  # in a block of code, to be typed as it is; otherwise inside a sentence
    calls: list = field(default_factory=list)  # arguments of every call of calque in it


def calls_in(line):
    """The arguments of every call of calque in a shell line, without redirections."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    calls, current, skip = [], None, False
    for word in lexer:
        if skip:
            skip = False
        elif set(word) <= set("|&;"):
            current = None
        elif set(word) <= set("<>&"):
            skip = True
        elif current is not None:
            current.append(word)
        elif word in ("calque", "build/calque"):
            current = []
            calls.append(current)
    return calls


def commands_in(page, name):
    """Command lines with calque in blocks of code, continued lines joined, and in `...` inside sentences."""
    lines = page.split("\n")
    fenced, previous_blank, in_block, i = False, True, False, 0
    while i < len(lines):
        line, place = lines[i], f"{name}:{i + 1}"
        i += 1
        if line.startswith("```"):
            fenced = not fenced
            continue
        in_block = fenced or (line.startswith("    ") and (in_block or previous_blank))
        previous_blank = line.strip() == ""
        if in_block:
            text = re.sub(r"^\$ ", "", line.strip())
            while text.endswith("\\") and i < len(lines):
                text = text[:-1] + lines[i].strip()
                i += 1
            if re.search(r"(?:^|[|&;] *)(?:build/)?calque ", text):
                yield Command(place, text, True, calls_in(text))
        else:
            for match in re.finditer(r"`(?:[^`]*[|] *)?(calque [^`]*)`", line):
                text = match[1].replace("[", " ").replace("]", " ").replace("...", "")
                yield Command(place, text, False, calls_in(text))


def options_of_help(text):
    """Options and sub-commands that a help text lists."""
    options = set()
    for names in re.findall(r"^  (-[-\w,]+)", text, re.MULTILINE):
        options.update(names.split(","))
    listed = re.search(r"^Subcommands:\n((?:  .*\n?)+)", text, re.MULTILINE)
    return options, set(re.findall(r"^  (\w+)", listed[1], re.MULTILINE)) if listed else set()


class Manual:
    """What the program's help says, asked for once for each command."""

    def __init__(self):
        self.known = {}

    def of(self, command):
        if command not in self.known:
            done = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=True)
            self.known[command] = options_of_help(done.stdout)
        return self.known[command]

    def unknown_words(self, call):
        """Sub-commands and options of a call that do not exist."""
        command = ()
        options, subcommands = self.of(command)
        words = list(call)
        while subcommands and words and not words[0].startswith("-"):
            if words[0] not in subcommands:
                return [words[0]]
            command += (words.pop(0),)
            options, subcommands = self.of(command)
        named = (word.split("=")[0] for word in words if re.match(r"--?[A-Za-z]", word))
        return [word for word in named if word not in options]


class CheckersTest(unittest.TestCase):
    """The functions above find what they look for, and nothing else."""

    def test_headers_named(self):
        self.assertEqual(headers_named("`lm/files/trie.h`, `state.h` and state_layout.h"), {"trie.h", "state.h"})

    def test_numbers(self):
        for text, value in (("1,000", 1000), ("1'000U", 1000), ("0.3F", 0.3), ("16 * 1024", 16384), ("std::size_t{1} << 20", 1 << 20),
                            ("1e-8", 1e-8), ("three", 3), ("-1", -1), ("300.", 300), ("10^-6", 1e-6)):
            self.assertEqual(number(text), value, text)
        for text in ("kOther", "std::log(2)", "", "a b"):
            self.assertIsNone(number(text), text)

    def test_numbers_of_code(self):
        code = "constexpr double kShare = 0.3;\nstruct Options {\n  std::size_t width = 300;  // of a stack\n  float beam{0.5F};\n};\n"
        values = numbers_of_code([("decode", code)])
        self.assertEqual(values, {"kShare": {0.3}, "decode::kShare": {0.3}, "Options::width": {300}, "Options::beam": {0.5}})
        self.assertEqual(list(wrong_numbers("0.3<!--kShare--> of 300<!--Options::width-->", values)), [])
        self.assertEqual(
            list(wrong_numbers("0.8<!--kShare-->, 3<!--kNone-->", values)),
            ["0.8 is not kShare, which is 0.3", "the code has no number kNone"],
        )
        self.assertEqual(len(list(wrong_numbers("1<!--kTwice-->", numbers_of_code([("a", "int kTwice = 1;"), ("b", "int kTwice = 2;")])))), 1)

    def test_commands(self):
        page = "Say:\n\n    $ echo a | build/calque translate -m x <in >out   # so\n    calque lm \\\n      train -n 5\n\nor `calque tune [--runs N]`.\n"
        found = list(commands_in(page, "p"))
        self.assertEqual([(c.place, c.block, c.calls) for c in found],
                         [("p:3", True, [["translate", "-m", "x"]]), ("p:4", True, [["lm", "train", "-n", "5"]]),
                          ("p:7", False, [["tune", "--runs", "N"]])])

    def test_help(self):
        text = "Options:\n  -h,--help   Print\n  --seed UINT=1  Seed --no\n\nSubcommands:\n  train   Train\n  lm      Models\n\nEnd\n"
        self.assertEqual(options_of_help(text), ({"-h", "--help", "--seed"}, {"train", "lm"}))

    def test_unknown_words(self):
        manual = Manual()
        self.assertEqual(manual.unknown_words(["translate", "-m", "x", "--n-best", "-1"]), [])
        self.assertEqual(manual.unknown_words(["translate", "--nbest", "5", "-y"]), ["--nbest", "-y"])
        self.assertEqual(manual.unknown_words(["lm", "trian", "-i", "x"]), ["trian"])


class PagesTest(unittest.TestCase):
    def assert_nothing(self, findings):
        self.assertEqual([], findings, "\n" + "\n".join(findings))

    def test_module_pages_name_every_header_and_no_other(self):
        findings = []
        everywhere = {path.name for folder in ("src", "include", "apps") for path in (ROOT / folder).rglob("*.h")}
        modules = [path for path in sorted((ROOT / "src").iterdir()) if path.is_dir()]
        for module in modules:
            page = ROOT / "docs" / "modules" / f"{module.name}.md"
            named = headers_named(page.read_text(encoding="utf-8"))
            findings += [f"docs/modules/{module.name}.md does not name {header}" for header in headers_of(module) if header not in named]
            findings += [f"docs/modules/{module.name}.md names {header}, which does not exist" for header in sorted(named - everywhere)]
        self.assert_nothing(findings)
        self.assertGreater(len(modules), 15)

    def test_library_page_names_every_public_header(self):
        page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
        for header in sorted((ROOT / "include" / "calque").glob("*.h")):
            self.assertRegex(page, rf"include/calque/{header.name}\)|<calque/{header.name}>")

    def test_numbers_are_those_of_the_code(self):
        files = [path for folder in ("src", "include", "apps") for pattern in ("*.h", "*.cpp") for path in (ROOT / folder).rglob(pattern)
                 if not path.stem.endswith("_test")]
        code = {path: path.read_text(encoding="utf-8") for path in sorted(files)}
        values = numbers_of_code((path.relative_to(ROOT).parts[1], text) for path, text in code.items())
        findings, marked = [], 0
        for page in PAGES:
            text, name = page.read_text(encoding="utf-8"), page.relative_to(ROOT)
            marked += len(MARKED.findall(text))
            findings += [f"{name}: {finding}" for finding in wrong_numbers(text, values)]
            findings += [f"{name}: the code has no {constant}" for constant in NAMED_CONSTANT.findall(text)
                         if not any(re.search(rf"\b{constant}\b", file) for file in code.values())]
        self.assert_nothing(findings)
        self.assertGreater(marked, 40)

    def test_glossary_names_what_exists(self):
        text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
        names = re.findall(r"`(\w+)::(\w+)`", text)
        for module, name in names:
            folder = ROOT / "include" / "calque" if module == "calque" else ROOT / "src" / module
            declared = any(re.search(rf"\b(?:class|struct|enum class) (?:CALQUE_\w+ )?{name}\b", path.read_text(encoding="utf-8"))
                           for path in folder.rglob("*.h"))
            self.assertTrue(declared, f"{module}::{name}")
        for file in re.findall(r"`(\w+(?:/\w+)+\.h)`", text):
            self.assertTrue((ROOT / "src" / file).exists(), file)
        self.assertGreater(len(names), 50)

    def test_every_option_of_a_command_line_exists(self):
        manual = Manual()
        findings, calls = [], 0
        for page in PAGES:
            for command in commands_in(page.read_text(encoding="utf-8"), page.relative_to(ROOT)):
                calls += len(command.calls)
                findings += [f"{command.place}: there is no {word} in '{command.line}'"
                             for call in command.calls for word in manual.unknown_words(call)]
        self.assert_nothing(findings)
        self.assertGreater(calls, 200)


class FollowingTest(ProgramTest):
    """The command lines in the blocks of a page run one after the other, on little text under the names that the page uses."""

    PAIRS = 300
    LINES = 12  # of texts to translate

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="calque-docs-")
        cls.addClassCleanup(holder.cleanup)
        cls.texts = pathlib.Path(holder.name)
        cls.make_texts()

    @classmethod
    def run_in_texts(cls, *arguments):
        subprocess.run([PROGRAM, *arguments, "-q"], cwd=cls.texts, check=True, capture_output=True)

    @classmethod
    def make_texts(cls):
        """Everything that pages take for granted: corpora, models of other toolkits, a system's output."""
        cls.run_in_texts("synth", "--pair", "de-en", "--sentences", str(cls.PAIRS), "--seed", "3", "-o", "made")
        made = cls.texts / "made"
        source = (made / "train.de").read_text(encoding="utf-8").splitlines(keepends=True)
        target = (made / "train.en").read_text(encoding="utf-8").splitlines(keepends=True)
        for language in ("de", "fr", "ja"):
            for name in ("corpus", "train"):
                (cls.texts / f"{name}.{language}").write_text("".join(source), encoding="utf-8")
            for name in ("dev", "test", "new", "text", "test.tok"):
                (cls.texts / f"{name}.{language}").write_text("".join(source[: cls.LINES]), encoding="utf-8")
        for name in ("corpus", "train"):
            (cls.texts / f"{name}.en").write_text("".join(target), encoding="utf-8")
        for name in ("dev", "test", "new", "ref1", "ref2", "system", "system1", "a", "test.output"):
            (cls.texts / f"{name}.en").write_text("".join(target[: cls.LINES]), encoding="utf-8")
        for name in ("system2", "b"):
            (cls.texts / f"{name}.en").write_text("".join(target[1 : cls.LINES + 1]), encoding="utf-8")
        cls.make_models(source, target)

    @classmethod
    def make_models(cls, source, target):
        links = (cls.texts / "made" / "train.align").read_text(encoding="utf-8").splitlines(keepends=True)
        (cls.texts / "gold.links").write_text("".join(links), encoding="utf-8")
        (cls.texts / "test.align").write_text("".join(links[: cls.LINES]), encoding="utf-8")
        cls.run_in_texts("lm", "train", "-i", "train.en", "-n", "3", "-o", "en.arpa")
        cls.run_in_texts("lm", "convert", "en.arpa", "--layout", "trie", "-o", "en.trie.lm")
        for name in ("news.arpa", "talks.arpa"):
            shutil.copy(cls.texts / "en.arpa", cls.texts / name)
        cls.run_in_texts("train", "-s", "train.de", "-t", "train.en", "--phrase-features", "none", "-o", "model")
        cls.run_in_texts("export", "moses", "-m", "model", "-o", "exported")
        shutil.copytree(cls.texts / "exported", cls.texts, dirs_exist_ok=True)
        shutil.copy(cls.texts / "lm.arpa.gz", cls.texts / "en.arpa.gz")
        shutil.copy(cls.texts / "reordering-table.gz", cls.texts / "reordering-table.wbe-msd-bidirectional-fe.gz")
        cls.run_in_texts("translate", "-m", "model", "-i", "dev.de", "--n-best", "20", "-o", "dev.nbest")
        (cls.texts / "dev.nbest.gz").write_bytes(gzip.compress((cls.texts / "dev.nbest").read_bytes()))
        (cls.texts / "memory.tmx").write_text(tmx(source, target), encoding="utf-8")

    # What a page calls the trained model that it begins with; other pages make theirs.
    MODEL_GIVEN = {"tuning.md": "model", "migrating-from-moses.md": "my-model"}

    def test_pages_can_be_followed(self):
        followed = 0
        for page in FOLLOWED:
            name = page.relative_to(ROOT)
            commands = [c for c in commands_in(page.read_text(encoding="utf-8"), name) if c.block]
            if not commands:
                continue
            with self.subTest(page=str(name)):
                followed += self.follow(page, commands)
        self.assertGreater(followed, 45)

    def make_served_models(self, folder):
        """Those that the page serves, which know their languages."""
        for name, source, target in (("quickstart-data/model", "de", "en"), ("en-de", "en", "de")):
            (folder / name).parent.mkdir(exist_ok=True)
            self.calque("train", "-s", folder / f"train.{source}", "-t", folder / f"train.{target}", "--source-language", source,
                        "--target-language", target, "--tune", "none", "-o", folder / name, "-q")

    def start_and_end(self, command, folder, program):
        """A server listens and ends when it is told to."""
        line = f"PATH={program}:$PATH; exec {command.line} --port 0"
        with subprocess.Popen(["bash", "-c", line], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
            said = server.stdout.readline()
            server.terminate()
            errors = server.communicate(timeout=60)[1].decode()
        self.assertRegex(said, rb"^http://127.0.0.1:[0-9]+/", f"{command.place}: {command.line}\n{errors}")
        self.assertEqual(server.returncode, 0, f"{command.place}: {errors}")

    def follow(self, page, commands):
        folder = self.scratch / page.stem
        shutil.copytree(self.texts, folder)
        (folder / "model").rename(folder / self.MODEL_GIVEN.get(page.name, "unused"))
        if page.name == "serving.md":
            self.make_served_models(folder)
        program = folder / "bin"
        program.mkdir()
        (program / "calque").symlink_to(pathlib.Path(PROGRAM).resolve())
        (folder / "build").symlink_to(program)
        for command in commands:
            if any(call[:1] == ["serve"] for call in command.calls):
                self.start_and_end(command, folder, program)
                continue
            done = subprocess.run(["bash", "-c", f"set -o pipefail; PATH={program}:$PATH; {command.line}"], cwd=folder, input=b"",
                                  capture_output=True, timeout=600, check=False)
            self.assertEqual(done.returncode, 0, f"{command.place}: {command.line}\n{done.stderr.decode()}")
        return len(commands)


def tmx(source, target):
    """A translation memory of German and English."""
    units = "".join(
        f'<tu><tuv xml:lang="de"><seg>{s.strip()}</seg></tuv><tuv xml:lang="en"><seg>{t.strip()}</seg></tuv></tu>\n'
        for s, t in zip(source, target)
    )
    return f'<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="de"/><body>\n{units}</body></tmx>\n'


if __name__ == "__main__":
    unittest.main()
