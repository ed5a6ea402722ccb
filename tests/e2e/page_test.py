"""The page of the service: builds from its list of packages alone, is one small file that asks no other host, and does in a real
browser what it shall do. Skipped only where npm or Chromium is missing."""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import ROOT

WEB = ROOT / "web"
BROWSER = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
LARGEST = 60_000  # bytes, compressed; the contract allows 150,000
PARTS = ("src", "test", "build", "index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", ".npmrc")
# Names of XML namespaces are no addresses: nothing is fetched from them.
NAMESPACE = re.compile(r"http://www\.w3\.org/(?:1998/Math/MathML|1999/xhtml|1999/xlink|2000/svg|2000/xmlns/|XML/1998/namespace)")


def run(*command, folder, timeout=900):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout[-20000:]}\n{done.stderr[-5000:]}")
    return done.stdout


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
        run("npm", "ci", "--no-audit", "--no-fund", folder=cls.web)
        run("npm", "run", "build", folder=cls.web)
        cls.page = (cls.web / "dist" / "index.html").read_text(encoding="utf-8")

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
        run("npm", "run", "bundle", folder=self.web)
        self.assertEqual((self.web / "dist" / "index.html").read_text(encoding="utf-8"), self.page)

    @unittest.skipUnless(BROWSER, "Chromium is not installed: scripts/install-packages --browser")
    def test_in_a_browser(self):
        out = run("npm", "test", folder=self.web)
        passed = int(re.search(r"^(?:# |ℹ )pass (\d+)", out, re.MULTILINE)[1])
        self.assertGreater(passed, 50)


if __name__ == "__main__":
    unittest.main()
