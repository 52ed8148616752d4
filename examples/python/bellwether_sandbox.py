"""A Bellwether sandbox for tests, with the standard library alone.

BELLWETHER is the command: the `bellwether` that npm has installed here unless set, or the path of the single file.
"""
import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import tempfile
import urllib.request


class Sandbox:
    """A venue whose time moves when it is told to."""

    def __init__(self, url: str, admin_token: str) -> None:
        self.url, self.admin_token = url, admin_token

    def request(self, path: str, body: dict | None = None, operator: bool = False):
        """Sends GET, or POST with a body; returns the parsed answer. Raises `urllib.error.HTTPError`."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json"})
        if operator:
            request.add_header("authorization", f"Bearer {self.admin_token}")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def advance(self, duration: str) -> None:
        """Moves time on by a duration such as "90s" or "1h"."""
        self.request("/sandbox/clock", {"advance": duration}, operator=True)


@contextlib.contextmanager
def sandbox(scenario: str | None = None, **settings: str):
    """Runs a sandbox on a free port and stops it. `settings` are BELLWETHER_* variables."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BELLWETHER_PORT": "0", "BELLWETHER_DATA_DIR": folder, **settings}
        command = [*shlex.split(os.environ.get("BELLWETHER", "npx --no bellwether")), "sandbox"]
        command += ["--scenario", scenario] if scenario else []
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)
        try:
            ready = next((found for line in process.stdout if (found := re.search(r"ready at (\S+)", line))), None)
            if ready is None:
                raise RuntimeError(f"the sandbox ended with code {process.wait()}")
            with open(os.path.join(folder, "admin-token"), encoding="ascii") as token:
                yield Sandbox(ready[1], token.read().strip())
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait()
