"""`calque serve` against what it must stand: damaged requests over raw sockets, limits, keys, signals, slow and vanishing clients."""

import concurrent.futures
import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import unittest

from harness import PROGRAM
from serving import ServingTest

TEXT = "Das Haus ist alt."


def request(body=b"", head=b"POST /translate HTTP/1.1\r\nHost: x\r\n", length=None, more=b""):
    length = len(body) if length is None else length
    return head + more + b"Content-Length: %d\r\n\r\n" % length + body


FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
GOOD_BODY = b"q=Das+Haus&source=de&target=en"
GOOD = request(GOOD_BODY, more=FORM)
HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
CHUNKED = b"POST /translate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n" + FORM + b"\r\n"


def statuses(received):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


class RawTest(ServingTest):
    MODELS = ("de-en",)
    OPTIONS = ("--threads", 2)

    def test_what_is_not_clean_http_gets_400_and_is_closed(self):
        two = b"POST /translate HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: %s\r\n\r\nabc"
        bad = {
            "two lengths": two % b"4", "the same length twice": two % b"3",
            "a list of lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc",
            "length and chunks": CHUNKED[:-2] + b"Content-Length: 3\r\n\r\n0\r\n\r\n",
            "chunks and length": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "other encoding": CHUNKED.replace(b": chunked", b": gzip, chunked") + b"0\r\n\r\n",
            "encoding twice": CHUNKED[:-2] + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "hidden encoding": CHUNKED.replace(b": chunked", b": xchunked") + b"0\r\n\r\n",
            "size of chunk": CHUNKED + b"xyz\r\nabc\r\n0\r\n\r\n", "negative size": CHUNKED + b"-1\r\nabc\r\n0\r\n\r\n",
            "huge size": CHUNKED + b"FFFFFFFFFFFFFFFFF\r\nabc\r\n", "no end of chunk": CHUNKED + b"3\r\nabcdef\r\n0\r\n\r\n",
            "negative length": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            "no number": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n",
            "overflow": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            "no host": b"GET /health HTTP/1.1\r\n\r\n", "two hosts": b"GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
            "blank before colon": b"GET /health HTTP/1.1\r\nHost : x\r\n\r\n", "no colon": b"GET /health HTTP/1.1\r\nHost: x\r\nbad\r\n\r\n",
            "version": b"GET /health HTTP/3.0\r\nHost: x\r\n\r\n", "no version": b"GET /health\r\n\r\n",
            "no path": b"GET health HTTP/1.1\r\nHost: x\r\n\r\n", "NUL in the path": b"GET /a%00b HTTP/1.1\r\nHost: x\r\n\r\n",
            "percent": b"GET /a%zz HTTP/1.1\r\nHost: x\r\n\r\n", "garbage": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello \xff\xfe\r\n\r\n",
            "NUL in the header": b"GET /health HTTP/1.1\r\nHost: x\r\nA: b\x00c\r\n\r\n",
        }
        for name, data in bad.items():
            with self.subTest(name=name):
                # What follows must not be taken for a request of its own.
                received = self.server.raw(data + HEALTH)
                self.assertEqual(statuses(received), [400], received[:300])
                self.assertIn(b"Connection: close", received)
                self.assertIn(b'{"error":', received)
                self.assertIn(b"Access-Control-Allow-Origin: *", received)

    def test_half_a_request(self):
        for data in (GOOD[:20], GOOD[:-5], CHUNKED + b"5\r\nab"):
            self.assertEqual(statuses(self.server.raw(data, half_close=True)), [400])
        self.assertEqual(self.server.raw(b"", half_close=True), b"")

    def test_keep_alive_and_pipelining(self):
        received = self.server.raw(HEALTH + GOOD + CHUNKED + b"5\r\nq=Das\r\n17\r\n+Haus&source=de&target=\r\n2\r\nen\r\n0\r\n\r\n" +
                                   HEALTH.replace(b"Host: x", b"Host: x\r\nConnection: close"))
        self.assertEqual(statuses(received), [200] * 4)
        self.assertEqual(received.count(b'{"translatedText":"'), 2)
        bodies = [json.loads(body) for body in re.findall(rb'\{"translatedText".*?\}', received)]
        self.assertEqual(bodies[0], bodies[1])
        self.assertEqual(statuses(self.server.raw(b"GET /health HTTP/1.0\r\n\r\n")), [200])

    def test_expect_continue(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
            client.sendall(request(length=len(GOOD_BODY), more=FORM + b"Expect: 100-continue\r\n"))
            self.assertEqual(client.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
            client.sendall(GOOD_BODY)
            self.assertIn(b"200 OK", client.recv(4096))
        self.assertEqual(statuses(self.server.raw(request(length=10, more=b"Expect: the-spanish-inquisition\r\n"))), [417])
        self.assertEqual(statuses(self.server.raw(request(length=1 << 30, more=b"Expect: 100-continue\r\n"))), [413])

    def test_limits_of_header_and_body(self):
        self.assertEqual(statuses(self.server.raw(b"GET /health HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 20000 + b"\r\n\r\n")), [431])
        self.assertEqual(statuses(self.server.raw(b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")), [431])
        self.assertEqual(statuses(self.server.raw(request(b"x" * 1000, length=9 << 20))), [413])
        # Chunks do not say how many there will be.
        part = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        self.assertEqual(statuses(self.server.raw(CHUNKED + part * 160)), [413])
        self.assertEqual(statuses(self.server.raw(CHUNKED + b"1;" + b"x" * 400000)), [431])

    def test_parameters_of_the_wrong_sort(self):
        def told(body, kind=b"application/json"):
            received = self.server.raw(request(body, more=b"Content-Type: %s\r\nConnection: close\r\n" % kind))
            return statuses(received)[0], json.loads(received.split(b"\r\n\r\n")[1])["error"]

        for body, status, word in (
            (b"{}", 400, "'q' is missing"), (b'{"q":"a","target":"en"}', 400, "'source' is missing"),
            (b'{"q":"a","source":"de"}', 400, "'target' is missing"), (b'{"q":1,"source":"de","target":"en"}', 400, "'q'"),
            (b'{"q":"a","source":["de"],"target":"en"}', 400, "'source'"), (b'{"q":"a","source":"xx","target":"en"}', 400, "'xx'"),
            (b'{"q":"a","source":"de","target":"xx"}', 400, "'xx'"), (b'{"q":"a","source":"auto","target":"xx"}', 400, "'xx'"),
            (b'{"q":"a\\u0000b","source":"de","target":"en"}', 400, "byte 2"), (b'{"q":"\xff","source":"de","target":"en"}', 400, "UTF-8"),
            (b'{"q":"\\ud800","source":"de","target":"en"}', 400, "JSON"), (b"[" * 100000, 400, "nested"), (b"null", 400, "object"), (b"", 400, "'q' is missing"),
            (b'{"q":"a","source":"de","target":"en","format":"pdf"}', 400, "'format'"),
            (b'{"q":"a","source":"de","target":"en","alternatives":-1}', 400, "'alternatives'"),
            (json.dumps({"q": "a" * 100001, "source": "de", "target": "en"}).encode(), 400, "100000"),
            (json.dumps({"q": ["a"] * 1001, "source": "de", "target": "en"}).encode(), 400, "1000"),
        ):
            with self.subTest(body=body[:60]):
                found = told(body)
                self.assertEqual(found[0], status, found)
                self.assertIn(word, found[1])
        self.assertEqual(told(b"q=%ff&source=de&target=en", b"application/x-www-form-urlencoded")[0], 400)
        self.assertEqual(told(b"q=%zz", b"application/x-www-form-urlencoded")[0], 400)
        self.assertEqual(told(b"x", b"multipart/form-data")[0], 400)
        self.assertEqual(told(b"q=a", b"text/plain")[0], 415)
        self.assertEqual(told(b"<x/>", b"application/xml")[0], 415)

    def test_xml_that_grows(self):
        bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(8)) + b"]>"
        for body in (bomb + b"<methodCall>&i;</methodCall>", b"<methodCall>", b"", b"\xff", b"<a/>"):
            answer = self.server.ask("POST", "/RPC2", body, {"Content-Type": "text/xml"})
            self.assertEqual(answer.status, 400)
        parts = b"".join(b'--B\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % part for part in (
            (b"source", b"", b"de"), (b"target", b"", b"en"), (b"file", b'; filename="a.tmx"', bomb + b"<tmx>&i;</tmx>")))
        answer = self.server.ask("POST", "/v1/file", parts + b"--B--", {"Content-Type": "multipart/form-data; boundary=B"})
        self.assertEqual(answer.status, 400, answer.body)

    def test_garbage_leaves_the_server_alive(self):
        generator = random.Random(7)
        for _ in range(300):
            data = bytearray(generator.choice((GOOD, CHUNKED + b"5\r\nq=Das\r\n0\r\n\r\n", HEALTH)))
            for _ in range(generator.randrange(1, 8)):
                data[generator.randrange(len(data))] = generator.randrange(256)
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
                with contextlib.suppress(OSError):
                    client.sendall(bytes(data))
        self.assertEqual(self.server.ask("GET", "/health").status, 200)

    def test_a_client_that_goes_away_is_not_waited_for(self):
        text = " ".join([TEXT] * 3000)
        body = json.dumps({"q": text[:99000], "source": "de", "target": "en"}).encode()
        with socket.create_connection(("127.0.0.1", self.server.port)) as client:
            client.sendall(request(body, more=b"Content-Type: application/json\r\n"))
            time.sleep(0.2)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            figures = self.server.ask("GET", "/metrics").body.decode()
            if re.search(r"(?m)^calque_queue_depth 0$", figures) and re.search(r"(?m)^calque_http_requests_in_flight 1$", figures):
                return
            time.sleep(0.05)
        self.fail("the request is still there")

    def test_nothing_of_clients_is_logged(self):
        secret = "Geheimnis4711"
        self.server.post_form(f"/translate?x={secret}", q=secret, source=secret, target="en", api_key=secret)
        self.server.ask("GET", f"/{secret}", headers={"X": secret})
        self.server.raw(f"{secret} /{secret} HTTP/1.1\r\nHost: {secret}\r\n{secret}\r\n\r\n".encode())
        self.assertNotIn(secret, self.server.log.read_text(encoding="utf-8"))
        self.assertTrue(all({"time", "event"} <= set(line) for line in self.server.log_lines()))


class LimitsTest(ServingTest):
    MODELS = ("de-en",)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        keys = cls.folder / "keys"
        keys.write_text("# ours\nkey-of-many-requests 600\nkey-of-few-requests 2\n", encoding="utf-8")
        config = cls.folder / "config"
        config.write_text(f"# for the test\nmodel = {cls.folder / 'de-en'}\napi-keys = {keys}\nlimit-text = 50\nmetrics-token = sesame\n", encoding="utf-8")
        cls.keyed = cls.start("--config", config)

    def ask(self, key, text="Haus", header=False):
        fields = {"q": text, "source": "de", "target": "en"}
        if header:
            return self.keyed.post_json("/translate", fields, Authorization=f"Bearer {key}")
        return self.keyed.post_form("/translate", **fields, **({"api_key": key} if key else {}))

    def test_keys_and_requests_per_minute(self):
        self.assert_error(self.ask(""), 400, "key")
        self.assert_error(self.ask("key-of-many-request"), 403)
        self.assertEqual(self.ask("key-of-many-requests").status, 200)
        self.assertEqual(self.ask("key-of-many-requests", header=True).status, 200)
        self.assertEqual([self.ask("key-of-few-requests").status for _ in range(2)], [200, 200])
        limited = self.ask("key-of-few-requests")
        self.assert_error(limited, 429)
        self.assertGreater(int(limited.headers["retry-after"]), 0)
        self.assertTrue(self.keyed.ask("GET", "/frontend/settings").json["keyRequired"])
        self.assertEqual(self.keyed.ask("GET", "/v1/models").status, 200)

    def test_text_over_the_limit(self):
        self.assert_error(self.ask("key-of-many-requests", "ä" * 51), 400, "51", "50")
        self.assertEqual(self.ask("key-of-many-requests", "ä" * 50).status, 200)

    def test_figures_need_their_token(self):
        self.assert_error(self.keyed.ask("GET", "/metrics"), 401)
        self.assert_error(self.keyed.ask("GET", "/metrics", headers={"Authorization": "Bearer open"}), 401)
        self.assertEqual(self.keyed.ask("GET", "/metrics", headers={"Authorization": "Bearer sesame"}).status, 200)

    def test_addresses_behind_a_proxy(self):
        server = self.start("--limit-requests", 1, "--behind-proxy")
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        ask = lambda address: server.ask("POST", "/translate", GOOD_BODY, {**form, "X-Forwarded-For": address}).status
        self.assertEqual([ask("9.9.9.9, 1.1.1.1"), ask("8.8.8.8, 1.1.1.1"), ask("2.2.2.2")], [200, 429, 200])

    def test_a_full_queue(self):
        server = self.start("--threads", 1, "--limit-queue", 2)
        large = json.dumps({"q": [TEXT] * 900, "source": "de", "target": "en"})
        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            answers = list(clients.map(lambda _: server.ask("POST", "/translate", large, {"Content-Type": "application/json"}), range(8)))
        refused = [answer for answer in answers if answer.status == 503]
        self.assertTrue(refused)
        self.assertTrue(all(int(answer.headers["retry-after"]) > 0 for answer in refused))
        self.assertTrue(all(len(answer.json["translatedText"]) == 900 for answer in answers if answer.status == 200))
        self.assertTrue(any(answer.status == 200 for answer in answers))

    def test_small_requests_are_not_starved(self):
        server = self.start("--threads", 1)
        large = json.dumps({"q": [TEXT + " " * (i % 50) for i in range(1000)], "source": "de", "target": "en"})
        done = {}

        def send(name, body):
            self.assertEqual(server.ask("POST", "/translate", body, {"Content-Type": "application/json"}).status, 200)
            done[name] = time.monotonic()

        first = threading.Thread(target=send, args=("large", large))
        first.start()
        while not re.search(rb"(?m)^calque_queue_depth [1-9]", server.ask("GET", "/metrics").body) and first.is_alive():
            pass
        send("small", json.dumps({"q": TEXT, "source": "de", "target": "en"}))
        first.join()
        self.assertLess(done["small"], done["large"])

    def test_more_connections_than_allowed(self):
        server = self.start("--limit-connections", 20)
        with contextlib.ExitStack() as stack:
            for _ in range(200):
                client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                with contextlib.suppress(OSError):
                    client.sendall(b"GET /health HTTP/1.1\r\nX: ")
            for _ in range(5):
                self.assertEqual(server.ask("GET", "/health").status, 200)
            self.assertLess(len(os.listdir(f"/proc/{server.process.pid}/fd")), 100)

    def test_a_time_that_is_over(self):
        server = self.start("--threads", 1, "--limit-time", 1)
        busy = json.dumps({"q": [TEXT] * 1000, "source": "de", "target": "en", "alternatives": 20})
        with concurrent.futures.ThreadPoolExecutor(12) as clients:
            found = list(clients.map(lambda _: server.ask("POST", "/translate", busy, {"Content-Type": "application/json"}), range(12)))
        self.assertTrue({answer.status for answer in found} <= {200, 503})
        for answer in found:
            if answer.status == 503:
                self.assert_error(answer, 503)
                self.assertIn("retry-after", answer.headers)

    def test_mistakes_at_the_start(self):
        model = self.folder / "de-en"
        bad_config = self.folder / "bad-config"
        bad_config.write_text("host = 127.0.0.1\nprot = 5\n", encoding="utf-8")
        for arguments, word in ((["-m", self.folder / "none"], "none"), ([], "-m"), (["-m", model, "-m", model], "two models"),
                                (["-m", model, "--port", "70000"], "65535"), (["-m", model, "--host", "nowhere.invalid"], "nowhere.invalid"),
                                (["-m", model, "--port", self.server.port], "cannot listen"), (["-m", model, "--config", bad_config], "bad-config:2"),
                                (["-m", model, "--limit-body", "much"], "limit-body")):
            with self.subTest(arguments=arguments):
                done = subprocess.run([PROGRAM, "serve", *map(str, arguments)], capture_output=True, timeout=60, check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(word, done.stderr.decode())


class SignalsTest(ServingTest):
    MODELS = ("de-en",)

    def test_the_end_answers_what_was_begun(self):
        server = self.start("--threads", 1)
        body = json.dumps({"q": [TEXT] * 400, "source": "de", "target": "en"})
        with concurrent.futures.ThreadPoolExecutor(4) as clients:
            waiting = [clients.submit(server.ask, "POST", "/translate", body, {"Content-Type": "application/json"}) for _ in range(4)]
            while len(re.findall(rb"(?m)^calque_http_requests_in_flight 5", server.ask("GET", "/metrics").body)) == 0 and not all(w.done() for w in waiting):
                pass
            self.assertEqual(server.stop(), 0)
            self.assertEqual([len(answer.result().json["translatedText"]) for answer in waiting], [400] * 4)
        with self.assertRaises(ConnectionRefusedError):
            server.ask("GET", "/health")
        self.assertEqual([line["event"] for line in server.log_lines() if line["event"] != "request"], ["listening", "draining", "stopped"])

    def test_idle_connections_do_not_hold_the_end_up(self):
        server = self.start()
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(HEALTH)
            self.assertIn(b"200 OK", client.recv(1000))
            begun = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - begun, 5)

    def test_models_are_loaded_anew_without_losing_a_request(self):
        server = self.start("--threads", 2)
        expected = self.translated([TEXT])[0]
        stop = threading.Event()
        found = []

        def keep_asking():
            while not stop.is_set():
                found.append(server.post_form("/translate", q=TEXT, source="de", target="en"))

        clients = [threading.Thread(target=keep_asking) for _ in range(4)]
        for client in clients:
            client.start()
        for i in range(3):
            server.process.send_signal(signal.SIGHUP)
            server.wait_for_event("reloaded", i + 1)
        stop.set()
        for client in clients:
            client.join()
        self.assertEqual({(answer.status, answer.json["translatedText"]) for answer in found}, {(200, expected)})

    def test_a_model_that_cannot_be_loaded_leaves_the_old_one(self):
        folder = self.folder / "copy"
        shutil.copytree(self.folder / "de-en", folder)
        server = self.start("-m", f"de-xx={folder}")
        (folder / "manifest.json").rename(folder / "gone")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for_event("reload failed")
        self.assertIn("manifest", next(line["detail"] for line in server.log_lines() if "reload failed" in line["event"]))
        self.assertEqual(server.post_form("/translate", q=TEXT, source="de", target="xx").status, 200)
        self.assertIn("calque_failed_reloads_total 1", server.ask("GET", "/metrics").body.decode())


if __name__ == "__main__":
    unittest.main()
