"""Every method of the client that blocks, against the real binary."""

from __future__ import annotations

import base64
import concurrent.futures
import json
import os
import pathlib
import threading
import time
import unittest
from typing import Any, Dict, List, cast

from support import BINARY, Case, is_alive

from agent_tools import (
    AgentTools,
    AgentToolsError,
    Answer,
    ApprovalRequest,
    CallCancelled,
    CallFailed,
    DeadlineExceeded,
    Output,
    RpcError,
    ServerDied,
    Session,
    export_tools,
)

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


class Tools(Case):
    def test_shell(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            done = tools.shell("echo hi; exit 3", timeout=20)
            self.assertEqual((done.status, done.is_error, done.exit_code), ("completed", True, 3))
            self.assertEqual(done.text, "hi\n(exit code 3)")
            with self.assertRaises(CallFailed) as raised:
                done.check()
            self.assertIs(raised.exception.outcome, done)
            argv = tools.shell(argv=["printf", "%s", "a b"], env={"A": "1"}).check()
            self.assertEqual(argv.text, "a b")
            split = tools.shell("echo out; echo err >&2", streams="split")
            self.assertEqual([item["text"] for item in split.content], ["out\n", "STDERR:\nerr\n"])

    def test_files(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            tools.write("a/b.txt", "one\ntwo\n").check()
            tools.edit("a/b.txt", "two", "three").check()
            tools.edit("a/b.txt", edits=[{"old": "one", "new": "1"}]).check()
            self.assertEqual(tools.read("a/b.txt").text, "     1\t1\n     2\tthree")
            self.assertEqual(tools.read("a/b.txt", offset=-1, limit=1).details["startLine"], 2)
            self.assertEqual(tools.glob("**/*.txt").text.strip(), "a/b.txt")
            self.assertEqual(tools.grep("THREE", ignore_case=True).text.strip(), "a/b.txt:2:three")
            missing = tools.read("nowhere")
            self.assertEqual(missing.status, "failed")
            self.assertIn("nowhere", missing.for_model)

    def test_paths_of_pathlib(self) -> None:
        home = pathlib.Path(self.home)
        (home / "sub").mkdir()
        with AgentTools(["--yolo"], **self.settings(cwd=home)) as tools:
            tools.write(home / "sub" / "a.txt", "old\n").check()
            tools.edit(pathlib.Path("sub/a.txt"), "old", "new").check()
            self.assertEqual(tools.read(home / "sub" / "a.txt").text, "     1\tnew")
            self.assertEqual(tools.glob("*", path=home / "sub").text, "sub/a.txt")
            self.assertEqual(tools.grep("new", path=home / "sub").text, "sub/a.txt:1:new")
            self.assertEqual(tools.shell("cat a.txt", cwd=home / "sub").text, "new\n")
            self.assertEqual(tools.shell(argv=["cat", home / "sub" / "a.txt"]).text, "new\n")
            with self.assertRaisesRegex(TypeError, "bytes is not JSON"):
                tools.write("b", cast(str, b"bytes"))

    def test_media(self) -> None:
        with open(f"{self.home}/pixel.png", "wb") as file:
            file.write(base64.b64decode(PNG))
        with AgentTools(["--yolo"], **self.settings()) as tools:
            self.assertEqual(tools.read_media("pixel.png").content[0]["mimeType"], "image/png")

    def test_tools_for_models(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            listed = tools.tools()["tools"]
            names = [tool["name"] for tool in listed]
            self.assertIn("shell", names)
            self.assertEqual(names, tools.server["tools"])
            self.assertEqual([tool["function"]["name"] for tool in tools.tools("openai")], names)
            self.assertEqual([tool["name"] for tool in tools.tools("anthropic")], names)
            schema = tools.tools("json-schema")["shell"]
            self.assertEqual((schema["title"], schema["type"]), ("shell", "object"))
            with self.assertRaises(ValueError):
                export_tools(listed, "other")

    def test_other_methods(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            tools.ping()
            self.assertEqual(tools.request("env/probe")["cwd"], self.home)

    def test_errors(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            with self.assertRaises(RpcError) as unknown:
                tools.request("no/such")
            self.assertEqual(unknown.exception.code, -32601)
            self.assertEqual(str(unknown.exception), 'Method not found: "no/such" (-32601)')
            with self.assertRaises(RpcError) as near:
                tools.call("shel", {"command": "x"})
            self.assertEqual(str(near.exception), 'Method not found: "shel", hint: shell (-32601)')
            self.assertEqual(near.exception.message, "Method not found")
            with self.assertRaises(RpcError) as invalid:
                tools.call("shell", {"comand": "x"})
            self.assertEqual(invalid.exception.code, -32602)
            self.assertEqual(invalid.exception.data["field"], "comand")
            self.assertEqual(str(invalid.exception), f"{invalid.exception.message} (-32602)")


class Streaming(Case):
    def test_output_arrives_before_the_end(self) -> None:
        seen: List[Output] = []
        first = threading.Event()

        def on_output(output: Output) -> None:
            seen.append(output)
            first.set()

        with AgentTools(["--yolo"], **self.settings()) as tools:
            script = "echo begin; while [ ! -e go ]; do sleep 0.05; done; printf 'é\\0\\377'"
            call = tools.start_call("shell", {"command": script}, on_output=on_output)
            self.assertTrue(first.wait(20))
            self.assertFalse(call.done())
            self.file("go", "")
            call.result(20).check()
        self.assertEqual(b"".join(output.data for output in seen), "begin\né\0".encode() + b"\xff")
        self.assertEqual([output.seq for output in seen], list(range(len(seen))))

    def test_a_callback_that_raises_ends_its_call(self) -> None:
        def on_output(_: Output) -> None:
            raise LookupError("enough")

        with AgentTools(["--yolo"], **self.settings()) as tools:
            with self.assertRaisesRegex(LookupError, "enough"):
                tools.shell("echo x; sleep 60", on_output=on_output)
            self.assertEqual(tools.shell("echo on").text, "on\n")

    def test_a_callback_cannot_wait_for_its_own_client(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            with self.assertRaisesRegex(AgentToolsError, "a callback cannot wait"):
                tools.shell("echo x; sleep 60", on_output=lambda _: tools.ping())

    def test_a_callback_that_would_have_to_be_awaited_is_refused(self) -> None:
        async def on_output(_: Output) -> None:
            raise AssertionError("never awaited")

        with AgentTools(["--yolo"], **self.settings()) as tools:
            with self.assertRaisesRegex(TypeError, "expected a plain function"):
                tools.shell("echo x; sleep 60", on_output=on_output)

    def test_a_large_result_in_one_line(self) -> None:
        config = self.file("config.json", '{"caps": {"outputChars": 9000000, "outputLines": 1000000, "lineChars": 1000000}}')
        with AgentTools(["--yolo", "--config", config], **self.settings()) as tools:
            done = tools.shell("head -c 6000000 /dev/zero | tr '\\0' x | fold -w 1000")
            self.assertGreater(len(done.text), 6_000_000)


class Ending(Case):
    def test_cancel(self) -> None:
        started = threading.Event()
        with AgentTools(["--yolo"], **self.settings()) as tools:
            call = tools.start_call(
                "shell", {"command": "echo $$; sleep 60"}, on_output=lambda _: started.set()
            )
            self.assertTrue(started.wait(20))
            call.cancel()
            with self.assertRaises(CallCancelled) as raised:
                call.result(20)
            partial = raised.exception.outcome
            assert partial is not None
            self.assertEqual(partial.status, "cancelled")
            self.assertFalse(is_alive(int(partial.text.split()[0])))
            call.cancel()

    def test_deadline(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            with self.assertRaises(DeadlineExceeded) as raised:
                tools.shell("echo early; sleep 60", deadline=0.5)
            assert raised.exception.outcome is not None
            self.assertIn("early", raised.exception.outcome.text)

    def test_a_wait_that_is_over_leaves_the_call_running(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            call = tools.start_call("shell", {"command": "while [ ! -e go ]; do sleep 0.05; done"})
            with self.assertRaises(concurrent.futures.TimeoutError):
                call.result(0.2)
            self.file("go", "")
            call.result(20).check()

    def test_close_ends_what_runs(self) -> None:
        pids: List[int] = []
        tools = AgentTools(["--yolo"], **self.settings()).start()
        call = tools.start_call(
            "shell", {"command": "echo $$; sleep 60"}, on_output=lambda out: pids.append(int(out.text))
        )
        while not pids:
            time.sleep(0.01)
        process = tools._process
        assert process is not None
        tools.close()
        self.assertIsNotNone(process.returncode)
        self.assertFalse(is_alive(process.pid))
        self.assertFalse(is_alive(pids[0]))
        with self.assertRaises((ServerDied, CallCancelled)):
            call.result(20)
        with self.assertRaises(ServerDied):
            tools.ping()
        tools.close()

    def test_threads_share_a_client(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                texts = list(pool.map(lambda n: tools.shell(f"echo {n}").text, range(24)))
        self.assertEqual(texts, [f"{n}\n" for n in range(24)])


class Approvals(Case):
    args = ["--ask", "always"]

    def test_yes_and_no(self) -> None:
        asked: List[ApprovalRequest] = []

        def approve(request: ApprovalRequest) -> Answer:
            asked.append(request)
            return request.allow_once() if len(asked) == 1 else request.reject("use make test")

        with AgentTools(self.args, approve=approve, **self.settings()) as tools:
            self.assertEqual(tools.shell("echo yes").text, "yes\n")
            refused = tools.shell("echo no")
        self.assertEqual(refused.status, "denied")
        self.assertIn("use make test", refused.for_model)
        self.assertEqual([request.tool for request in asked], ["shell", "shell"])
        self.assertIn("echo yes", asked[0].title)

    def test_silence_and_faults_are_no(self) -> None:
        def approve(request: ApprovalRequest) -> Answer:
            raise LookupError("nobody here")

        for callback in (approve, lambda _: None):
            with AgentTools(self.args, approve=callback, **self.settings()) as tools:
                self.assertEqual(tools.shell("echo no").status, "denied")

    def test_what_is_no_answer_is_no_and_says_so(self) -> None:
        wrong: Any = lambda _: True
        with AgentTools(self.args, approve=wrong, **self.settings()) as tools:
            refused = tools.shell("echo no")
        self.assertEqual(refused.status, "denied")
        self.assertIn("approve gave True, expected an Answer or None", refused.message)

    def test_a_callback_that_ends_otherwise_is_no_at_once(self) -> None:
        async def coroutine(_: ApprovalRequest) -> None:
            raise AssertionError

        def raising(error: BaseException) -> Any:
            def approve(_: ApprovalRequest) -> None:
                raise error

            return approve

        cases: Dict[str, Any] = {
            "not JSON": lambda request: Answer("allow_once", feedback=cast(str, b"fine")),
            "Out of range": lambda request: Answer(cast(str, float("nan"))),
            "failed: 3": raising(SystemExit(3)),
            "KeyboardInterrupt": raising(KeyboardInterrupt()),
            "expected a plain function": cast(Any, coroutine),
        }
        for told, callback in cases.items():
            with self.subTest(told), AgentTools(self.args, approve=callback, **self.settings()) as tools:
                refused = tools.shell("echo no", deadline=20)
                self.assertEqual(refused.status, "denied")
                self.assertIn(told, refused.message)

    def test_nobody_to_ask(self) -> None:
        with AgentTools(self.args, **self.settings()) as tools:
            self.assertEqual(tools.shell("echo no").status, "approval_required")

    def test_an_approval_does_not_hold_up_other_calls(self) -> None:
        release = threading.Event()
        asked = threading.Event()

        def approve(request: ApprovalRequest) -> Answer:
            asked.set()
            release.wait(20)
            return request.allow_once()

        with AgentTools(self.args, approve=approve, **self.settings()) as tools:
            call = tools.start_call("shell", {"command": "echo x"})
            self.assertTrue(asked.wait(20))
            tools.ping()
            release.set()
            self.assertEqual(call.result(20).text, "x\n")


class Sessions(Case):
    def test_a_session(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            session = tools.background("read line; echo got $line; read rest; echo end")
            self.assertEqual(session.poll().status, "running")
            session.write("word\n").check()
            session.wait("got word", timeout=20).check()
            session.write(eof=True).check()
            self.assertEqual(session.wait(timeout=20).check().details["exitCode"], 0)
            self.assertEqual("".join(tools.follow(session)), "got word\nend\n")
            session.remove().check()
            self.assertTrue(session.poll().is_error)

    def test_what_is_followed_is_output_alone(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            session = tools.background("printf a; read line; printf '\\033[1m'; read line; printf b")
            pages = []
            for page in tools.follow(session):
                pages.append(page)
                if page == "a":
                    session.write("\n").check()
                    self.assertEqual(session.poll(1, wait_ms=30_000).details["cursor"], 5)
                    session.write("\n").check()
            self.assertEqual("".join(pages), "ab")

    def test_a_terminal(self) -> None:
        with AgentTools(["--yolo"], **self.settings()) as tools:
            session = tools.background("stty size; cat", pty=True, cols=90, rows=20)
            session.wait("20 90", timeout=20).check()
            session.send_keys("Enter", literal="typ", hex="6564").check()
            session.wait("typed", timeout=20).check()
            self.assertIn("typed", session.screen().text)
            session.kill().check()
            self.assertNotEqual(session.wait(timeout=20).status, "running")

    def test_one_on_a_node_or_here_is_found_where_it_is(self) -> None:
        far = os.path.join(self.home, "far")
        os.mkdir(far)
        node = ["env", "-C", far, BINARY, "rpc", "--yolo"]
        config = self.file("nodes.json", json.dumps({"hosts": {"far": {"command": node}}, "host": "far"}))
        with AgentTools(["--yolo", "--config", config], **self.settings()) as tools:
            tools.write("a.txt", "there\n", host="far").check()
            self.assertIn("there", tools.read("a.txt", host="far").text)
            self.assertEqual(tools.glob("*.txt", host="local").text, "")
            for host, node_name in (("far", "far"), ("local", "local"), (None, "far")):
                session = tools.background("cat *.txt; read x; echo got $x", host=host)
                self.assertEqual(session.host, node_name)
                session.write("it\n").check()
                self.assertEqual("there" in "".join(tools.follow(session)), node_name == "far")
                again = Session(tools, session.id, host=session.host)
                self.assertIn("got it", again.log().check().text)

    def test_one_that_does_not_start(self) -> None:
        with AgentTools(["--security", "deny"], **self.settings()) as tools:
            with self.assertRaises(CallFailed):
                tools.background("sleep 60")


if __name__ == "__main__":
    unittest.main()
