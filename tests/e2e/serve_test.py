"""`calque serve`: every operation, requests as clients send them, and answers against the server's own description."""

import concurrent.futures
import gzip
import json
import re
import unittest
import urllib.parse
import xmlrpc.client

from serving import ServingTest, mismatch

TEXT = "Das Haus ist alt."

# Requests as clients send them: headers and body as in their sources, and what they read of the answer.
RECORDED = {
    # libretranslatepy: urllib with an url-encoded form, and a body even with GET.
    "libretranslatepy translate": ("POST", "/translate", {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Python-urllib/3.11",
                                                          "Connection": "close"},
                                   b"q=Das+Haus+ist+alt.&source=de&target=en", lambda a: a["translatedText"]),
    "libretranslatepy detect": ("POST", "/detect", {"Content-Type": "application/x-www-form-urlencoded"}, b"q=Das+Haus+ist+alt.",
                                lambda a: a[0]["confidence"] > 50 and a[0]["language"]),
    "libretranslatepy languages": ("GET", "/languages", {"Content-Type": "application/x-www-form-urlencoded"}, b"", lambda a: a[0]["code"]),
    # Mastodon: http.rb with JSON, markup as text, no key.
    "Mastodon languages": ("GET", "/languages", {"User-Agent": "http.rb/5.1.1 (Mastodon/4.2.0; +https://example.org/)", "Connection": "close"}, None,
                           lambda a: [(each["code"], each["targets"]) for each in a]),
    "Mastodon translate": ("POST", "/translate", {"Content-Type": "application/json", "User-Agent": "http.rb/5.1.1 (Mastodon/4.2.0)"},
                           json.dumps({"q": ["Das Haus ist alt.", "Ja"], "source": "de", "target": "en", "format": "html", "api_key": ""}).encode(),
                           lambda a: a["translatedText"][0]),
    "Mastodon auto": ("POST", "/translate", {"Content-Type": "application/json"},
                      json.dumps({"q": ["Das Haus ist alt."], "source": "auto", "target": "en", "format": "html"}).encode(),
                      lambda a: a["detectedLanguage"][0]["language"] and a["translatedText"][0]),
    # Weblate: requests with a form, without format; codes of its own spelling.
    "Weblate languages": ("GET", "/languages", {"User-Agent": "Weblate/5.4", "Accept": "*/*"}, None, lambda a: {x["code"] for x in a}),
    "Weblate translate": ("POST", "/translate", {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Weblate/5.4"},
                          b"api_key=&q=Das+Haus+ist+alt.&source=de&target=en", lambda a: a["translatedText"]),
    # deep-translator: everything in the query of a POST without a body.
    "deep-translator": ("POST", "/translate?" + urllib.parse.urlencode({"q": TEXT, "source": "de", "target": "en", "format": "text"}),
                        {"Content-Length": "0", "Accept-Encoding": "gzip, deflate"}, None, lambda a: a["translatedText"]),
}

MULTIPART = (b"--B\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\nde\r\n--B\r\nContent-Disposition: form-data; name=\"target\"\r\n\r\nen\r\n"
             b"--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"brief.txt\"\r\nContent-Type: text/plain\r\n\r\n%s\r\n--B--\r\n")


def file_form(content):
    return MULTIPART % content, {"Content-Type": "multipart/form-data; boundary=B"}


def moses_call(**members):
    return xmlrpc.client.dumps((members,), "translate").encode()


class OperationsTest(ServingTest):
    def translate(self, text, **more):
        answer = self.server.post_json("/translate", {"q": text, "source": "de", "target": "en", **more})
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json

    def test_recorded_requests_of_clients(self):
        expected = self.translated([TEXT])[0]
        for name, (method, path, headers, body, read) in RECORDED.items():
            with self.subTest(client=name):
                answer = self.server.ask(method, path, body, headers)
                self.assertEqual(answer.status, 200, answer.body)
                self.assertEqual(answer.headers["content-type"], "application/json")
                found = read(answer.json)
                self.assertTrue(found)
                if "translate" in path and "auto" not in name:
                    self.assertEqual(found, expected)

    def test_translate_one_and_a_batch(self):
        one, two = self.translated([TEXT, "Der Mann kauft ein Buch."])
        self.assertEqual(self.translate(TEXT), {"translatedText": one})
        self.assertEqual(self.translate([TEXT, "Der Mann kauft ein Buch."]), {"translatedText": [one, two]})
        self.assertEqual(self.translate([]), {"translatedText": []})
        self.assertEqual(self.translate(TEXT, source="DE", target="EN"), {"translatedText": one})

    def test_alternatives(self):
        answer = self.translate(TEXT, alternatives=3)
        self.assertEqual(set(answer), {"translatedText", "alternatives"})
        self.assertTrue(0 < len(answer["alternatives"]) <= 3)
        self.assertEqual(len({answer["translatedText"], *answer["alternatives"]}), 1 + len(answer["alternatives"]))
        batch = self.translate([TEXT, "😀"], alternatives=1)
        self.assertEqual([len(batch["alternatives"]), batch["alternatives"][1]], [2, []])

    def test_paragraphs_and_white_space_stay(self):
        one, two = self.translated([TEXT, "Der Mann kauft ein Buch."])
        text = f"  {TEXT}\r\n\n\t{TEXT}  Der Mann kauft ein Buch. \n"
        self.assertEqual(self.translate(text)["translatedText"], f"  {one}\r\n\n\t{one}  {two} \n")

    def test_tags_stay_with_their_words(self):
        one = self.translated([TEXT])[0]
        html = "<p>Das <b>Haus</b> ist alt.</p>\n<p title=\"x\">😀 &amp;</p>"
        answer = self.translate(html, format="html", alternatives=2)
        self.assertEqual(re.sub(r"</?b>|\n.*", "", answer["translatedText"]), f"<p>{one}</p>")
        self.assertRegex(answer["translatedText"], r"<b>\w+</b>")
        self.assertEqual(answer["alternatives"], [])
        self.assertEqual(self.translate([html, "Ja"], format="html")["translatedText"][0], answer["translatedText"])
        for odd in ("</p></p><b>", "&#xFFFFFFFF;", "<p><b>a</p></b>"):
            self.assertIn("translatedText", self.translate(odd, format="html"))
        self.assert_error(self.server.post_form("/translate", q="Das <b", source="de", target="en", format="html"), 400, "never ends")

    def test_text_without_letters_comes_back(self):
        for text in ("", " \n ", "😀👍🏽", "1.000,5 + 3", "…—!?"):
            self.assertEqual(self.translate(text), {"translatedText": text})

    def lines_to_test_are_those_of_the_command(self):
        lines = self.lines_to_test()
        self.assertEqual(self.translate("\n".join(lines))["translatedText"].split("\n"), self.translated(lines))

    def test_languages_are_detected(self):
        for language, lines in (("de", self.lines_to_test("de")), ("en", self.lines_to_test("en"))):
            found = [self.server.post_form("/detect", q=line).json[0]["language"] for line in lines[:50]]
            self.assertGreaterEqual(found.count(language), 49)
        answer = self.server.post_json("/translate", {"q": [TEXT, "The house is small."], "source": "auto", "target": "en"}).json
        self.assertEqual([each["language"] for each in answer["detectedLanguage"]], ["de", "en"])
        self.assertEqual(answer["translatedText"], [*self.translated([TEXT]), "The house is small."])
        self.assertEqual(self.server.post_form("/detect", q="😀").json[0]["confidence"], 0)

    def test_settings_languages_and_models(self):
        languages = self.server.ask("GET", "/languages").json
        self.assertEqual(languages, [{"code": "de", "name": "German", "targets": ["en"]}, {"code": "en", "name": "English", "targets": ["de"]}])
        settings = self.server.ask("GET", "/frontend/settings").json
        self.assertEqual((settings["keyRequired"], settings["language"]["source"]["code"]), (False, "de"))
        models = self.server.ask("GET", "/v1/models").json["models"]
        self.assertEqual([(m["name"], m["source"], m["target_name"], m["direction"]["target"]) for m in models],
                         [("de-en", "de", "English", "ltr"), ("en-de", "en", "German", "ltr")])

    def test_what_v1_translate_tells(self):
        text = f"😀 {TEXT}\n{TEXT} Der Mann kauft ein Buch."
        answer = self.server.post_json("/v1/translate", {"text": text, "source": "de", "explain": True, "n_best": 3, "alternatives": 2}).json
        result = answer["results"][0]
        self.assertEqual(result["text"], self.translate(text)["translatedText"])
        self.assertEqual(len(result["sentences"]), 3)
        weights = [weight for feature in answer["features"] for weight in feature["weights"]]
        for sentence in result["sentences"]:
            source, best = sentence["source"], sentence["translations"][0]
            self.assertEqual(text[source["begin"]:source["end"]], source["text"])
            self.assertEqual(result["text"][sentence["target"]["begin"]:sentence["target"]["end"]], best["text"])
            self.assertTrue(1 <= len(sentence["translations"]) <= 3)
            self.assertEqual(len(sentence["alternatives"]), len(best["phrases"]))
            scores = [score for feature in best["features"] for score in feature]
            self.assertAlmostEqual(sum(s * w for s, w in zip(scores, weights)), best["score"], places=3)
            for s, t in best["alignment"]:
                self.assertTrue(s < len(source["tokens"]) and t < len(best["tokens"]))
            for token in source["tokens"]:
                self.assertEqual(source["text"][token["begin"]:token["end"]].lower(), token["text"].lower())

    def test_wishes_of_v1_translate(self):
        def ask(**more):
            return self.server.post_json("/v1/translate", {"text": TEXT, "source": "de", "target": "en", **more})

        self.assertIn("dwelling", ask(glossary=[{"source": "Haus", "target": "dwelling"}]).json["results"][0]["text"])
        self.assertIn("Haus", ask(keep=["Haus"]).json["results"][0]["text"])
        self.assertIn("cabin", ask(fixed=[{"sentence": 0, "source": [1, 2], "target": "cabin"}]).json["results"][0]["text"])
        for speed in (1, 5):
            self.assertEqual(ask(speed=speed).status, 200)
        for wrong in ({"glossary": {}}, {"glossary": [1]}, {"glossary": [{"source": "a"}]}, {"glossary": [{"source": 1, "target": "a"}]},
                      {"fixed": [{"source": [0], "target": "a"}]}, {"fixed": [{"source": [0, 99], "target": "a"}]},
                      {"fixed": [{"sentence": 9, "source": [0, 1], "target": "a"}]}, {"fixed": [{"source": [-1, 1], "target": "a"}]},
                      {"speed": 6}, {"n_best": 0}, {"n_best": "many"}, {"alternatives": 101}, {"keep": [1]}, {"explain": 3}):
            with self.subTest(wrong=wrong):
                self.assert_error(ask(**wrong), 400)

    def test_phrases(self):
        found = self.server.ask("GET", "/v1/phrase?q=das+Haus&source=de&target=en").json
        self.assertIn("the house", [entry["target"] for entry in found["entries"]])
        self.assertAlmostEqual(sum(entry["probability"] for entry in found["entries"]), 1, delta=0.3)
        self.assertTrue(all("Haus" in pair["source"] for pair in found["examples"]))
        self.assertEqual(self.server.ask("GET", "/v1/phrase?q=Xyzzy&source=de").json, {"phrase": "Xyzzy", "entries": [], "examples": []})

    def test_tools_of_translators(self):
        expected = self.translated([TEXT])[0]
        address = "/translate?" + urllib.parse.urlencode({"text": TEXT, "source": "de"})
        self.assertEqual(self.server.ask("GET", address).json, {"translation": expected})
        proxy = xmlrpc.client.ServerProxy(f"http://127.0.0.1:{self.server.port}/RPC2?source=de")
        self.assertEqual(proxy.translate({"text": TEXT, "no-markup": True}), {"text": expected})
        whole = proxy.translate({"text": TEXT, "align": "true", "nbest": 3})
        self.assertEqual(whole["text"], expected)
        self.assertEqual(whole["nbest"][0]["hyp"], expected)
        self.assertEqual(whole["align"][0]["tgt-start"], 0)
        for method, parameters in (("nothing", {"text": TEXT}), ("translate", {}), ("translate", {"text": 1}), ("translate", {"text": "a", "nbest": 1000})):
            with self.assertRaises(xmlrpc.client.Fault):
                getattr(proxy, method)(parameters)

    def test_files(self):
        one, two = self.translated([TEXT, "Der Mann kauft ein Buch."])
        content = f"{TEXT}\n\n  Der Mann kauft ein Buch.\n".encode()
        body, headers = file_form(content)
        answer = self.server.ask("POST", "/translate_file", body, headers)
        address = urllib.parse.urlsplit(answer.json["translatedFileUrl"])
        self.assertEqual(address.netloc, f"127.0.0.1:{self.server.port}")
        file = self.server.ask("GET", address.path)
        self.assertEqual(file.body.decode(), f"{one}\n\n  {two}\n")
        self.assertIn("brief_en.txt", file.headers["content-disposition"])
        self.assertEqual(self.server.ask("POST", "/v1/file", body, headers).body, file.body)
        large = f"{TEXT}\n".encode() * 8000  # more characters than a text may have
        self.assertEqual(self.server.ask("POST", "/v1/file", *file_form(large)).body.decode(), f"{one}\n" * 8000)
        self.assert_error(self.server.ask("GET", "/download_file/0123456789"), 404)
        html = body.replace(b".txt", b".HTML").replace(content, b"<p>Das <b>Haus</b> ist alt.</p>")
        self.assertIn(b"<b>", self.server.ask("POST", "/v1/file", html, headers).body)
        bad, headers = file_form(b"\xff")
        self.assert_error(self.server.ask("POST", "/v1/file", bad, headers), 400, "UTF-8")
        self.assert_error(self.server.ask("POST", "/v1/file", body.replace(b".txt", b".exe"), headers), 400)

    def test_suggestions_are_off(self):
        self.assert_error(self.server.post_form("/suggest", q="a", s="b", source="de", target="en"), 403)

    def test_pages(self):
        page = self.server.ask("GET", "/")
        self.assertEqual(page.status, 200)
        text = gzip.decompress(page.body) if page.headers.get("content-encoding") == "gzip" else page.body
        self.assertIn(b"<title>", text)
        self.assertIn("default-src 'none'", page.headers["content-security-policy"])
        self.assertNotIn("unsafe", page.headers["content-security-policy"])
        if "etag" in page.headers:
            again = self.server.ask("GET", "/", headers={"If-None-Match": page.headers["etag"]})
            self.assertEqual((again.status, again.body), (304, b""))
        self.assertIn(b"/v1/translate", self.server.ask("GET", "/docs").body)

    def test_figures(self):
        self.server.post_form("/translate", q="Das Xyzzyx Haus.", source="de", target="en")
        text = self.server.ask("GET", "/metrics").body.decode()
        for name in ("http_request_duration_seconds_bucket", "http_requests_in_flight", "queue_depth", "sentences_total", "unknown_words_total",
                     "build_info"):
            self.assertRegex(text, rf"(?m)^calque_{name}[ {{]")
        self.assertGreater(int(re.search(r"(?m)^calque_unknown_words_total (\d+)", text)[1]), 0)
        self.assertEqual(re.search(r"(?m)^calque_http_requests_in_flight (\d+)", text)[1], "1")

    def test_cors_and_other_methods(self):
        for path in ("/health", "/nothing", "/translate"):
            self.assertEqual(self.server.ask("GET", path).headers["access-control-allow-origin"], "*")
        preflight = self.server.ask("OPTIONS", "/translate", headers={"Origin": "https://example.org", "Access-Control-Request-Method": "POST"})
        self.assertEqual((preflight.status, preflight.body), (204, b""))
        self.assertIn("POST", preflight.headers["access-control-allow-methods"])
        self.assert_error(self.server.ask("GET", "/nothing"), 404)
        for method, path in (("POST", "/languages"), ("POST", "/health"), ("POST", "/spec"), ("GET", "/detect"), ("DELETE", "/translate")):
            answer = self.server.ask(method, path)
            self.assert_error(answer, 405)
            self.assertIn("OPTIONS", answer.headers["allow"])
        head = self.server.ask("HEAD", "/health")
        self.assertEqual((head.status, head.body, head.headers["content-length"]), (200, b"", "15"))

    def test_clients_in_parallel_get_the_bytes_of_the_command(self):
        lines = self.lines_to_test()
        expected = self.translated(lines)
        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            found = list(clients.map(lambda line: self.server.post_form("/translate", q=line, source="de", target="en").json["translatedText"], lines))
        self.assertEqual(found, expected)

    # For each operation of /spec a request that it answers as described; the body is sent as JSON, or as it stands.
    CALLS = {
        "translate": [{"q": TEXT, "source": "auto", "target": "en", "alternatives": 2}, {"q": [TEXT], "source": "auto", "target": "en", "alternatives": 2}],
        "detect": [{"q": TEXT}], "suggest": [{"q": "a", "s": "b", "source": "de", "target": "en"}],
        "translate_file": [file_form(TEXT.encode())], "v1_file": [file_form(TEXT.encode())], "download_file": ["name=0123"],
        # This server takes none; serve_corrections_test.py has one that does.
        "v1_correct": [{"source_text": TEXT, "target_text": "a", "source": "de", "target": "en"}], "v1_corrections": [""], "v1_corrections_tmx": [""],
        "v1_undo": ["id=de-en-1"],
        "v1_translate": [{"text": [TEXT, "😀"], "source": "de", "explain": True, "n_best": 2, "alternatives": 2,
                          "glossary": [{"source": "Haus", "target": "home"}], "keep": ["klein"]}],
        "v1_phrase": ["q=Haus&source=de"], "translate_plain": ["text=Haus&source=de"],
        "xml_rpc": [(moses_call(text=TEXT, align=True, nbest=2), {"Content-Type": "text/xml"})],
        **{name: [""] for name in ("languages", "frontend_settings", "v1_models", "page", "health", "ready", "metrics", "spec", "docs")},
    }

    def test_every_operation_answers_as_described(self):
        spec = self.server.ask("GET", "/spec").json
        called = set()
        for path, methods in spec["paths"].items():
            for method, operation in methods.items():
                name = operation["operationId"]
                called.add(name)
                for request in self.CALLS[name]:
                    with self.subTest(operation=name):
                        self.check_answer(spec, operation, self.send(method.upper(), path, request))
        self.assertEqual(called, set(self.CALLS))

    def send(self, method, path, request):
        if isinstance(request, dict):
            return self.server.post_json(path, request)
        if isinstance(request, tuple):
            return self.server.ask(method, path, *request)
        if "{" in path:
            return self.server.ask(method, re.sub(r"\{\w+\}", request.split("=")[1], path))
        return self.server.ask(method, f"{path}?{request}" if request else path)

    def check_answer(self, spec, operation, answer):
        described = operation["responses"][str(answer.status)]["content"]
        kind = answer.headers["content-type"].split(";")[0]
        self.assertTrue(kind in described or "application/octet-stream" in described, kind)
        if "schema" in described.get(kind, {}):
            self.assertIsNone(mismatch(answer.json, described[kind]["schema"], spec))


if __name__ == "__main__":
    unittest.main()
