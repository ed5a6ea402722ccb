"""Three servers behind nginx, with the configuration of deploy/: no request fails while servers end and start."""

import http.client
import re
import shutil
import socket
import subprocess
import threading
import time
import unittest

from harness import ROOT
from serving import Server, ServingTest

TEXT = "Das Haus ist alt."


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


@unittest.skipUnless(shutil.which("nginx"), "nginx is not installed")
class NginxTest(ServingTest):
    MODELS = ("de-en",)

    def start_at(self, port):
        server = Server("-m", self.folder / "de-en", "--behind-proxy", "--threads", 1, port=port, log=self.folder / f"log.{port}.{time.monotonic_ns()}")
        self.addCleanup(server.stop)
        return server

    def start_nginx(self, ports, front):
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8").replace("127.0.0.1:8080", f"127.0.0.1:{front}")
        for old, new in zip((5001, 5002, 5003), ports):
            text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
        text = re.sub(r"pid .*;", f"pid {self.folder}/nginx.pid;", text)
        temporary = "".join(f"{name}_temp_path {self.folder}/{name};\n  " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        text = text.replace("access_log off;", f"access_log off;\n  {temporary}")
        (self.folder / "nginx.conf").write_text(text, encoding="utf-8")
        nginx = subprocess.Popen(["nginx", "-c", self.folder / "nginx.conf", "-g", "daemon off;"], stderr=subprocess.DEVNULL)
        self.addCleanup(nginx.wait)
        self.addCleanup(nginx.terminate)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", front)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.05)
        self.fail("nginx does not listen")

    def test_servers_end_and_start_under_load(self):
        *ports, front = free_ports(4)
        servers = [self.start_at(port) for port in ports]
        self.start_nginx(ports, front)
        expected = '{"translatedText":"%s"}' % self.translated([TEXT])[0]
        body, headers = f"q={TEXT.replace(' ', '+')}&source=de&target=en", {"Content-Type": "application/x-www-form-urlencoded"}
        stop, found = threading.Event(), []

        def keep_asking():
            while not stop.is_set():
                connection = http.client.HTTPConnection("127.0.0.1", front, timeout=30)
                connection.request("POST", "/translate", body, headers)
                response = connection.getresponse()
                found.append((response.status, response.read().decode()))
                connection.close()

        clients = [threading.Thread(target=keep_asking) for _ in range(4)]
        for client in clients:
            client.start()
        for i, port in enumerate(ports):
            time.sleep(0.3)
            self.assertEqual(servers[i].stop(), 0)
            time.sleep(0.3)
            servers[i] = self.start_at(port)
        stop.set()
        for client in clients:
            client.join()
        self.assertGreater(len(found), 20)
        self.assertEqual(set(found), {(200, expected)})


if __name__ == "__main__":
    unittest.main()
