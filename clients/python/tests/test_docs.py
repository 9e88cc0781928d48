"""What the documents show is run as it stands there."""

from __future__ import annotations

import ast
import asyncio
import collections.abc
import importlib.metadata
import inspect
import os
import re
import shutil
import subprocess
import sys
import textwrap
import unittest
from typing import Any, Callable, List, Set, get_origin

from support import BINARY, HERE, Case

from agent_tools import AgentTools, AsyncAgentTools, AsyncOutcome, Session, __version__

ROOT = HERE.parents[2]


def blocks(document: str) -> List[str]:
    with open(os.path.join(ROOT, document), encoding="utf-8") as file:
        return re.findall(r"^```python\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)


class Documents(Case):
    def run_block(self, block: str, head: str = "") -> str:
        """What a snippet prints, run in a project of its own with the binary in PATH."""
        bin_folder = os.path.join(self.home, "bin")
        os.mkdir(bin_folder)
        os.symlink(BINARY, os.path.join(bin_folder, "agent-tools"))
        for name in ("make", "pytest"):
            self.file(f"bin/{name}", f'#!/bin/sh\necho {name} "$@"\n')
            os.chmod(os.path.join(bin_folder, name), 0o755)
        os.mkdir(os.path.join(self.home, "src"))
        self.file("src/app.py", "colour = 1  # TODO\n")
        self.file("agent.json", '{"approval": {"security": "full", "ask": "off"}}')
        if re.search(r"^async ", block, re.MULTILINE):
            block = f"import asyncio\nasync def main():\n{textwrap.indent(block, '    ')}\nasyncio.run(main())\n"
        settings = self.settings()["env"]
        done = subprocess.run(
            [sys.executable, "-c", head + block.replace("/path/to/project", self.home)],
            cwd=self.home,
            env={
                **settings,
                "PATH": os.pathsep.join([bin_folder, settings["PATH"]]),
                "PYTHONPATH": str(HERE.parent),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            timeout=60,
        )
        self.assertEqual((done.stderr, done.returncode), ("", 0), done.stdout)
        return done.stdout

    def test_blocking(self) -> None:
        said = self.run_block(blocks("docs/python.md")[0])
        self.assertEqual(said, "0 make test\n\nsrc/app.py:1:color = 1  # TODO\n")

    def test_asyncio(self) -> None:
        block = blocks("docs/python.md")[1] + "    print([one.text for one in results])\n"
        said = self.run_block(block, 'names = ["a", "b"]\n')
        self.assertEqual(said, "['pytest tests/a\\n', 'pytest tests/b\\n']\n")

    def test_session(self) -> None:
        said = self.run_block(blocks("docs/python.md")[2], "from agent_tools import AgentTools\n")
        self.assertEqual(said, "ready on 8080\nsaid hello\n")

    def test_without_the_client(self) -> None:
        self.assertRegex(self.run_block(blocks("README.md")[0]), r"^Python 3\.\d+")

    def test_no_snippet_is_left_out(self) -> None:
        self.assertEqual((len(blocks("docs/python.md")), len(blocks("README.md"))), (3, 1))


def builds_package() -> bool:
    """Whether a setuptools is here that knows the licence as the package names it."""
    try:
        return int(importlib.metadata.version("setuptools").split(".")[0]) >= 77
    except importlib.metadata.PackageNotFoundError:
        return False


class Package(Case):
    @unittest.skipUnless(builds_package(), "setuptools 77 or later is not installed")
    def test_its_metadata_is_built_without_a_network(self) -> None:
        copy = shutil.copytree(HERE.parent, os.path.join(self.home, "package"))
        command = [sys.executable, "-c", "from setuptools import setup; setup()", "-q", "egg_info"]
        done = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout)
        built = os.path.join(copy, "agent_tools.egg-info")
        with open(os.path.join(built, "PKG-INFO"), encoding="utf-8") as file:
            said = dict(line.rstrip().split(": ", 1) for line in file if ": " in line)
        self.assertEqual((said["Name"], said["Version"]), ("agent-tools", __version__))
        self.assertEqual(said["Requires-Python"], ">=3.9")
        with open(os.path.join(built, "SOURCES.txt"), encoding="utf-8") as file:
            self.assertIn("agent_tools/py.typed\n", list(file))

    def test_its_metadata_is_what_the_module_says(self) -> None:
        text = (HERE.parent / "pyproject.toml").read_text(encoding="utf-8")
        said = dict(re.findall(r'^([a-z-]+) = "(.*)"$', text, re.MULTILINE))
        # A table for the licence is what setuptools gives up.
        wanted = {"name": "agent-tools", "version": __version__, "license": "MIT", "requires-python": ">=3.9"}
        self.assertEqual({name: said.get(name) for name in wanted}, wanted)
        self.assertIn('requires = ["setuptools>=77"]', text)

    def test_its_syntax_is_that_of_python_3_9(self) -> None:
        for folder in ("agent_tools", "examples", "tests"):
            for name in os.listdir(HERE.parent / folder):
                if name.endswith(".py"):
                    with open(HERE.parent / folder / name, encoding="utf-8") as file:
                        ast.parse(file.read(), name, feature_version=(3, 9))


class Methods(Case):
    """The typed methods are complete: every field of every tool, in both clients."""

    def test_every_field_is_a_parameter(self) -> None:
        # A field that the configuration makes useless is left out: with a node there is a host.
        config = self.file("nodes.json", '{"hosts": {"far": {"command": ["true"]}}}')
        with AgentTools(["--yolo", "--config", config], **self.settings()) as tools:
            schemas = {tool["name"]: tool["inputSchema"] for tool in tools.tools()["tools"]}
        for name in ("shell", "read", "read_media", "write", "edit", "glob", "grep"):
            wanted = {snake(field) for field in schemas[name]["properties"]}
            self.assertLessEqual(wanted, parameters(getattr(AgentTools, name)), name)
        actions = set(schemas["process"]["properties"]["action"]["enum"])
        offered = {action for action in actions if hasattr(Session, action.replace("-", "_"))}
        self.assertEqual(actions - offered, {"list"})
        fields: Set[str] = set()
        for action in offered:
            fields |= parameters(getattr(Session, action.replace("-", "_")))
        wanted = {snake(field) for field in schemas["process"]["properties"]}
        self.assertLessEqual(wanted - {"action", "session_id", "host"}, fields)

    def test_both_clients_have_the_same(self) -> None:
        def public(client: type) -> Set[str]:
            return {name for name in dir(client) if not name.startswith("_")}

        self.assertEqual(public(AgentTools) - public(AsyncAgentTools), {"start_call"})
        self.assertEqual(public(AsyncAgentTools) - public(AgentTools), set())
        # create_task takes a coroutine alone, and a checker goes by what is declared.
        self.assertTrue(asyncio.iscoroutinefunction(AsyncAgentTools.call))
        self.assertIs(get_origin(AsyncOutcome), collections.abc.Coroutine)
        for name in public(AsyncAgentTools) - {"stderr"}:
            both = [parameters(getattr(client, name)) for client in (AgentTools, AsyncAgentTools)]
            self.assertEqual(*both, name)
        self.assertEqual(parameters(AgentTools.__init__), parameters(AsyncAgentTools.__init__))


def parameters(function: Callable[..., Any]) -> Set[str]:
    return set(inspect.signature(function).parameters) - {"self"}


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter.group().lower()}", name)


if __name__ == "__main__":
    unittest.main()
