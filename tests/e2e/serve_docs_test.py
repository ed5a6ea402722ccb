"""Requests in the pages of the service work as they stand."""

import re
import shutil
import subprocess
import unittest

from harness import ROOT
from serving import ServingTest


@unittest.skipUnless(shutil.which("curl"), "curl is not installed")
class DocumentedRequestsTest(ServingTest):
    OPTIONS = ("--corrections", "{folder}/corrections")

    def requests_of(self, page):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        return [line.strip() for line in text.splitlines() if re.match(r"    .*\bcurl ", line)]

    def test_every_curl_line_is_answered(self):
        commands = self.requests_of("api.md") + self.requests_of("serving.md")
        self.assertGreater(len(commands), 15)
        for command in commands:
            with self.subTest(command=command):
                line = re.sub(r"(?:localhost|127\.0\.0\.1):5000", f"127.0.0.1:{self.server.port}", command).replace("curl ", "curl -sS -f ")
                done = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], capture_output=True, timeout=60, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout)

    def test_the_page_names_every_operation(self):
        page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
        for path in self.server.ask("GET", "/spec").json["paths"]:
            self.assertIn(re.sub(r"/\{\w+\}", "", path), page)


if __name__ == "__main__":
    unittest.main()
