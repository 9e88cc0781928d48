"""The example runs as a reader would run it."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest

from support import BINARY, HERE, Case


class Example(Case):
    def test_the_agent_loop(self) -> None:
        path = os.pathsep.join([os.path.dirname(BINARY), os.environ.get("PATH", "")])
        script = os.path.join(HERE.parent, "examples", "agent_loop.py")
        done = subprocess.run(
            [sys.executable, script, self.home],
            env={"PATH": path, "HOME": os.path.join(self.home, "home"), "LANG": "C.UTF-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            timeout=120,
        )
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        said = done.stdout.splitlines()
        self.assertIn("  | hello", said)
        self.assertIn("  | GOOD MORNING", said)
        self.assertIn("tool: hello.py:1:print(\"good morning\")", said)
        self.assertTrue(any("nothing is to be removed" in line for line in said), done.stdout)
        self.assertEqual(said[-1], "model: The greeting is changed, and nothing was removed.")
        self.assertTrue(os.path.exists(os.path.join(self.home, "hello.py")))


if __name__ == "__main__":
    unittest.main()
