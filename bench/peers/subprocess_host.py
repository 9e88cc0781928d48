"""What a Python agent does in the plainest way. Each line of stdin is {"id", "method", "params": {"command"}}: it runs as
`subprocess.run(command, shell=True, capture_output=True)` would, in a thread of its own, and is answered with its output.
The method "cancel" does to call `params.id` what `subprocess.run` does when its time is up: `Popen.kill()`."""

import json
import subprocess
import sys
import threading

running = {}
lock = threading.Lock()


def answer(id, result):
    with lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": id, "result": result}) + "\n")
        sys.stdout.flush()


def run(id, command):
    with subprocess.Popen(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        running[id] = process
        output, _ = process.communicate()
    answer(id, {"content": [{"type": "text", "text": output.decode()}]})


for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "ping":
        answer(request["id"], {})
    elif request["method"] == "cancel":
        running[request["params"]["id"]].kill()
    else:
        threading.Thread(target=run, args=(request["id"], request["params"]["command"]), daemon=True).start()
