"""Bellwether sandboxes for tests, with the standard library alone.

One process serves a whole test run; each test opens its own venues in it. BELLWETHER is the command: the `bellwether` that
npm has installed here unless set, or the path of the single file.
"""
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request

COMMAND = os.environ.get("BELLWETHER", "npx --no bellwether")


class Refused(Exception):
    """The venue refused a request; the text says why."""


class Sandbox:
    """A venue whose time moves when it is told to."""

    def __init__(self, url: str, admin_token: str, replay_id: str | None = None) -> None:
        self.url, self.admin_token, self.replay_id = url, admin_token, replay_id

    def request(self, path: str, body: dict | None = None, operator: bool = False, method: str | None = None):
        """Sends GET, or POST with a body; returns the parsed answer. Raises `Refused`."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"} if body is not None else {}
        if operator:
            headers["authorization"] = f"Bearer {self.admin_token}"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(f"{error.code} {error.read().decode()}") from None

    def advance(self, duration: str) -> None:
        """Moves time on by a duration such as "90s" or "1h"."""
        self.request("/sandbox/clock", {"advance": duration}, operator=True)


class Venues:
    """The process: opens venues, up to 100 side by side."""

    def __init__(self, host: Sandbox, host_dir: str, settings: dict[str, str]) -> None:
        self._host, self._host_dir, self._settings = host, host_dir, settings
        self._folders: dict[str, str | None] = {}

    def open(self, *, data_dir: str | None = None, keep: str | None = None, tape: str | None = None, **contents) -> Sandbox:
        """Opens a venue: empty, or with a `scenario` (name or dict) or the `tape` at a path.

        `seed`: 0 to 999999999. `start`: ISO 8601, Unix milliseconds or "now". `port`: from 1024; by default a free one.
        `data_dir`: a new or empty folder that is kept, or that of an earlier venue, which continues. `keep="failed"`: the
        folder of a failed test is kept. Raises `Refused`, and leaves nothing behind.
        """
        # Below the process's own folder, which ends with it.
        temporary = tempfile.mkdtemp(prefix="test-", dir=self._host_dir) if keep and not data_dir else None
        folder = os.path.abspath(data_dir) if data_dir else temporary
        wish = {**contents, "tape": tape and os.path.abspath(tape), "data_dir": folder}
        wish = {name: value for name, value in wish.items() if value is not None}
        fork = self._host.request("/sandbox/fork", wish, operator=True)
        token = self._settings.get("BELLWETHER_ADMIN_TOKEN") or _token_in(folder or self._host_dir)
        self._folders[fork["url"]] = folder if keep else None
        return Sandbox(fork["url"], token, fork["replay"])

    def close(self, venue: Sandbox, failed: bool = False) -> str | None:
        """Closes a venue. Returns how to open its folder again if it is kept because the test failed."""
        folder = self._folders.pop(venue.url)
        is_temporary = folder is not None and os.path.dirname(folder) == self._host_dir
        # A process that has crashed answers no more; its journal says why.
        with contextlib.suppress(urllib.error.URLError):
            self._host.request(f"/sandbox/fork?port={venue.url.rpartition(':')[2]}", operator=True, method="DELETE")
        if not failed or folder is None:
            if is_temporary:
                shutil.rmtree(folder, ignore_errors=True)
            return None
        if is_temporary:
            temporary, folder = folder, tempfile.mkdtemp(prefix="bellwether-kept-")
            os.rename(temporary, folder)
        shown = {**self._settings, "BELLWETHER_DATA_DIR": folder}
        shown.pop("BELLWETHER_ADMIN_TOKEN", None)
        words = " ".join(f"{name}={shlex.quote(value)}" for name, value in shown.items())
        command = COMMAND.replace("--no ", "")
        return f"kept in {folder}; open it again with: {words} {command} sandbox, then http://127.0.0.1:8080"


def _token_in(folder: str) -> str:
    with open(os.path.join(folder, "admin-token"), encoding="ascii") as token:
        return token.read().strip()


@contextlib.contextmanager
def venues(**settings: str):
    """Runs the process and stops it. `settings` are BELLWETHER_* variables for all venues."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BELLWETHER_PORT": "0", "BELLWETHER_DATA_DIR": folder, **settings}
        command = [*shlex.split(COMMAND), "sandbox", "--local-files", "--temporary"]
        # Ends with this process, however that ends: its stdin does.
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        process = subprocess.Popen(command, env=environment, text=True, start_new_session=True, **pipes)
        try:
            ready = next((found for line in process.stdout if (found := re.search(r"ready at (\S+)", line))), None)
            if ready is None:
                raise RuntimeError(f"the sandbox ended with code {process.wait()}")
            token = settings.get("BELLWETHER_ADMIN_TOKEN") or _token_in(folder)
            yield Venues(Sandbox(ready[1], token), folder, settings)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            # Ends with the output of the last process: npx may end before the one that writes to the folder.
            process.communicate()
