"""Corrections of `calque serve`: used by the next request, kept over kills and reloads, undone, listed, exported, refused."""

import concurrent.futures
import json
import pathlib
import signal
import subprocess
import threading
import unittest
import xml.etree.ElementTree

from harness import PROGRAM
from serving import Server, ServingTest, mismatch

TEXT = "Das Haus ist alt."
RIGHT = "The house is “tiny”!"


class CorrectingTest(ServingTest):
    MODELS = ("de-en",)

    def setUp(self):
        self.journals = self.folder / f"corrections-{self._testMethodName}"
        self.server = self.start_here()

    def start_here(self, *options):
        return self.start("--corrections", self.journals, *options)

    def kill(self):
        self.server.process.send_signal(signal.SIGKILL)
        self.server.stop()

    def translated_here(self, text=TEXT, server=None, **more):
        answer = (server or self.server).post_json("/translate", {"q": text, "source": "de", "target": "en", **more})
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json["translatedText"]

    def correct(self, source=TEXT, target=RIGHT, server=None, **more):
        answer = (server or self.server).post_json("/v1/corrections", {"source_text": source, "target_text": target, "source": "de", "target": "en", **more})
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json["id"]

    def undo(self, name):
        return self.server.ask("DELETE", f"/v1/corrections/{name}")

    def listed(self, query="", server=None):
        return (server or self.server).ask("GET", "/v1/corrections" + query).json

    def figure(self, change):
        text = self.server.ask("GET", "/metrics").body.decode()
        return int(next(line for line in text.splitlines() if f'corrections_total{{change="{change}"}}' in line).split()[1])


class CorrectionsTest(CorrectingTest):
    def test_the_next_request_uses_it_until_it_is_undone(self):
        before = self.translated_here()
        self.assertNotEqual(before, RIGHT)
        name = self.correct()
        self.assertEqual(name, "de-en-1")
        self.assertEqual(self.translated_here(), RIGHT)
        # However it is asked for.
        self.assertEqual(self.server.post_json("/v1/translate", {"text": f"{TEXT} {TEXT}", "source": "de"}).json["results"][0]["text"], f"{RIGHT} {RIGHT}")
        self.assertEqual(self.server.ask("GET", "/translate?text=Das+Haus+ist+alt.&source=de").json, {"translation": RIGHT})
        self.assertEqual(self.translated_here(f"<p>{TEXT}</p>", format="html"), f"<p>{RIGHT}</p>")
        self.assertEqual(self.undo(name).json, {"id": name})
        self.assertEqual(self.translated_here(), before)
        self.assert_error(self.undo(name), 404)
        self.assertEqual((self.figure("added"), self.figure("undone")), (1, 1))
        self.assertEqual(self.correct(), "de-en-2")

    def test_suggestions_of_other_clients(self):
        self.assertTrue(self.server.ask("GET", "/frontend/settings").json["suggestions"])
        answer = self.server.post_form("/suggest", q=TEXT, s=RIGHT, source="DE", target="en")
        self.assertEqual((answer.status, answer.json), (200, {"success": True}))
        self.assertEqual(self.translated_here(), RIGHT)
        self.assert_error(self.server.post_form("/suggest", q=TEXT, source="de", target="en"), 400, "'s' is missing")

    def test_listed_newest_first_and_exported(self):
        texts = [f"Das Haus {number} ist alt." for number in range(5)]
        names = [self.correct(text, f"Right {number}.") for number, text in enumerate(texts)]
        self.assertEqual(self.correct(texts[4], "Right 4."), names[4])  # again: nothing new
        self.undo(names[2])
        found = self.listed()
        self.assertEqual(found["total"], 4)
        self.assertEqual([each["id"] for each in found["corrections"]], [names[4], names[3], names[1], names[0]])
        self.assertEqual({key: found["corrections"][-1][key] for key in ("source", "target", "source_text", "target_text")},
                         {"source": "de", "target": "en", "source_text": texts[0], "target_text": "Right 0."})
        self.assertRegex(found["corrections"][0]["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual([each["id"] for each in self.listed("?offset=1&limit=2")["corrections"]], [names[3], names[1]])
        self.assertEqual(self.listed("?offset=9")["corrections"], [])
        for query in ("?limit=0", "?limit=1001", "?offset=-1", "?limit=x"):
            self.assert_error(self.server.ask("GET", "/v1/corrections" + query), 400)
        memory = self.server.ask("GET", "/v1/corrections.tmx")
        self.assertIn("corrections.tmx", memory.headers["content-disposition"])
        units = xml.etree.ElementTree.fromstring(memory.body).findall("body/tu")
        self.assertEqual([[segment.text for segment in unit.iter("seg")] for unit in units],
                         [[texts[i], f"Right {i}."] for i in (0, 1, 3, 4)])

    def test_a_kill_loses_nothing_and_a_reload_keeps_it(self):
        names = [self.correct(f"Der Mann kauft {number} Bücher.", f"He buys {number}.") for number in range(3)]
        self.correct()
        self.undo(names[1])
        self.kill()
        self.server = self.start_here()
        self.assertEqual(self.translated_here(), RIGHT)
        self.assertEqual(self.translated_here("Der Mann kauft 2 Bücher."), "He buys 2.")
        self.assertEqual(self.listed()["total"], 3)
        self.server.process.send_signal(signal.SIGHUP)
        self.server.wait_for_event("reloaded")
        self.assertEqual(self.translated_here(), RIGHT)
        self.undo("de-en-4")
        self.assertNotEqual(self.translated_here(), RIGHT)

    def test_a_kill_between_two_bytes_of_the_journal(self):
        self.correct()
        self.kill()
        journal = self.journals / "de-en.jsonl"
        whole = journal.read_bytes()
        journal.write_bytes(whole + whole[:-20].replace(b'"id":1', b'"id":2'))
        self.server = self.start_here()
        self.assertEqual(self.translated_here(), RIGHT)
        self.assertTrue(any("not written whole" in line.get("detail", "") for line in self.server.log_lines()))
        self.assertEqual(self.correct("Das Haus ist alt.", "Old."), "de-en-2")

    def test_clients_in_parallel(self):
        lines = self.lines_to_test()[:40]
        plain = self.translated(lines)
        right = {line: f"Right {number}." for number, line in enumerate(dict.fromkeys(lines[:10]))}
        done = threading.Event()
        wrong = []

        def read():
            while not done.is_set():
                for line, before in zip(lines[:10], plain):
                    found = self.translated_here(line)
                    if found not in (before, right[line]) and line in right:
                        wrong.append((line, found))

        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            readers = [clients.submit(read) for _ in range(2)]
            names = list(clients.map(lambda pair: self.correct(*pair), right.items()))
            self.assertEqual([self.translated_here(line) for line in right], list(right.values()))
            list(clients.map(self.undo, names))
            done.set()
            for reader in readers:
                reader.result()
        # A correction has phrases for other sentences as well, so only whole corrections and what was before are sure.
        self.assertEqual(len(set(names)), len(right))
        self.assertEqual([self.translated_here(line) for line in lines], plain)
        self.assertEqual(self.listed()["total"], 0)

    def test_texts_of_several_lines_and_sentences(self):
        self.correct(f"{TEXT}\n\nDas Haus ist alt.", "One.\n\nTwo.")
        self.assertEqual(self.translated_here("Das Haus ist alt."), "Two.")
        self.correct("Das Haus ist neu. Der Mann kauft ein Buch.", "All is new")
        self.assertEqual(self.translated_here("Das Haus ist neu. Der Mann kauft ein Buch."), "All is new")
        self.assert_error(self.server.post_json("/v1/corrections", {"source_text": "Das Haus\nDer Mann", "target_text": "One", "source": "de"}), 400, "2 lines")

    def test_bad_requests(self):
        good = {"source_text": TEXT, "target_text": RIGHT, "source": "de", "target": "en"}
        self.server.stop()
        self.server = self.start_here("--limit-text", 3000, "--limit-corrections", 2)
        for name, value in (("source_text", None), ("target_text", None), ("source_text", 1), ("target_text", ["a"]), ("source_text", " \n"),
                            ("source_text", "😀"), ("target_text", "\t "), ("source_text", "a " * 2000), ("target_text", "ä" * 5000), ("source", "xx"), ("target", "fr"),
                            ("target", 3), ("source", "en"), ("source_text", "a\0b"), ("target_text", "a\0b")):
            with self.subTest(name=name, value=value):
                self.assert_error(self.server.post_json("/v1/corrections", {**good, name: value}), 400)
        for body in (b"{", b"[]", b'{"source_text": "\xff", "target_text": "a", "source": "de"}', b'"x"'):
            self.assert_error(self.server.ask("POST", "/v1/corrections", body, {"Content-Type": "application/json"}), 400)
        self.assert_error(self.server.ask("POST", "/v1/corrections", b"x", {"Content-Type": "text/plain"}), 415)
        self.assert_error(self.server.post_form("/v1/corrections", source_text=b"\xff", target_text="a", source="de"), 400)
        for name in ("de-en-7", "de-en-", "de-en", "7", "-", "en-de-1", "de-en-99999999999999999999999", "%00", "%FF", "a%2Fb"):
            with self.subTest(name=name):
                self.assertIn(self.undo(name).status, (400, 404))
        for method, path in (("PUT", "/v1/corrections"), ("GET", "/v1/corrections/de-en-1"), ("POST", "/v1/corrections.tmx"), ("DELETE", "/v1/corrections")):
            self.assert_error(self.server.ask(method, path), 405)
        preflight = self.server.ask("OPTIONS", "/v1/corrections/de-en-1", headers={"Origin": "https://example.org", "Access-Control-Request-Method": "DELETE"})
        self.assertEqual(preflight.status, 204)
        self.assertIn("DELETE", preflight.headers["access-control-allow-methods"])
        self.assertEqual(self.listed()["total"], 0)
        self.correct()
        self.correct("Das Haus ist alt.", "Old.")
        self.assert_error(self.server.post_json("/v1/corrections", {**good, "source_text": "Der Mann kauft ein Buch."}), 400, "as many as")
        self.assertEqual(self.listed()["total"], 2)

    def test_answers_are_as_described(self):
        spec = self.server.ask("GET", "/spec").json
        name = self.correct()
        for method, path, place in (("GET", "/v1/corrections", "/v1/corrections"), ("DELETE", "/v1/corrections/{id}", f"/v1/corrections/{name}")):
            schema = spec["paths"][path][method.lower()]["responses"]["200"]["content"]["application/json"]["schema"]
            self.assertIsNone(mismatch(self.server.ask(method, place).json, schema, spec))
        for path, body in (("/v1/corrections", {"source_text": TEXT, "target_text": RIGHT}), ("/suggest", {"q": TEXT, "s": "a", "source": "de", "target": "en"})):
            schema = spec["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
            self.assertIsNone(mismatch(self.server.post_json(path, body).json, schema, spec))

    def test_the_log_says_nothing_that_clients_wrote(self):
        self.correct("Das Geheimnis ist alt.", "The sekrit is small.")
        self.undo("de-en-1")
        log = self.server.log.read_text(encoding="utf-8")
        self.assertNotIn("Geheimnis", log)
        self.assertNotIn("sekrit", log)
        operations = [line.get("operation") for line in self.server.log_lines()]
        self.assertIn("v1_correct", operations)
        self.assertIn("v1_undo", operations)

    def test_journals_are_checked_before_anything_is_served(self):
        with self.assertRaisesRegex(RuntimeError, "another program has these corrections open"):
            Server("-m", self.folder / "de-en", "--corrections", self.journals, log=self.folder / "second")
        wrong = self.folder / "wrong"
        wrong.mkdir()
        (wrong / "de-en.jsonl").write_text("no journal\n", encoding="utf-8")
        with self.assertRaisesRegex(RuntimeError, "de-en.jsonl:1"):
            Server("-m", self.folder / "de-en", "--corrections", wrong, log=self.folder / "third")
        with self.assertRaisesRegex(RuntimeError, "folder"):
            Server("-m", self.folder / "de-en", "--corrections", wrong / "de-en.jsonl", log=self.folder / "fourth")

    def test_the_setting_stands_in_a_file_as_well(self):
        config = self.folder / "calque.conf"
        journals = self.folder / "from-config"
        config.write_text(f"corrections = {journals}\nlimit-corrections = 7\n", encoding="utf-8")
        server = self.start("--config", config)
        self.correct(server=server)
        self.assertIn(RIGHT, (journals / "de-en.jsonl").read_text(encoding="utf-8"))
        # The journal is one as the commands read it.
        self.assertEqual([each["source"] for each in read_journal(journals / "de-en.jsonl")], [TEXT])


def read_journal(path):
    out = subprocess.run([PROGRAM, "corrections", "list", "--json", "-c", str(path)], capture_output=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


class PermissionTest(CorrectingTest):
    def ask(self, key, method="POST", path="/v1/corrections"):
        body = json.dumps({"source_text": TEXT, "target_text": RIGHT, "source": "de"}) if method == "POST" else None
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        return self.server.ask(method, path, body, headers)

    def keys(self, name, text):
        path = pathlib.Path(self.folder) / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_nobody_may_where_it_is_off(self):
        server = self.start()
        self.assertFalse(server.ask("GET", "/frontend/settings").json["suggestions"])
        for method, path in (("GET", "/v1/corrections"), ("GET", "/v1/corrections.tmx"), ("DELETE", "/v1/corrections/de-en-1")):
            self.assert_error(server.ask(method, path), 403, "takes no corrections")
        self.assert_error(server.post_json("/v1/corrections", {"source_text": TEXT, "target_text": RIGHT}), 403)

    def test_keys_that_may_correct(self):
        readers, writers = self.keys("readers", "reader-0001\n"), self.keys("writers", "writer-0001\n")
        self.server.stop()
        self.server = self.start_here("--correction-keys", writers)
        self.assertEqual(self.translated_here() and self.ask("").status, 403)  # translating needs no key
        self.assertEqual(self.ask("writer-0001").status, 200)
        self.assertEqual(self.translated_here(), RIGHT)
        self.assert_error(self.ask("", "DELETE", "/v1/corrections/de-en-1"), 403, "key")
        self.assert_error(self.ask("reader-0001", "GET"), 403)
        self.server.stop()
        self.server = self.start_here("--correction-keys", writers, "--api-keys", readers)
        self.assert_error(self.ask(""), 400, "key")
        self.assert_error(self.ask("nobody-0001"), 403)
        self.assert_error(self.ask("reader-0001"), 403, "only with a key for them")
        self.assertEqual(self.ask("writer-0001", "DELETE", "/v1/corrections/de-en-1").status, 200)
        # Who may correct may translate as well.
        self.assertEqual(self.server.post_json("/translate", {"q": TEXT, "source": "de", "target": "en", "api_key": "writer-0001"}).status, 200)
        self.assertEqual(self.server.post_json("/translate", {"q": TEXT, "source": "de", "target": "en", "api_key": "reader-0001"}).status, 200)

    def test_corrections_count_against_the_limit_of_requests(self):
        self.server.stop()
        self.server = self.start_here("--limit-requests", 2)
        self.assertEqual([self.ask("").status for _ in range(3)], [200, 200, 429])


class GlossaryTest(ServingTest):
    def test_terms_of_each_pair_act_on_every_request(self):
        terms = self.folder / "terms.tsv"
        terms.write_text("Haus\tdwelling\nBuch\n", encoding="utf-8")
        server = self.start("--glossary", f"de-en={terms}", "--corrections", self.folder / "with-terms")

        def said(text, source="de", target="en", **more):
            return server.post_json("/v1/translate", {"text": text, "source": source, "target": target, **more}).json["results"][0]["text"]

        self.assertIn("dwelling", said(TEXT))
        self.assertIn("home", said(TEXT, glossary=[{"source": "Haus", "target": "home"}]))
        self.assertIn("Buch", said("Der Mann kauft ein Buch."))
        self.assertNotIn("dwelling", said("Das Haus", "en", "de"))
        self.assertEqual(server.post_json("/v1/corrections", {"source_text": TEXT, "target_text": RIGHT, "source": "de"}).status, 200)
        self.assertEqual(said(TEXT), RIGHT)
        # Read again with the models.
        terms.write_text("Haus\thut\n", encoding="utf-8")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for_event("reloaded")
        self.assertIn("hut", said("Das Haus ist hoch."))
        self.assertEqual(said(TEXT), RIGHT)
        for given, says in ((terms, "several models"), (f"fr-en={terms}", "no model translates fr into en"), (f"de-en={self.folder}/none", "none")):
            with self.assertRaisesRegex(RuntimeError, says):
                self.start("--glossary", given)


class PairsTest(ServingTest):
    OPTIONS = ("--corrections", "{folder}/journals")

    def test_each_pair_has_its_journal(self):
        for source, target, text in (("de", "en", TEXT), ("en", "de", "The house is small.")):
            answer = self.server.post_json("/v1/corrections", {"source_text": text, "target_text": "Right.", "source": source, "target": target})
            self.assertEqual(answer.json, {"id": f"{source}-{target}-1"})
            self.assertTrue((self.folder / "journals" / f"{source}-{target}.jsonl").read_bytes())
        found = self.server.ask("GET", "/v1/corrections").json
        self.assertEqual((found["total"], {each["id"] for each in found["corrections"]}), (2, {"de-en-1", "en-de-1"}))
        memory = xml.etree.ElementTree.fromstring(self.server.ask("GET", "/v1/corrections.tmx").body)
        self.assertEqual(memory.find("header").get("srclang"), "*all*")
        self.assertEqual([unit.get("tuid") for unit in memory.findall("body/tu")], ["de-en-1", "en-de-1"])
        self.assertEqual(self.server.ask("DELETE", "/v1/corrections/en-de-1").status, 200)
        self.assertEqual(self.server.ask("GET", "/v1/corrections").json["total"], 1)


if __name__ == "__main__":
    unittest.main()
