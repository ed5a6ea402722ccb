"""The page of the service: builds from its list of packages alone, is one small file that asks no other host, and does in a real
browser what it shall do. Skipped only where npm or Chromium is missing."""

import concurrent.futures
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import PROGRAM, ROOT

WEB = ROOT / "web"
BUILT = pathlib.Path(PROGRAM).parent / "page"  # where the build of the program has built the page
BROWSER = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
NO_BROWSER = "Chromium is not installed: scripts/install-packages --browser"
BROWSERS = 2  # at a time
RUNNER = ("node", "--test", "--test-reporter=tap")
LARGEST = 60_000  # bytes, compressed; the contract allows 150,000
PARTS = ("src", "test", "build", "index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", ".npmrc")
# Names of XML namespaces are no addresses: nothing is fetched from them.
NAMESPACE = re.compile(r"http://www\.w3\.org/(?:1998/Math/MathML|1999/xhtml|1999/xlink|2000/svg|2000/xmlns/|XML/1998/namespace)")


def run(*command, folder, environment=None):
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=900,
                          env={**os.environ, **(environment or {})}, check=False)
    if done.returncode != 0:
        said = "\n".join(failures(done.stdout)) or done.stdout[-5000:]
        raise AssertionError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{said}\n{done.stderr[-5000:]}")
    return done.stdout


def failures(output):
    """What Node's test runner says of the tests that failed."""
    return re.findall(r"^not ok .*\n(?:(?!^(?:# Subtest|ok|not ok)).*\n)*", output, re.MULTILINE)


def passed(output):
    return int(re.search(r"^# pass (\d+)", output, re.MULTILINE)[1])


@unittest.skipUnless(shutil.which("npm"), "npm is not installed: scripts/install-packages --page")
class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="calque-page-")
        cls.addClassCleanup(holder.cleanup)
        cls.web = pathlib.Path(holder.name) / "web"
        cls.web.mkdir()
        for part in PARTS:
            copy = shutil.copytree if (WEB / part).is_dir() else shutil.copy
            copy(WEB / part, cls.web / part)
        cls.install()
        run("npm", "run", "build", folder=cls.web)
        cls.page = (cls.web / "dist" / "index.html").read_text(encoding="utf-8")

    @classmethod
    def install(cls):
        """The packages that the build has installed from this very list, or else installs them."""
        wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
        installed = BUILT / "installed"
        if installed.exists() and installed.read_text().strip() == wanted:
            (cls.web / "node_modules").symlink_to(BUILT / "web" / "node_modules")
        else:
            run("npm", "ci", "--no-audit", "--no-fund", folder=cls.web)

    def test_one_small_file(self):
        packed = (self.web / "dist" / "index.html.gz").read_bytes()
        self.assertLess(len(packed), LARGEST)
        self.assertEqual(gzip.decompress(packed).decode(), self.page)
        self.assertEqual(sorted(path.name for path in (self.web / "dist").iterdir()), ["csp.txt", "index.html", "index.html.gz"])

    def test_no_outside_address(self):
        text = NAMESPACE.sub("", self.page)
        self.assertEqual(re.findall(r".{20}(?:https?:|wss?:)//.{40}", text), [])
        self.assertEqual(re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?//""", text), [])
        self.assertEqual(re.findall(r"@import|<link rel=\"stylesheet\"|<script[^>]* src", text), [])

    def test_policy_allows_this_script_and_this_style_alone(self):
        policy = dict(rule.split(" ", 1) for rule in (self.web / "dist" / "csp.txt").read_text().strip().split("; "))
        self.assertEqual(policy["default-src"], "'none'")
        self.assertEqual(policy["connect-src"], "'self'")
        for kind in ("script-src", "style-src"):
            self.assertRegex(policy[kind], r"^'sha256-[A-Za-z0-9+/]{43}='$")
        # What such a policy would refuse.
        self.assertEqual(re.findall(r"<[a-z][^>]* (?:on[a-z]+|style)=", self.page.split("<script")[0]), [])

    def test_packages_are_named_without_their_host(self):
        lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
        packages = json.loads(lock)["packages"]
        self.assertNotIn('"resolved"', lock)
        self.assertTrue(all("integrity" in entry for name, entry in packages.items() if name))

    def test_same_bytes_again(self):
        """As those that the build made of the same files, or else as those of another time."""
        built = BUILT / "web" / "dist" / "index.html"
        if not built.exists():
            run("npm", "run", "bundle", folder=self.web)
            built = self.web / "dist" / "index.html"
        same = built.read_text(encoding="utf-8") == self.page
        self.assertTrue(same, f"{built} is another page: either the build is older than {WEB}, or the same files do not give the same bytes")

    @unittest.skipUnless(BROWSER, NO_BROWSER)
    def test_in_a_browser(self):
        tests = sorted(path for path in (self.web / "test").glob("*.spec.mjs") if path.name != "service.spec.mjs")
        # To start a browser takes longer than most tests, and the page mostly waits: so a few browsers side by side, each with several files.
        together = [self.web / "test" / f"together-{number}.mjs" for number in range(BROWSERS)]
        for number, file in enumerate(together):
            file.write_text("".join(f'import "./{test.name}";\n' for test in tests[number::BROWSERS]), encoding="utf-8")
        with concurrent.futures.ThreadPoolExecutor(BROWSERS) as pool:
            outputs = list(pool.map(lambda file: run(*RUNNER, file, folder=self.web), together))
        self.assertGreater(sum(map(passed, outputs)), 50)

    @unittest.skipUnless(BROWSER, NO_BROWSER)
    def test_with_a_service(self):
        """The page that the program has inside, with a small trained model."""
        folder = self.web.parent
        corpus, model = folder / "corpus", folder / "model"
        run(PROGRAM, "synth", "--pair", "de-en", "--sentences", "4000", "--dev", "10", "--test", "10", "--raw", "-o", corpus, "-q", folder=folder)
        run(PROGRAM, "train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--source-language", "de", "--target-language", "en",
            "--align-model", "diagonal", "--reordering-samples", "20000", "--tune", "none", "-o", model, "-q", folder=folder)
        service = subprocess.Popen([PROGRAM, "serve", "-m", model, "--port", "0", "--corrections", folder / "corrections"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(service.stdout.close)
        self.addCleanup(service.wait)
        self.addCleanup(service.terminate)
        address = service.stdout.readline().strip()
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/$")
        out = run(*RUNNER, "test/service.spec.mjs", folder=self.web, environment={"CALQUE_SERVICE": address})
        self.assertGreater(passed(out), 6)
        self.assertRegex(out, "(?m)^# skipped 0$")


if __name__ == "__main__":
    unittest.main()
