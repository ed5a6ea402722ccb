"""A server for tests, and requests to it."""

import contextlib
import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse

from harness import PROGRAM


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, {name.lower(): value for name, value in headers}, body

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    """`calque serve`, on a free port unless one is given."""

    def __init__(self, *arguments, log, port=0):
        self.log = pathlib.Path(log)
        with open(self.log, "wb") as errors:
            self.process = subprocess.Popen([PROGRAM, "serve", "--port", str(port), *map(str, arguments)], stdout=subprocess.PIPE, stderr=errors)
        line = self.process.stdout.readline().decode()
        if not line:
            self.process.wait()
            self.process.stdout.close()
            raise RuntimeError(self.log.read_text(encoding="utf-8"))
        self.port = int(re.search(r":(\d+)/$", line.strip())[1])

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answer(response.status, response.getheaders(), response.read())

    def post_json(self, path, value, **headers):
        return self.ask("POST", path, json.dumps(value), {"Content-Type": "application/json", **headers})

    def post_form(self, path, **fields):
        return self.ask("POST", path, urllib.parse.urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"})

    def raw(self, data, timeout=20, half_close=False):
        """Sends bytes over a socket and returns all that comes back until the server closes, or nothing comes for the timeout."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as client:
            client.sendall(data)
            if half_close:
                client.shutdown(socket.SHUT_WR)
            received = b""
            with contextlib.suppress(ConnectionResetError, socket.timeout):
                while part := client.recv(65536):
                    received += part
            return received

    def log_lines(self):
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def wait_for_event(self, event, count=1, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if sum(event in line["event"] for line in self.log_lines()) >= count:
                return
            time.sleep(0.02)
        raise AssertionError(f"no event {event}: {self.log.read_text(encoding='utf-8')[-2000:]}")

    def stop(self):
        """Ends the server as an init system does; the status it ends with."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        return status


class ServingTest(unittest.TestCase):
    """A test with two small models, German to English and back, and a server that has them."""

    OPTIONS = ()
    MODELS = ("de-en", "en-de")
    PAIRS = 600

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="calque-serve-")
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        for name in cls.MODELS:
            cls.make_model(name)
        cls.server = cls.start(*[str(option).replace("{folder}", str(cls.folder)) for option in cls.OPTIONS])

    @classmethod
    def make_model(cls, name):
        source, target = name.split("-")
        corpus = cls.folder / f"corpus.{name}"
        cls.run_quietly("synth", "--pair", name, "--sentences", cls.PAIRS, "--dev", 60, "--test", 200, "--raw", "--seed", 5, "-o", corpus)
        cls.run_quietly("train", "-s", corpus / f"train.{source}", "-t", corpus / f"train.{target}", "--source-language", source,
                        "--target-language", target, "--tune", "none", "-o", cls.folder / name)

    @classmethod
    def run_quietly(cls, *arguments):
        subprocess.run([PROGRAM, *map(str, arguments), "-q"], check=True, capture_output=True)

    @classmethod
    def start(cls, *options):
        models = [word for name in cls.MODELS for word in ("-m", cls.folder / name)]
        server = Server(*models, *options, log=cls.folder / f"log.{time.monotonic_ns()}")
        cls.addClassCleanup(server.stop)
        return server

    @classmethod
    def lines_to_test(cls, language="de"):
        return (cls.folder / f"corpus.{'de-en' if language == 'de' else 'en-de'}" / f"test.{language}").read_text(encoding="utf-8").splitlines()

    @classmethod
    def translated(cls, lines, model="de-en"):
        """What `calque translate` makes of the lines."""
        done = subprocess.run([PROGRAM, "translate", "-m", cls.folder / model, "-q"], input="".join(line + "\n" for line in lines).encode(),
                              capture_output=True, check=True)
        return done.stdout.decode().split("\n")[:-1]

    def assert_error(self, answer, status, *words):
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(list(answer.json), ["error"])
        for word in words:
            self.assertIn(word, answer.json["error"])


def mismatch(value, schema, root, where="answer"):
    """What is wrong with a value by a schema of /spec; None if nothing. Knows the words that schemas there use, and no other."""
    if "$ref" in schema:
        return mismatch(value, root["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], root, where)
    known = {"type", "required", "properties", "additionalProperties", "items", "anyOf", "enum", "minimum", "maximum", "minItems", "maxItems", "description"}
    assert set(schema) <= known, set(schema) - known
    if "anyOf" in schema and all(mismatch(value, each, root, where) for each in schema["anyOf"]):
        return f"{where}: none of the choices fits {value!r}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where}: {value!r} is not one of {schema['enum']}"
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return f"{where}: {value!r} is no {kind}"
    if kind in ("integer", "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{where}: {value!r} is out of range"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return f"{where}: {len(value)} items"
        return next(filter(None, (mismatch(item, schema.get("items", {}), root, f"{where}[{i}]") for i, item in enumerate(value))), None)
    if isinstance(value, dict):
        return wrong_member(value, schema, root, where)
    return None


def wrong_member(value, schema, root, where):
    missing = set(schema.get("required", ())) - set(value)
    if missing:
        return f"{where}: {missing} is missing"
    for name, member in value.items():
        rule = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
        if rule is False:
            return f"{where}: {name} is not described"
        found = None if rule is True else mismatch(member, rule, root, f"{where}.{name}")
        if found:
            return found
    return None
