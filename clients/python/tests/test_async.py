"""What differs with asyncio, against the real binary."""

from __future__ import annotations

import asyncio
import os
import unittest
from typing import Any, Coroutine, List, cast

from support import Case, is_alive

from agent_tools import (
    Answer,
    ApprovalRequest,
    AsyncAgentTools,
    CallFailed,
    DeadlineExceeded,
    Output,
    RpcError,
    ServerDied,
)


class Async(Case):
    def run_async(self, work: Coroutine[Any, Any, None]) -> None:
        async def limited() -> None:
            await asyncio.wait_for(work, 60)

        asyncio.run(limited())

    def test_tools(self) -> None:
        async def work() -> None:
            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                await tools.write("a.txt", "one\n")
                self.assertEqual((await tools.read("a.txt")).text, "     1\tone")
                self.assertEqual((await tools.shell("exit 3")).exit_code, 3)
                names = [tool["name"] for tool in await tools.tools("anthropic")]
                self.assertEqual(names, tools.server["tools"])
                await tools.ping()
                with self.assertRaises(RpcError):
                    await tools.request("no/such")

        self.run_async(work())

    def test_many_at_once(self) -> None:
        async def work() -> None:
            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                done = await asyncio.gather(*(tools.shell(f"echo {n}") for n in range(24)))
                self.assertEqual([one.text for one in done], [f"{n}\n" for n in range(24)])

        self.run_async(work())

    def test_streaming(self) -> None:
        async def work() -> None:
            seen: List[Output] = []
            first = asyncio.Event()

            def on_output(output: Output) -> None:
                seen.append(output)
                first.set()

            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                script = "echo begin; while [ ! -e go ]; do sleep 0.05; done; echo end"
                call = asyncio.ensure_future(tools.shell(script, on_output=on_output))
                await first.wait()
                self.assertFalse(call.done())
                self.file("go", "")
                (await call).check()
            self.assertEqual("".join(output.text for output in seen), "begin\nend\n")

        self.run_async(work())

    def test_callbacks_that_are_awaited(self) -> None:
        async def work() -> None:
            seen: List[str] = []
            first = asyncio.Event()

            async def on_output(output: Output) -> None:
                first.set()
                # The first one takes longest: the others wait for their turn, and the call for the last.
                await asyncio.sleep(0 if seen else 0.3)
                seen.append(output.text)

            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                script = "echo 1; while [ ! -e go ]; do sleep 0.05; done; for n in 2 3 4; do sleep 0.15; echo $n; done"
                call = asyncio.ensure_future(tools.shell(script, on_output=on_output))
                await first.wait()
                self.file("go", "")
                (await call).check()
                self.assertEqual("".join(seen), "1\n2\n3\n4\n")

                async def fail(_: Output) -> None:
                    await asyncio.sleep(0)
                    raise KeyError("mine")

                for script in ("echo x; sleep 60", "echo x"):
                    with self.assertRaises(KeyError):
                        await tools.shell(script, on_output=fail)
                self.assertEqual((await tools.shell("echo on")).text, "on\n")

        self.run_async(work())

    def test_a_cancelled_call_cancels_its_callbacks(self) -> None:
        async def work() -> None:
            begun, cancelled = asyncio.Event(), asyncio.Event()

            async def on_output(_: Output) -> None:
                begun.set()
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    cancelled.set()
                    raise

            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                call = asyncio.ensure_future(tools.shell("echo x", on_output=on_output))
                await begun.wait()
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                await cancelled.wait()

        self.run_async(work())

    def test_notifications_are_awaited_also_after_one_that_failed(self) -> None:
        async def work() -> None:
            ended: List[str] = []
            both = asyncio.Event()

            async def on_notification(method: str, params: Any) -> None:
                await asyncio.sleep(0)
                if method != "session/exited":
                    return
                ended.append(params["sessionId"])
                if len(ended) == 2:
                    both.set()
                raise KeyError("mine")

            settings = {**self.settings(), "on_notification": on_notification}
            async with AsyncAgentTools(["--yolo"], **settings) as tools:
                with self.assertLogs("agent_tools", "ERROR"):
                    sessions = [await tools.background("true"), await tools.background("true")]
                    await both.wait()
                self.assertEqual(sorted(ended), sorted(session.id for session in sessions))

        self.run_async(work())

    def test_cancelling_the_task_ends_the_command(self) -> None:
        async def work() -> None:
            pids: List[int] = []
            running = asyncio.Event()

            def on_output(output: Output) -> None:
                pids.append(int(output.text))
                running.set()

            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                call = asyncio.ensure_future(tools.shell("echo $$; sleep 60", on_output=on_output))
                await running.wait()
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                while is_alive(pids[0]):
                    await asyncio.sleep(0.01)
                self.assertEqual((await tools.shell("echo on")).text, "on\n")

        self.run_async(work())

    def test_deadline(self) -> None:
        async def work() -> None:
            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                with self.assertRaises(DeadlineExceeded) as raised:
                    await tools.shell("echo early; sleep 60", deadline=0.5)
                assert raised.exception.outcome is not None
                self.assertIn("early", raised.exception.outcome.text)

        self.run_async(work())

    def test_approvals(self) -> None:
        async def approve(request: ApprovalRequest) -> Answer:
            await asyncio.sleep(0)
            return request.allow_once() if "yes" in request.title else request.reject("no")

        async def work() -> None:
            settings = self.settings(approve=approve)
            async with AsyncAgentTools(["--ask", "always"], **settings) as tools:
                self.assertEqual((await tools.shell("echo yes")).text, "yes\n")
                self.assertEqual((await tools.shell("echo never")).status, "denied")

        self.run_async(work())

    @unittest.skipUnless(hasattr(asyncio, "eager_task_factory"), "eager tasks came with Python 3.12")
    def test_an_approval_of_a_loop_with_eager_tasks(self) -> None:
        async def work() -> None:
            asyncio.get_running_loop().set_task_factory(getattr(asyncio, "eager_task_factory"))
            settings = self.settings(approve=lambda request: request.allow_once())
            async with AsyncAgentTools(["--ask", "always"], **settings) as tools:
                self.assertEqual((await tools.shell("echo yes", deadline=20)).text, "yes\n")

        self.run_async(work())

    def test_an_approval_that_gives_no_answer_is_no_at_once(self) -> None:
        async def cancelled(_: ApprovalRequest) -> Answer:
            raise asyncio.CancelledError

        async def unsaid(_: ApprovalRequest) -> Answer:
            return Answer("allow_once", feedback=cast(str, b"fine"))

        async def work() -> None:
            for told, approve in {"CancelledError": cancelled, "not JSON": unsaid}.items():
                settings = self.settings(approve=approve)
                async with AsyncAgentTools(["--ask", "always"], **settings) as tools:
                    refused = await tools.shell("echo no", deadline=20)
                    self.assertEqual(refused.status, "denied")
                    self.assertIn(told, refused.message)

        self.run_async(work())

    def test_an_approval_is_taken_back_with_its_call(self) -> None:
        async def work() -> None:
            asked = asyncio.Event()
            taken = asyncio.Event()

            async def approve(_: ApprovalRequest) -> Answer:
                asked.set()
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    taken.set()
                    raise
                raise AssertionError

            settings = self.settings(approve=approve)
            async with AsyncAgentTools(["--ask", "always"], **settings) as tools:
                call = asyncio.ensure_future(tools.shell("echo x"))
                await asked.wait()
                call.cancel()
                await taken.wait()

        self.run_async(work())

    def test_sessions(self) -> None:
        async def work() -> None:
            async with AsyncAgentTools(["--yolo"], **self.settings()) as tools:
                session = await tools.background("read line; echo got $line")
                (await session.write("word\n")).check()
                self.assertEqual("".join([text async for text in tools.follow(session)]), "got word\n")
                (await session.remove()).check()
            async with AsyncAgentTools(["--security", "deny"], **self.settings()) as tools:
                with self.assertRaises(CallFailed):
                    await tools.background("sleep 60")

        self.run_async(work())

    def test_close_leaves_nothing(self) -> None:
        async def work() -> None:
            tools = await AsyncAgentTools(["--yolo"], **self.settings()).start()
            process = tools._process
            assert process is not None
            running: List[Output] = []
            call = asyncio.ensure_future(tools.shell("echo $$; sleep 60", on_output=running.append))
            while not running:
                await asyncio.sleep(0.01)
            await tools.close()
            self.assertIsNotNone(process.returncode)
            self.assertFalse(is_alive(process.pid))
            self.assertFalse(is_alive(int(running[0].text)))
            with self.assertRaises(Exception):
                await call
            with self.assertRaises(ServerDied):
                await tools.ping()
            await tools.close()

        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        self.run_async(work())
        if before:
            self.assertLessEqual(len(os.listdir("/proc/self/fd")), before)


if __name__ == "__main__":
    unittest.main()
