"""Every place that reads bytes from outside has a fuzzer (fuzz/)."""

import re
import unittest

from harness import ROOT

# What opens a file or takes bytes apart.
READS = re.compile(r"\b(?:LineReader \w+|LineReader longer|read_whole|parse_json|Container::open\w*|open_byte_source|ifstream|XML_Parse\w*)\b")

# The files of src/ that do, and the fuzzed readers that reach them.
READERS = {
    "align/model_file.cpp": ["alignment-model"], "block/data_point_file.cpp": ["data-points"], "block/data_point_file.h": ["data-points"],
    "block/model.cpp": ["block-model"], "block/weights.cpp": ["block-weights"], "decode/weights.cpp": ["weights"], "kernel/model.cpp": ["kernel-model"],
    "learn/class_distances.cpp": ["class-distances"], "learn/class_embedding.cpp": ["class-embedding"], "lm/estimate/interpolate_tune.cpp": ["training-text"],
    "lm/estimate/training_text.cpp": ["training-text"], "lm/files/arpa_reader.cpp": ["arpa"], "lm/files/binary.cpp": ["language-model-data"],
    "lm/query/model.cpp": ["language-model", "damaged-language-model"], "metrics/evaluation.cpp": ["test-set"], "metrics/meteor.cpp": ["synonyms"],
    "phrase/moses_line.h": ["moses-table"], "phrase/phrase_table.cpp": ["phrase-table"], "pipeline/corpus_file.cpp": ["corpus", "text-corpus"],
    "pipeline/correction_journal.cpp": ["corrections"], "text/term_file.cpp": ["terms"],
    "pipeline/description.cpp": ["inspect"], "pipeline/manifest.cpp": ["manifest"], "pipeline/model_parts.cpp": ["container"],
    "pipeline/moses_import.cpp": ["moses-weights"], "pipeline/moses_settings.cpp": ["moses-ini", "moses-weights"], "pipeline/new_folder.cpp": ["unfinished-folder"],
    "pipeline/step_log.cpp": ["steps"], "pipeline/system.cpp": ["preparation", "word-labels", "function-words"], "pipeline/tuning_state.cpp": ["tuning-state"],
    "reorder/model.cpp": ["reordering-model"], "store/byte_source.cpp": ["lines"], "store/container.cpp": ["container"], "store/text_file.cpp": ["lines"],
    "text/corpus_reader.cpp": ["text-corpus"], "text/parallel_reader.cpp": ["tsv", "bars", "two-files"], "text/tmx_source.cpp": ["tmx"],
    "text/truecaser.cpp": ["truecase-model"], "text/word_classes_file.cpp": ["word-classes"], "tune/lists_file.cpp": ["candidates"],
    "tune/n_best_reader.cpp": ["n-best"], "store/json_text.cpp": ["manifest", "steps"],
    "phrasebook/grammar.cpp": ["grammar"],
    "documents/xml_events.cpp": ["document-xliff", "document-tmx"],
    "serve/settings.cpp": ["server-config"], "serve/api_keys.cpp": ["api-keys"], "serve/parameters.cpp": ["request"],
    "serve/xml_rpc.cpp": ["xml-rpc"], "serve/tool_operations.cpp": ["xml-rpc", "request"],
    # A line at a time, into what others read.
    "pipeline/block_training.cpp": ["lines", "preparing"], "pipeline/kernel_scores.cpp": ["lines", "preparing", "n-best"],
    "pipeline/trainer.cpp": ["weights"], "text/line_transform.cpp": ["lines", "tokenizer"], "library/translation_input.h": ["lines", "preparing"],
    "lm/query/text_scoring.cpp": ["lines", "language-model-data"], "align/aer.cpp": ["gold-alignment", "alignment"],
}
# What takes text apart without opening a file: the headers, and the readers.
TEXT = {
    "text/sentences.h": ["sentences"], "text/tokenizer.h": ["tokenizer"], "text/detokenizer.h": ["tokenizer"], "text/bars.h": ["escaping"],
    "text/alignment.h": ["alignment", "gold-alignment"], "text/preparation.h": ["preparation", "preparing"], "text/numerals.h": ["numbers"],
    "text/number_words.h": ["numbers"], "text/han_numbers.h": ["numbers"], "text/mark_forms.h": ["marks"], "text/marks.h": ["marks"],
    "text/quote_roles.h": ["marks"], "text/capitals.h": ["marks"], "text/casing.h": ["marks"], "text/apostrophes.h": ["marks"], "text/clean.h": ["cleaning"],
    "decode/markup.h": ["markup"], "pipeline/glossary.h": ["glossary"], "pipeline/text_hints.h": ["hints"], "decode/search_options.h": ["settings"],
    "pipeline/learned_reordering.h": ["settings"], "kernel/options.h": ["kernel-options"], "serve/http.h": ["request", "multipart"], "serve/form.h": ["request", "multipart"],
    "serve/languages.h": ["request"], "serve/text_layout.h": ["text-layout"], "serve/detector.h": ["text-layout"],
    "documents/document.h": ["document-text", "document-tsv", "document-html", "document-tmx", "document-xliff"], "documents/html_tokens.h": ["document-html"],
    "documents/transcoding.h": ["document-html", "document-text"],
}


def code(path):
    return re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))


class FuzzTest(unittest.TestCase):
    def setUp(self):
        self.fuzzers = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "fuzz").glob("*.cpp")))
        self.registered = set(re.findall(r'Registered \w+\(\{"([-a-z]+)"', self.fuzzers))

    def test_every_file_that_reads_has_a_reader(self):
        reading = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.suffix in (".h", ".cpp")
                   and not path.stem.endswith("_test") and "testing" not in path.parts and READS.search(code(path))}
        declaring = {"store/text_file.h", "store/json_text.h", "store/container.h", "store/byte_source.h"}
        self.assertEqual(reading - declaring, set(READERS))

    def test_the_readers_are_there(self):
        named = {reader for readers in [*READERS.values(), *TEXT.values()] for reader in readers}
        self.assertEqual(self.registered, named)

    def test_programs_that_pages_name_have_the_readers_they_name(self):
        pages = [ROOT / "fuzz" / "CMakeLists.txt", *sorted((ROOT / "docs").rglob("*.md"))]
        named = [match for page in pages for match in re.findall(r"\bfuzz_(?!readers|shared)(\w+) ([-a-z]+)", page.read_text(encoding="utf-8"))]
        self.assertGreater(len(named), 2)
        for program, reader in named:
            with self.subTest(program=program):
                self.assertIn(f'{{"{reader}",', (ROOT / "fuzz" / f"{program}.cpp").read_text(encoding="utf-8"))

    def test_readers_of_text_include_what_they_read(self):
        for header in TEXT:
            with self.subTest(header=header):
                self.assertTrue((ROOT / "src" / header).exists())
                self.assertIn(f'#include "{header}"', self.fuzzers)


if __name__ == "__main__":
    unittest.main()
