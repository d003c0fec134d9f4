"""grist watch: a page about a run that goes on, served to this machine only: progress, curves, newest frame.

The page asks for state.json every few seconds. What is shown is made in the background, within shares of the time of a core, so
that the run is not held up. Of the log what is new is read at each look; pictures are drawn by a thread of their own, so that progress is
not old because a picture took long.
"""

import io
import json
import math
import os
import threading
import time
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from ..draw.pages import template
from ..draw.painter import Look, Painter, SIZES
from ..read.logs import GrowingLog, is_log
from ..read.scenes import find_source
from ..read.tables import ThinRows
from ..text.messages import say, warn
from ..text.values import duration

LOG_SHARE, PICTURE_SHARE = 0.004, 0.008     # of a core
PAUSE = 2.0             # s, at least, between two looks
MOST_POINTS = 400       # of a curve
MOST_CURVES = 12
FIRST_PORT, PORTS = 8765, 50


class Ration:
    """Does a work so rarely that it takes at most this share of a core; the first time is free, as there is all that was written before."""

    def __init__(self, work, share):
        self.work, self.share, self.next_time = work, share, None

    def do(self, is_last):
        if is_last or self.next_time is None or time.monotonic() >= self.next_time:
            start, is_first = time.thread_time(), self.next_time is None
            self.work()
            self.next_time = time.monotonic() + max(PAUSE, 0 if is_first else (time.thread_time() - start) / self.share)


class Watch:
    """What is known of the run in a folder."""

    def __init__(self, folder, process=None):
        self.folder, self.process = folder, process
        self.state, self.picture, self.frame = {"text": "waiting for the log"}, b"", None
        self.log, self.no_picture, self.is_over = None, "", threading.Event()

    def follow(self):
        """Until the run has ended."""
        log, drawing = Ration(self.look, LOG_SHARE), threading.Thread(target=self.keep_drawing, daemon=True)
        drawing.start()
        while not self.is_over.is_set():
            is_last = not self.goes_on()
            log.do(is_last)
            if is_last or self.state.get("ends"):
                self.is_over.set()
            else:
                time.sleep(PAUSE / 4)
        drawing.join()
        self.state["ended"] = True

    def keep_drawing(self):
        picture = Ration(self.draw, PICTURE_SHARE)
        while not self.is_over.is_set():
            picture.do(False)
            self.is_over.wait(PAUSE / 4)
        self.draw()

    def goes_on(self):
        return self.process is None or is_alive(self.process)

    def look(self):
        """At the log that was written last. A folder or a log that cannot be read, as in the moment it is replaced, waits for the next look."""
        try:
            logs = {file: file.stat().st_mtime for file in self.folder.iterdir() if file.is_file() and is_log(file)}
            if not logs:
                return
            path = max(logs, key=logs.get)
            if self.log is None or self.log.path != path:
                self.log = GrowingLog(path, partial(ThinRows, 2 * MOST_POINTS))
            self.log.look()
            progress = progress_of(self.log.log, path)
        except OSError as error:
            self.state = {**self.state, "text": f"cannot read {error.filename}: {error.strerror}"}
            return
        log = self.log.log
        self.state = {"title": self.folder.resolve().name, "curves": curves_of(log), "warnings": sum(log.warnings.values()),
                      "ends": bool(log.errors) or log.wall_seconds is not None, "picture": self.frame or "", "no_picture": self.no_picture,
                      **progress}

    def draw(self):
        """The newest frame, if there is one that was not drawn yet. What cannot be drawn does not end the page, which says why."""
        self.no_picture = ""
        try:
            self.draw_newest()
        except SystemExit:              # there is none yet, or its file is being written
            pass
        except Exception as error:      # of files as no program that is known writes them
            self.no_picture = f"the newest frame cannot be drawn: {error!r}"
        self.state["no_picture"] = self.no_picture

    def draw_newest(self):
        source = find_source(self.folder, self.log and self.log.log)
        name = f"{source.path.name} {len(source.times)} {source.times[-1]}"
        if name != self.frame:
            buffer = io.BytesIO()
            Painter(source, Look(size=SIZES["small"])).picture(-1).save(buffer, "PNG")
            self.picture, self.frame = buffer.getvalue(), name
            self.state["picture"] = name


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
    first, now = rows[0][0], rows[-1][0]
    steps = int(words[0]) - (first if "upto" in words else 0)
    if not (math.isfinite(first) and math.isfinite(now)):
        return {"text": f"runs{quiet}", "share": None}
    share = min((now - first) / steps, 1) if steps > 0 else 1
    return {"text": f"step {now:.0f}, {100 * share:.1f} % of a run of {steps:.0f} steps{quiet}", "share": share}


def curves_of(log):
    """Of all thermo output with the columns of the last one: the first column and at most so many others."""
    if not log.thermo:
        return []
    names = log.thermo[-1][0]
    rows = [row for header, part in log.thermo if header == names for row in part]
    rows = rows[::max(len(rows) // MOST_POINTS, 1)] + rows[-1:]
    return [{"name": log.label(name), "x": [known(row[0]) for row in rows], "y": [known(row[k]) for row in rows]}
            for k, name in enumerate(names) if 0 < k <= MOST_CURVES]


def known(value):
    """A number, or None: JSON has no nan and no inf. The page leaves a gap there."""
    return value if math.isfinite(value) else None


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
                self.answer("text/html; charset=utf-8", template("report/watch.jinja").render(title=watch.folder.resolve().name).encode())
            elif self.path == "/state.json":
                self.answer("application/json", json.dumps(watch.state, allow_nan=False).encode())
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
