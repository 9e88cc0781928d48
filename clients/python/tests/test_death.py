"""Sidecars that die, flood, lie, or do not end: the client says why, waits for them, and never hangs."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
import unittest
from typing import Any, Callable, List, Tuple

from support import Case, fake, is_alive

from agent_tools import _limits as limits
from agent_tools import AgentTools, AgentToolsError, AsyncAgentTools, ServerDied

#: Seconds that stand for "it hangs".
PATIENCE = 30


class Death(Case):
    def setUp(self) -> None:
        super().setUp()
        grace, limits.GRACE = limits.GRACE, 0.5
        self.addCleanup(setattr, limits, "GRACE", grace)

    def both(self, command: List[str], **settings: Any) -> List[Tuple[str, ServerDied]]:
        """What a call of either client raises."""
        raised = []
        with AgentTools(command=command, cwd=self.home, **settings) as tools:
            with self.assertRaises(ServerDied) as sync_error:
                tools.start_call("shell", {"command": "x"}).result(PATIENCE)
            raised.append(("sync", sync_error.exception))

        async def work() -> None:
            async with AsyncAgentTools(command=command, cwd=self.home, **settings) as other:
                with self.assertRaises(ServerDied) as error:
                    await asyncio.wait_for(other.shell("x"), PATIENCE)
                raised.append(("async", error.exception))

        asyncio.run(work())
        return raised

    def test_it_exits_in_the_middle_of_a_call(self) -> None:
        command = fake('next(lines); sys.stderr.write("noise\\nout of luck\\n"); sys.stderr.flush(); os._exit(7)')
        for kind, error in self.both(command):
            with self.subTest(kind):
                self.assertEqual(error.exit_code, 7)
                self.assertEqual(error.stderr[-2:], ["noise", "out of luck"])
                self.assertRegex(str(error), "ended with exit status 7: out of luck$")

    def test_it_is_killed(self) -> None:
        for kind, error in self.both(fake("next(lines); os.kill(os.getpid(), 9)")):
            with self.subTest(kind):
                self.assertEqual(error.exit_code, -9)
                self.assertIn("was ended by signal 9", str(error))

    def test_it_says_what_is_no_message(self) -> None:
        for said in (
            '"hello"',
            '"[1]"',
            '"[" * 100_000',
            "'{\"id\": [1], \"result\": 1}'",
            "'{\"id\": 2, \"error\": 5}'",
            "'{\"id\": 2, \"error\": {}}'",
            "'{\"method\": 5, \"params\": [1]}'",
            "'{\"method\": \"tool/output\", \"params\": 1}'",
        ):
            for kind, error in self.both(fake(f"next(lines); print({said}, flush=True); time.sleep(60)")):
                with self.subTest(kind, said=said):
                    self.assertIn("sent something that is no message", str(error))

    def test_it_says_what_is_no_text(self) -> None:
        for kind, error in self.both(fake('next(lines); os.write(1, b"\\xff\\n"); time.sleep(60)')):
            with self.subTest(kind):
                self.assertIn("sent something that is no message", str(error))

    def test_it_closes_its_output(self) -> None:
        for kind, error in self.both(fake("next(lines); os.close(1); time.sleep(60)")):
            with self.subTest(kind):
                self.assertRegex(str(error), "closed its output$")

    def test_a_closed_client_says_so(self) -> None:
        tools = AgentTools(command=fake("for line in lines: pass"), cwd=self.home).start()
        tools.close()
        with self.assertRaisesRegex(ServerDied, "^the client is closed; make another$"):
            tools.start_call("shell", {}).result(PATIENCE)

        async def work() -> None:
            other = await AsyncAgentTools(command=fake("for line in lines: pass"), cwd=self.home).start()
            await other.close()
            with self.assertRaisesRegex(ServerDied, "^the client is closed; make another$"):
                await asyncio.wait_for(other.shell("x"), PATIENCE)

        asyncio.run(work())

    def test_a_client_that_is_closed_after_a_death_still_tells_of_it(self) -> None:
        command = fake("next(lines); sys.exit(3)")
        tools = AgentTools(command=command, cwd=self.home).start()
        for closed in (False, True):
            with self.subTest(closed=closed), self.assertRaisesRegex(ServerDied, "ended with exit status 3$"):
                tools.start_call("shell", {}).result(PATIENCE)
            tools.close()

    def test_it_answers_with_what_is_no_outcome(self) -> None:
        for result in ("5", "None", "[]", '{"status": "completed"}'):
            command = fake(f'r = next(lines); answer(r["id"], {result}); time.sleep(60)')
            with self.subTest(result), AgentTools(command=command, cwd=self.home) as tools:
                with self.assertRaisesRegex(AgentToolsError, "no Outcome"):
                    tools.start_call("shell", {}).result(PATIENCE)

    def test_it_sends_a_line_without_end(self) -> None:
        command = fake('next(lines); sys.stdout.write("x" * 200_000); sys.stdout.flush(); time.sleep(60)')
        for kind, error in self.both(command, line_bytes=100_000):
            with self.subTest(kind):
                self.assertIn("sent ", str(error))

    def test_it_floods_standard_error(self) -> None:
        body = 'r = next(lines); sys.stderr.write("e" * 99 + "\\n" * 1); sys.stderr.write(("x" * 99 + "\\n") * 200_000); answer(r["id"], outcome("ok"))'
        with AgentTools(command=fake(body), cwd=self.home) as tools:
            self.assertEqual(tools.start_call("shell", {}).result(PATIENCE).text, "ok")
            self.assertLessEqual(len(tools.stderr), 50)

        async def work() -> None:
            async with AsyncAgentTools(command=fake(body), cwd=self.home) as other:
                self.assertEqual((await asyncio.wait_for(other.shell("x"), PATIENCE)).text, "ok")

        asyncio.run(work())

    def test_a_long_line_arrives(self) -> None:
        body = 'r = next(lines); answer(r["id"], outcome("y" * 20_000_000))'
        with AgentTools(command=fake(body), cwd=self.home) as tools:
            self.assertEqual(len(tools.start_call("shell", {}).result(PATIENCE).text), 20_000_000)

        async def work() -> None:
            async with AsyncAgentTools(command=fake(body), cwd=self.home) as other:
                self.assertEqual(len((await other.shell("x")).text), 20_000_000)

        asyncio.run(work())

    def test_answers_out_of_order_and_unknown_ones(self) -> None:
        body = (
            "a = next(lines); b = next(lines)\n"
            'answer(999, {}); answer("1", {}); send({"jsonrpc": "2.0", "method": "new/thing", "params": {"x": 1}})\n'
            'answer(b["id"], outcome("b")); answer(a["id"], outcome("a"))\n'
            'send({"jsonrpc": "2.0", "id": "q", "method": "what/is/this", "params": {}})\n'
            'os._exit(0 if next(m for m in lines if "error" in m)["error"]["code"] == -32601 else 1)'
        )
        heard: List[str] = []
        with AgentTools(command=fake(body), cwd=self.home, on_notification=lambda m, p: heard.append(m)) as tools:
            first, second = tools.start_call("shell", {}), tools.start_call("shell", {})
            self.assertEqual((second.result(PATIENCE).text, first.result(PATIENCE).text), ("b", "a"))
            with self.assertRaises(ServerDied) as raised:
                tools.ping()
            self.assertEqual(raised.exception.exit_code, 0)
        self.assertEqual(heard, ["new/thing"])

    def test_it_does_not_end_by_itself(self) -> None:
        bodies = {
            "end of input is not enough": "time.sleep(600)",
            "SIGTERM is not enough": "signal.signal(signal.SIGTERM, signal.SIG_IGN); answer(next(lines)['id'], {}); time.sleep(600)",
        }
        for name, body in bodies.items():
            with self.subTest(name):
                tools = AgentTools(command=fake(body), cwd=self.home).start()
                if "SIGTERM" in name:
                    tools.ping()
                process = tools._process
                assert process is not None
                tools.close()
                self.assertLess(process.returncode, 0)
                self.assertFalse(is_alive(process.pid))

    def test_it_stops_reading(self) -> None:
        tools = AgentTools(command=fake("time.sleep(600)"), cwd=self.home).start()
        process = tools._process
        assert process is not None
        stuck = threading.Thread(
            target=lambda: self.assertRaises(AgentToolsError, tools.call, "write", {"content": "x" * 10_000_000})
        )
        stuck.start()
        time.sleep(0.2)
        tools.close()
        stuck.join(PATIENCE)
        self.assertFalse(stuck.is_alive())
        self.assertFalse(is_alive(process.pid))

    def test_a_grandchild_keeps_the_pipes(self) -> None:
        body = (
            "import subprocess; subprocess.Popen(['sleep', '20'], start_new_session=True, stdin=subprocess.DEVNULL)\n"
            "next(lines); os._exit(5)"
        )
        with AgentTools(command=fake(body), cwd=self.home) as tools:
            call = tools.start_call("shell", {})
            process = tools._process
            assert process is not None
            process.wait(PATIENCE)
        self.assertFalse(is_alive(process.pid))
        del call


class Start(Case):
    def both(self, check: Callable[[ServerDied], None], *args: Any, **settings: Any) -> None:
        with self.assertRaises(ServerDied) as sync_error:
            AgentTools(*args, **settings).start()
        check(sync_error.exception)

        async def work() -> None:
            with self.assertRaises(ServerDied) as error:
                await AsyncAgentTools(*args, **settings).start()
            check(error.exception)

        asyncio.run(work())

    def test_no_such_program(self) -> None:
        self.both(lambda e: self.assertIn('cannot start "/nowhere/agent-tools"', str(e)), binary="/nowhere/agent-tools")

    def test_no_such_folder(self) -> None:
        missing = os.path.join(self.home, "none")
        settings = {**self.settings(), "cwd": missing}
        self.both(lambda e: self.assertIn(f'in "{missing}": No such file', str(e)), **settings)

    def test_a_configuration_that_is_not_valid(self) -> None:
        config = self.file("config.json", '{"capz": {}}')

        def check(error: ServerDied) -> None:
            self.assertEqual(error.exit_code, 2)
            self.assertIn("capz", str(error))

        self.both(check, ["--config", config], **self.settings())

    def test_one_that_says_nothing(self) -> None:
        pids = self.file("pids", "")
        body = f"import os, sys, time; open({pids!r}, 'a').write(f'{{os.getpid()}} '); print('Password:', file=sys.stderr); time.sleep(600)"

        def check(error: ServerDied) -> None:
            self.assertIn("said nothing for 1 s (start_timeout): Password:", str(error))

        self.both(check, command=[sys.executable, "-u", "-c", body], cwd=self.home, start_timeout=1.0)
        with open(pids, encoding="utf-8") as file:
            started = [int(pid) for pid in file.read().split()]
        self.assertEqual([is_alive(pid) for pid in started], [False, False])

    def test_a_client_is_started_once(self) -> None:
        tools = AgentTools(command=fake("next(lines)"), cwd=self.home).start()
        with self.assertRaises(AgentToolsError):
            tools.start()
        tools.close()


if __name__ == "__main__":
    unittest.main()
