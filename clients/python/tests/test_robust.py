"""Interrupts, forks, event loops that end, requests that cannot be sent: nothing hangs, nothing is left behind."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from typing import Any, Callable, Dict, List, NoReturn

from support import HERE, Case, fake, is_alive

from agent_tools import _limits as limits
from agent_tools import (
    AgentTools,
    AgentToolsError,
    AsyncAgentTools,
    DeadlineExceeded,
    Output,
    RpcError,
    ServerDied,
)

#: Seconds that stand for "it hangs".
PATIENCE = 30


class ScriptCase(Case):
    def script(self, body: str, *args: str) -> subprocess.Popen[str]:
        """A program of its own that uses the client; every warning is an error."""
        head = "import asyncio, os, sys, time\nfrom agent_tools import *\nbinary, cwd, *args = sys.argv[1:]\n"
        settings = self.settings()
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", head + body, settings["binary"], settings["cwd"], *args],
            env={**settings["env"], "PYTHONPATH": str(HERE.parent), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
        )

    def wait_until(self, is_true: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not is_true():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.01)

    def pid_in(self, name: str) -> int:
        """The process that a command wrote into a file."""
        path = os.path.join(self.home, name)
        self.wait_until(lambda: os.path.exists(path) and open_text(path).endswith("\n"), "the command to run")
        return int(open_text(path))


def open_text(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


class Interrupts(ScriptCase):
    def test_ctrl_c_ends_the_command_and_the_client_goes_on(self) -> None:
        child = self.script(
            "with AgentTools(['--yolo'], binary=binary, cwd=cwd) as tools:\n"
            "    try:\n"
            "        tools.shell('echo $$ >pid; sleep 60')\n"
            "    except KeyboardInterrupt:\n"
            "        print(tools.shell('echo on').text)\n"
        )
        pid = self.pid_in("pid")
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
        self.assertEqual((out, err, child.returncode), ("on\n\n", "", 0))
        self.assertFalse(is_alive(pid))

    def test_ctrl_c_with_asyncio(self) -> None:
        child = self.script(
            "async def main():\n"
            "    async with AsyncAgentTools(['--yolo'], binary=binary, cwd=cwd) as tools:\n"
            "        await tools.shell('echo $$ >pid; sleep 60')\n"
            "try:\n"
            "    asyncio.run(main())\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n"
        )
        pid = self.pid_in("pid")
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
        self.assertEqual((out, err, child.returncode), ("interrupted\n", "", 0))
        self.assertFalse(is_alive(pid))

    def test_half_a_line_does_not_swallow_the_next(self) -> None:
        class Interrupted(BaseException):
            pass

        def interrupt(*_: Any) -> NoReturn:
            raise Interrupted

        before = signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        body = (
            "while not os.path.exists('go'): time.sleep(0.01)\n"
            "torn, whole = sys.stdin.readline(), sys.stdin.readline()\n"
            "assert torn.endswith('x\\n'), torn[-9:]\n"
            "answer(json.loads(whole)['id'], {'whole': True}); sys.stdin.readline()"
        )
        with AgentTools(command=fake(body), cwd=self.home) as tools:
            signal.setitimer(signal.ITIMER_REAL, 1.0)
            with self.assertRaises(Interrupted):
                tools.request("torn", {"content": "x" * 1_000_000})
            self.file("go", "")
            self.assertEqual(tools.request("next"), {"whole": True})

    def test_a_program_that_never_closes_leaves_nothing(self) -> None:
        child = self.script(
            "tools = AgentTools(['--yolo'], binary=binary, cwd=cwd).start()\n"
            "tools.start_call('shell', {'command': 'echo $PPID >server; echo $$ >pid; sleep 60'})\n"
            "while not os.path.exists(cwd + '/pid'): time.sleep(0.01)\n"
        )
        pid, server = self.pid_in("pid"), self.pid_in("server")
        self.assertEqual((*child.communicate(timeout=PATIENCE), child.returncode), ("", "", 0))
        self.wait_until(lambda: not is_alive(pid), "the command to end")
        self.wait_until(lambda: not is_alive(server), "the server to end")


class Forks(ScriptCase):
    def setUp(self) -> None:
        super().setUp()
        grace, limits.GRACE = limits.GRACE, 20.0
        self.addCleanup(setattr, limits, "GRACE", grace)

    def test_a_child_can_neither_use_nor_hold_nor_end_it(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            hold, release = os.pipe()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # The client has threads; that is the point.
                child = os.fork()
            if child == 0:
                status = 1
                try:
                    tools.ping()
                except ServerDied as error:
                    tools.close()
                    status = 0 if "after a fork" in str(error) else 2
                    os.close(release)
                    os.read(hold, 1)
                finally:
                    os._exit(status)
            self.assertEqual(tools.shell("echo parent").text, "parent\n")
            process = tools._process
        assert process is not None
        # The end of input alone was enough, although the child still lives.
        self.assertEqual((process.returncode, is_alive(child)), (0, True))
        os.close(release)
        os.close(hold)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_a_pool_of_processes_beside_it(self) -> None:
        child = self.script(
            "import multiprocessing, warnings\n"
            "warnings.simplefilter('ignore', DeprecationWarning)\n"
            "def work(number):\n"
            "    with AgentTools(['--yolo'], binary=binary, cwd=cwd) as own:\n"
            "        return own.shell(f'echo {number}').text\n"
            "if __name__ == '__main__':\n"
            "    with AgentTools(['--yolo'], binary=binary, cwd=cwd) as tools:\n"
            "        with multiprocessing.get_context('fork').Pool(2) as pool:\n"
            "            print(pool.map(work, range(4)))\n"
            "        print(tools.shell('echo parent').text)\n"
        )
        out, err = child.communicate(timeout=PATIENCE * 2)
        self.assertEqual((out, err), ("['0\\n', '1\\n', '2\\n', '3\\n']\nparent\n\n", ""))


class Loops(ScriptCase):
    def test_a_loop_that_ends_with_a_call_open_leaves_nothing(self) -> None:
        child = self.script(
            "async def main():\n"
            "    tools = await AsyncAgentTools(['--yolo'], binary=binary, cwd=cwd).start()\n"
            "    call = asyncio.ensure_future(tools.shell('echo $$ >pid; sleep 60'))\n"
            "    while not os.path.exists(cwd + '/pid'): await asyncio.sleep(0.01)\n"
            "    print(tools._process.pid)\n"
            "asyncio.run(main())\n"
            "print('over')\n"
        )
        pid = self.pid_in("pid")
        out, err = child.communicate(timeout=PATIENCE)
        server, over = out.split()
        self.assertEqual((over, err, child.returncode), ("over", "", 0))
        self.wait_until(lambda: not is_alive(pid) and not is_alive(int(server)), "both to end")

    def test_another_loop_is_refused(self) -> None:
        tools = AsyncAgentTools(["--yolo"], **self.settings())

        async def elsewhere() -> None:
            with self.assertRaisesRegex(AgentToolsError, "event loop that started it"):
                await tools.ping()

        async def work() -> None:
            async with tools:
                with concurrent.futures.ThreadPoolExecutor() as pool:
                    await asyncio.wrap_future(pool.submit(asyncio.run, elsewhere()))
                await tools.ping()

        asyncio.run(work())

    def test_a_close_that_is_cancelled_still_ends_the_process(self) -> None:
        async def work() -> None:
            tools = await AsyncAgentTools(command=fake("time.sleep(600)"), cwd=self.home).start()
            process = tools._process
            assert process is not None
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(tools.close(), 0.2)
            while is_alive(process.pid):
                await asyncio.sleep(0.01)

        asyncio.run(asyncio.wait_for(work(), PATIENCE))

    def test_a_grandchild_keeps_the_pipes(self) -> None:
        body = (
            "import subprocess; subprocess.Popen(['sleep', '20'], start_new_session=True, stdin=subprocess.DEVNULL)\n"
            "next(lines); os._exit(5)"
        )

        async def work() -> None:
            async with AsyncAgentTools(command=fake(body), cwd=self.home) as tools:
                process = tools._process
                assert process is not None
                call = asyncio.ensure_future(tools.shell("x"))
                while is_alive(process.pid):
                    await asyncio.sleep(0.01)
            call.cancel()

        asyncio.run(asyncio.wait_for(work(), 15))


class Requests(ScriptCase):
    def both(self, method: str, params: Dict[str, Any], kind: type, message: str) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            with self.assertRaisesRegex(kind, message):
                tools.start_call(method, params).result(PATIENCE)
            tools.ping()

        async def work() -> None:
            async with AsyncAgentTools(["--yolo"], **self.settings()) as other:
                with self.assertRaisesRegex(kind, message):
                    await asyncio.wait_for(other.call(method, params), PATIENCE)
                await other.ping()

        asyncio.run(work())

    def test_that_cannot_be_sent_are_raised_at_once(self) -> None:
        self.both("write", {"path": "a", "content": "x" * 17_000_000}, AgentToolsError, "caps.rpcInputBytes")
        self.both("shell", {"command": "true", "timeout": float("nan")}, ValueError, "JSON")
        self.both("shell", {"command": object()}, TypeError, "JSON")
        self.both("shell", {"command": "true", "constructor": 1}, RpcError, "not a known field")

    def test_one_text_is_no_list_of_words(self) -> None:
        for client in (AgentTools, AsyncAgentTools):
            for wrong in ({"args": "--yolo"}, {"command": "agent-tools rpc"}):
                with self.assertRaisesRegex(TypeError, "expected a list of words"):
                    client(**wrong)
        with AgentTools(["--yolo"], **self.settings()) as tools:
            with self.assertRaisesRegex(TypeError, "argv is 'ls -l', expected a list of words"):
                tools.shell(argv="ls -l")

    def test_text_counts_as_it_is_written(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            tools.write("a", "\u65e5" * 5_000_000).check()
            self.assertEqual(os.path.getsize(os.path.join(self.home, "a")), 15_000_000)
            with self.assertRaisesRegex(RpcError, "half of a surrogate pair"):
                tools.write("a", "\u65e5\ud800")
            self.assertEqual(tools.shell("printf '\u65e5\u2028'").text, "\u65e5\u2028")

    def test_a_deadline_holds_while_the_sidecar_does_not_read(self) -> None:
        # What a deadline left of a line is no request; the one after it is.
        body = (
            "while not os.path.exists('go'): time.sleep(0.01)\n"
            "for line in sys.stdin:\n"
            "    try: message = json.loads(line)\n"
            "    except ValueError: continue\n"
            "    if message['method'] == 'shell': answer(message['id'], outcome('read'))\n"
        )
        params = {"path": "big", "content": "x" * 4_000_000}
        with AgentTools(command=fake(body), cwd=self.home) as tools:
            for _ in range(2):  # The second one waits for what the first one left.
                with self.assertRaises(DeadlineExceeded):
                    tools.call("write", params, deadline=0.3)
            self.file("go", "")
            self.assertEqual(tools.call("shell", deadline=PATIENCE).text, "read")

        async def work() -> None:
            os.remove(os.path.join(self.home, "go"))
            async with AsyncAgentTools(command=fake(body), cwd=self.home) as other:
                with self.assertRaises(DeadlineExceeded):
                    await asyncio.wait_for(other.call("write", params, deadline=0.3), PATIENCE)
                self.file("go", "")
                self.assertEqual((await other.call("shell", deadline=PATIENCE)).text, "read")

        asyncio.run(work())

    def test_before_the_start_and_after_the_end(self) -> None:
        tools = AgentTools(["--yolo"], **self.settings())
        with self.assertRaisesRegex(ServerDied, r"not started.*; call start\(\), or use it in a with block$"):
            tools.ping()
        with tools:
            tools.ping()
        with self.assertRaisesRegex(ServerDied, "closed; make another$"):
            tools.ping()
        with self.assertRaises(TypeError):
            AgentTools(binry="x")  # type: ignore[call-arg]

        async def unstarted() -> None:
            with self.assertRaisesRegex(ServerDied, r"not started.*; await start\(\), or use it in an async with block$"):
                await AsyncAgentTools(["--yolo"], **self.settings()).ping()

        asyncio.run(unstarted())

    def test_a_callback_that_leaves_the_program_ends_its_call(self) -> None:
        for raised, seen in ((SystemExit, SystemExit), (StopIteration, RuntimeError)):

            def on_output(_: Output) -> None:
                raise raised

            with AgentTools(["--yolo"], **self.settings()) as tools:
                with self.assertRaises(seen):
                    tools.start_call("shell", {"command": "echo x; sleep 60"}, on_output=on_output).result(PATIENCE)
                self.assertEqual(tools.shell("echo on").text, "on\n")

    def test_many_threads_start_and_cancel(self) -> None:
        faults: List[BaseException] = []

        def work(tools: AgentTools, number: int) -> None:
            try:
                for turn in range(10):
                    call = tools.start_call("shell", {"command": f"echo {number}.{turn}"})
                    if turn % 2 == 1:
                        call.cancel()
                    try:
                        assert call.result(PATIENCE).text == f"{number}.{turn}\n"
                    except RpcError as error:
                        assert error.code == -32800, error
            except BaseException as error:
                faults.append(error)

        with AgentTools(["--yolo"], **self.settings()) as tools:
            threads = [threading.Thread(target=work, args=(tools, number)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(faults, [])


if __name__ == "__main__":
    unittest.main()
