"""What callers do that no example shows: nothing hangs, nothing is lost, nothing is left behind."""

from __future__ import annotations

import asyncio
import copy
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import unittest
import unittest.mock
import warnings
from typing import Any, List

from support import HERE, Case, fake, is_alive

from agent_tools import _limits as limits
from agent_tools import (
    AgentTools,
    AgentToolsError,
    Answer,
    ApprovalRequest,
    AsyncAgentTools,
    CallCancelled,
    CallFailed,
    DeadlineExceeded,
    Outcome,
    Output,
    RpcError,
    ServerDied,
)

#: Seconds that stand for "it hangs".
PATIENCE = 30

OUTCOME = Outcome("failed", True, "It failed.", [], {}, [], [])
#: Sends so many outputs, answers the cancellation of that call, then a ping.
CHATTY = """
call = next(lines)
for seq in range(COUNT):
    send({"jsonrpc": "2.0", "method": "tool/output", "params": {"id": call["id"], "seq": seq, "stream": "stdout", "text": "x"}})
next(lines)
send({"jsonrpc": "2.0", "method": "tool/output", "params": {"id": call["id"], "seq": 9, "stream": "stdout", "text": "late"}})
answer(call["id"], outcome("x"))
answer(next(lines)["id"], {})
"""


def fails(_: int) -> None:
    raise RpcError(-32602, "not this", {"field": "x"})


class Exceptions(Case):
    def test_they_cross_to_another_process(self) -> None:
        for error in (
            AgentToolsError("x"),
            ServerDied("gone", 3, ["why"]),
            RpcError(-32602, "not this", {"field": "x"}),
            CallCancelled(-32800, "cancelled", None),
            DeadlineExceeded(1.5, OUTCOME),
            CallFailed(OUTCOME),
        ):
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                for made in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error)):
                    with self.subTest(error, protocol=protocol):
                        self.assertIs(type(made), type(error))
                        self.assertEqual((str(made), vars(made)), (str(error), vars(error)))

    def test_a_pool_of_processes_hands_them_on(self) -> None:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            with self.assertRaisesRegex(RpcError, "not this"):
                pool.map_async(fails, [1]).get(PATIENCE)

    def test_each_call_of_a_dead_sidecar_raises_its_own(self) -> None:
        def depth(error: BaseException) -> int:
            frames, trace = 0, error.__traceback__
            while trace is not None:
                frames, trace = frames + 1, trace.tb_next
            return frames

        raised: List[ServerDied] = []
        with AgentTools(command=fake("next(lines); os._exit(3)"), cwd=self.home) as tools:
            for _ in range(20):
                with self.assertRaises(ServerDied) as caught:
                    tools.ping()
                raised.append(caught.exception.with_traceback(None))
                with self.assertRaises(ServerDied) as caught:
                    tools.start_call("shell", {}).result(PATIENCE)
                self.assertLess(depth(caught.exception), 10)
        self.assertEqual(len({id(error) for error in raised}), 20)
        self.assertEqual({error.exit_code for error in raised}, {3})


class Callbacks(Case):
    def test_a_thousand_that_wait_are_cancelled_with_their_call(self) -> None:
        async def work() -> None:
            told: List[int] = []
            begun = asyncio.Event()

            async def on_output(output: Output) -> None:
                told.append(output.seq)
                begun.set()
                await asyncio.sleep(600)

            command = fake(CHATTY.replace("COUNT", "3000"))
            async with AsyncAgentTools(command=command, cwd=self.home) as tools:
                call = asyncio.ensure_future(tools.shell("x", on_output=on_output))
                await begun.wait()
                await asyncio.sleep(0.5)  # So that the others wait too.
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                await tools.ping()
            self.assertEqual(told, [0])

        asyncio.run(asyncio.wait_for(work(), PATIENCE))

    def test_none_is_told_of_a_call_that_was_given_up(self) -> None:
        async def work() -> None:
            told: List[str] = []
            begun = asyncio.Event()

            def on_output(output: Output) -> None:
                told.append(output.text)
                begun.set()

            async with AsyncAgentTools(command=fake(CHATTY.replace("COUNT", "1")), cwd=self.home) as tools:
                call = asyncio.ensure_future(tools.shell("x", on_output=on_output))
                await begun.wait()
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                await tools.ping()
            self.assertEqual(told, ["x"])

        asyncio.run(asyncio.wait_for(work(), PATIENCE))

    def test_one_that_closes_the_client(self) -> None:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            tools = AgentTools(["--yolo"], **self.settings()).start()
            with self.assertRaises((RpcError, ServerDied)):
                tools.start_call("shell", {"command": "echo x; sleep 60"}, on_output=lambda _: tools.close()).result(
                    PATIENCE
                )
            for thread in tools._threads:
                thread.join(PATIENCE)
            del tools, thread
            gc.collect()
        self.assertEqual([str(one.message) for one in warned], [])

    def test_an_approval_that_closes_the_client(self) -> None:
        async def work() -> None:
            ended: List[Any] = []

            async def approve(request: ApprovalRequest) -> Answer:
                process = tools._process
                await tools.close()
                ended.append(process.returncode if process is not None else None)
                return request.allow_once()

            tools = AsyncAgentTools(["--ask", "always"], **self.settings(approve=approve))
            await tools.start()
            try:
                self.assertEqual((await tools.shell("echo x")).status, "denied")
            except (ServerDied, RpcError):
                pass
            while not ended:
                await asyncio.sleep(0.01)
            self.assertEqual(ended, [0])

        asyncio.run(asyncio.wait_for(work(), PATIENCE))


class Ends(Case):
    def test_a_loop_that_ends_with_a_close_that_was_cancelled(self) -> None:
        processes: List[Any] = []

        async def work() -> None:
            tools = await AsyncAgentTools(command=fake("time.sleep(600)"), cwd=self.home).start()
            processes.append(tools._process)
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(tools.close(), 0.1)

        with unittest.mock.patch("asyncio.log.logger.warning") as warned:
            for _ in range(5):
                asyncio.run(work())
        self.assertEqual(warned.mock_calls, [])
        self.assertEqual([process.returncode for process in processes], [-9] * 5)
        with self.assertRaises(ChildProcessError):  # No zombie either.
            os.waitpid(processes[0].pid, os.WNOHANG)


    def test_a_loop_that_was_closed_under_it(self) -> None:
        # In a program of its own: asyncio complains of the rest, which nobody has told of the end.
        body = (
            "import asyncio, os, sys\n"
            "from agent_tools import *\n"
            "loop, tools = asyncio.new_event_loop(), AsyncAgentTools(['--yolo'], binary=sys.argv[1])\n"
            "loop.run_until_complete(tools.start())\n"
            "pid, numbers = tools._process.pid, len(os.listdir('/dev/fd'))\n"
            "loop.close()\n"
            "asyncio.run(asyncio.wait_for(tools.close(), 20))\n"
            "try: os.waitpid(pid, os.WNOHANG)\n"
            "except ChildProcessError: print('no zombie', len(os.listdir('/dev/fd')) <= numbers - 3)\n"
        )
        settings = self.settings()
        done = subprocess.run(
            [sys.executable, "-c", body, settings["binary"]],
            cwd=self.home,
            env={**settings["env"], "PYTHONPATH": str(HERE.parent), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            timeout=PATIENCE,
        )
        self.assertEqual((done.stdout, done.returncode), ("no zombie True\n", 0), done.stderr)


class Limits(Case):
    def test_many_tasks_that_send_much(self) -> None:
        async def work() -> None:
            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                calls = [tools.write(f"{number}.txt", "x" * 300_000) for number in range(20)]
                self.assertEqual({one.status for one in await asyncio.gather(*calls)}, {"completed"})

        asyncio.run(asyncio.wait_for(work(), PATIENCE))

    def test_a_deadline_without_end(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            for deadline in (float("inf"), 1e12, 1e7):
                self.assertEqual(tools.shell("echo x", deadline=deadline).text, "x\n")
        body = (
            "while not os.path.exists('go'): time.sleep(0.01)\n"
            "answer(json.loads(sys.stdin.readline())['id'], outcome('read')); sys.stdin.readline()"
        )
        with AgentTools(command=fake(body), cwd=self.home) as tools:
            threading.Timer(0.3, self.file, ("go", "")).start()
            self.assertEqual(tools.call("write", {"content": "x" * 1_000_000}, deadline=1e7).text, "read")

    def test_no_more_threads(self) -> None:
        def refuse(_: threading.Thread) -> None:
            raise RuntimeError("can't start new thread")

        tools = AgentTools(["--yolo"], **self.settings())
        with unittest.mock.patch.object(threading.Thread, "start", refuse):
            with unittest.mock.patch.object(tools, "_end", wraps=tools._end) as end:
                with self.assertRaisesRegex(RuntimeError, "new thread"):
                    tools.start()
        process = end.call_args[0][0]
        self.assertFalse(is_alive(process.pid))
        self.assertTrue(process.stdout.closed and process.stderr.closed)

        settings = self.settings(approve=lambda request: request.allow_once())
        with AgentTools(["--ask", "always"], **settings) as tools:
            with unittest.mock.patch.object(threading.Thread, "start", refuse):
                refused = tools.start_call("shell", {"command": "echo x"}).result(PATIENCE)
            self.assertEqual(refused.status, "denied")
            self.assertIn("can't start new thread", refused.message)
            self.assertEqual(tools.shell("echo on").text, "on\n")

    def test_a_greeting_that_is_none(self) -> None:
        grace, limits.GRACE = limits.GRACE, 0.2
        self.addCleanup(setattr, limits, "GRACE", grace)
        for said in ("None", "5", "[]", '{"limits": 5}'):
            *argv, program = fake("time.sleep(60)")
            command = [*argv, program.replace('["id"], {})', f'["id"], {said})')]
            with self.subTest(said):
                with self.assertRaisesRegex(ServerDied, "no answer"):
                    AgentTools(command=command, cwd=self.home).start()
                with self.assertRaisesRegex(ServerDied, "no answer"):
                    asyncio.run(AsyncAgentTools(command=command, cwd=self.home).start())

    def test_nothing_is_said_of_writes_after_the_end(self) -> None:
        async def work() -> None:
            async with AsyncAgentTools(command=fake("next(lines); os.kill(os.getpid(), 9)"), cwd=self.home) as tools:
                calls = [asyncio.ensure_future(tools.ping()) for _ in range(50)]
                for _ in range(50):
                    await asyncio.sleep(0)
                    calls += [asyncio.ensure_future(tools.ping()) for _ in range(50)]
                for error in await asyncio.gather(*calls, return_exceptions=True):
                    self.assertIsInstance(error, ServerDied)

        with unittest.mock.patch("asyncio.log.logger.warning") as warned:
            asyncio.run(asyncio.wait_for(work(), PATIENCE))
        self.assertEqual(warned.mock_calls, [])


class Processes(Case):
    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_call_from_before_a_fork_does_not_hang_in_the_child(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            done = tools.start_call("shell", {"command": "echo done"})
            done.result(PATIENCE)
            call = tools.start_call("shell", {"command": "while [ ! -e go ]; do sleep 0.05; done; echo parent"})
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # The client has threads; that is the point.
                child = os.fork()
            if child == 0:
                status = 1
                try:
                    done.result(5)
                    call.result(5)
                except ServerDied:
                    status = 0
                finally:
                    os._exit(status)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.file("go", "")
            self.assertEqual(call.result(PATIENCE).text, "parent\n")

    def test_a_handler_of_signals_closes_what_is_being_written_to(self) -> None:
        grace, limits.GRACE = limits.GRACE, 0.3
        self.addCleanup(setattr, limits, "GRACE", grace)
        tools = AgentTools(command=fake("time.sleep(600)"), cwd=self.home).start()
        process = tools._process
        assert process is not None
        before = signal.signal(signal.SIGALRM, lambda *_: tools.close())
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaises(ServerDied):
            tools.request("stuck", {"content": "x" * 1_000_000})
        self.assertFalse(is_alive(process.pid))
        process.stdin.close()  # type: ignore[union-attr]


if __name__ == "__main__":
    unittest.main()
