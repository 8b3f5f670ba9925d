"""A seat as an environment of verifiers: `make interop` runs this where verifiers is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("verifiers")

from interop_page import NAMES

ROOT = Path(__file__).parents[2]


class Model(BaseHTTPRequestHandler):
    """A model that always plays the first move, after one answer that is none."""

    protocol_version = "HTTP/1.1"
    asked = 0

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        Model.asked += 1
        said = "I sing" if Model.asked == 1 else "1"
        chunk = {"id": "1", "created": 1, "model": "fake", "object": "chat.completion.chunk"}
        delta = {"role": "assistant", "content": said}
        chunks = [
            {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
            {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        ]
        lines = [f"data: {json.dumps(part)}\n\n" for part in chunks]
        content = "".join([*lines, "data: [DONE]\n\n"]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def address():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()


@pytest.mark.parametrize("name", NAMES)
def test_its_own_command_evaluates_a_model(name, address, tmp_path):
    Model.asked = 0
    given = {
        "--env.taskset.game": name,
        "--env.taskset.num-players": "3",
        "--env.taskset.players": "random",
        "--env.taskset.games": "2",
        "--env.model.max-turns": "100" if name == "template" else "4",
        "--model": "fake",
        "--client.base-url": address,
        "--client.api-key-var": "KEY",
    }
    command = [str(Path(sys.executable).with_name("vf-eval")), "verifiers-seat", "--no-push"]
    command += [word for pair in given.items() for word in pair]
    path = os.pathsep.join([str(ROOT / "agents"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    # Its chat program is started by the `uv` that stands beside this Python.
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "PYTHONPATH": path, "KEY": "none", "PATH": programs}
    done = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = tmp_path.rglob("traces.jsonl")
    episodes = [json.loads(line) for line in found.read_text().splitlines()]
    traces = [trace for episode in episodes for trace in episode["traces"]]
    assert len(traces) == 2
    assert not any(trace["errors"] for trace in traces)
    assert sum(trace["metrics"]["refused"] for trace in traces) == 1
    for trace in traces:
        assert trace["metrics"]["decisions"] > 0
        if name == "template":
            assert trace["rewards"]["result"]["score"] in (-1, -0.5, 0.5, 1)
