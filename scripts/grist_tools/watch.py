"""grist watch: a page about a run that goes on, served to this machine only: progress, curves, newest frame.

The page asks for state.json every few seconds. What is shown is made in the background, within shares of the time of a core, so
that the run is not held up. The log has a share of its own: progress is not old because a picture took long.
"""

import io
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from .logs import read_log
from .messages import say, warn
from .painter import Look, Painter, SIZES
from .report import template
from .run_folder import is_log
from .scenes import find_source
from .values import duration

LOG_SHARE, PICTURE_SHARE = 0.004, 0.008     # of a core
PAUSE = 2.0             # s, at least, between two looks
MOST_POINTS = 400       # of a curve
MOST_CURVES = 12
FIRST_PORT, PORTS = 8765, 50


class Ration:
    """Does a work so rarely that it takes at most this share of a core."""

    def __init__(self, work, share):
        self.work, self.share, self.next_time = work, share, 0.0

    def do(self, is_last):
        if is_last or time.monotonic() >= self.next_time:
            start = time.thread_time()
            self.work()
            self.next_time = time.monotonic() + max(PAUSE, (time.thread_time() - start) / self.share)


class Watch:
    """What is known of the run in a folder."""

    def __init__(self, folder, process=None):
        self.folder, self.process = folder, process
        self.state, self.picture, self.frame = {"text": "waiting for the log"}, b"", None

    def follow(self):
        """Until the run has ended."""
        log, picture = Ration(self.look, LOG_SHARE), Ration(self.draw, PICTURE_SHARE)
        is_last = False
        while not is_last:
            is_last = not self.goes_on()
            log.do(is_last)
            is_last = is_last or self.state.get("ended", False)
            picture.do(is_last)
            if not is_last:
                time.sleep(PAUSE / 4)
        self.state["ended"] = True

    def goes_on(self):
        return self.process is None or is_alive(self.process)

    def look(self):
        logs = [file for file in self.folder.iterdir() if file.is_file() and is_log(file)]
        if not logs:
            return
        path = max(logs, key=lambda file: file.stat().st_mtime)
        log = read_log(path)
        self.state = {"title": self.folder.resolve().name, "curves": curves_of(log), "warnings": sum(log.warnings.values()),
                      "ended": bool(log.errors) or log.wall_seconds is not None, "picture": self.frame or "", **progress_of(log, path)}

    def draw(self):
        """The newest frame, if there is one that was not drawn yet."""
        try:
            source = find_source(self.folder)
            name = f"{source.path.name} {len(source.times)} {source.times[-1]}"
            if name != self.frame:
                buffer = io.BytesIO()
                Painter(source, Look(size=SIZES["small"])).picture(-1).save(buffer, "PNG")
                self.picture, self.frame = buffer.getvalue(), name
                self.state["picture"] = name
        except SystemExit:      # there is none yet, or its file is being written
            pass


def progress_of(log, path):
    """A sentence, and the share of the steps of the present run that is done."""
    if log.errors:
        return {"text": f"stopped: {log.errors[0]}", "share": None}
    if log.wall_seconds is not None:
        return {"text": f"ended after {duration(log.wall_seconds)}", "share": 1}
    still = time.time() - path.stat().st_mtime
    quiet = f"; no new line for {duration(still)}" if still > 60 else ""
    words = (log.last("run") or "").split()
    rows = log.thermo[-1][1] if len(log.thermo) > len(log.runs) else []
    if not words or not words[0].isdigit() or not rows or log.thermo[-1][0][0] != "Step":
        return {"text": f"is set up{quiet}", "share": None}
    first, now, steps = rows[0][0], rows[-1][0], int(words[0])
    share = min((now - first) / steps, 1) if steps else 1
    return {"text": f"step {now:.0f}, {100 * share:.1f} % of a run of {steps} steps{quiet}", "share": share}


def curves_of(log):
    """Of all thermo output with the columns of the last one: the first column and at most so many others."""
    if not log.thermo:
        return []
    names = log.thermo[-1][0]
    rows = [row for header, part in log.thermo if header == names for row in part]
    rows = rows[::max(len(rows) // MOST_POINTS, 1)] + rows[-1:]
    return [{"name": log.label(name), "x": [row[0] for row in rows], "y": [row[k] for row in rows]}
            for k, name in enumerate(names) if 0 < k <= MOST_CURVES]


def is_alive(process):
    """Whether a process with this number runs; one that ended and was not waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def handler(watch):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            if self.headers.get("Host", "").rpartition(":")[0] not in ("127.0.0.1", "localhost"):
                self.send_error(403)    # a page of another site that calls this machine by a name of its own
            elif self.path == "/":
                self.answer("text/html; charset=utf-8", template("watch.jinja").render(title=watch.folder.resolve().name).encode())
            elif self.path == "/state.json":
                self.answer("application/json", json.dumps(watch.state).encode())
            elif self.path.startswith("/picture.png"):
                self.answer("image/png", watch.picture)
            else:
                self.send_error(404)

        def answer(self, kind, body):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    return Handler


def serve(watch):
    """A server at the first free port of this machine."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        try:
            return ThreadingHTTPServer(("127.0.0.1", port), handler(watch))
        except OSError:
            continue
    return ThreadingHTTPServer(("127.0.0.1", 0), handler(watch))


def watch(options):
    if not options.folder.is_dir():
        warn(f"there is no folder {options.folder}")
        raise SystemExit(1)
    found = Watch(options.folder, options.process)
    server = serve(found)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say(f"watch the run at http://127.0.0.1:{server.server_port} (Ctrl-C ends the page, not the run)")
    try:
        os.nice(10)
        found.follow()
        time.sleep(2 * PAUSE)       # the page asks once more
    except KeyboardInterrupt:
        pass
    server.shutdown()
