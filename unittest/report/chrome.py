"""A Chromium or Chrome without a window: opens pages, runs JavaScript in them, takes screenshots, and stores requests and complaints."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def browser():
    return next((path for path in (shutil.which(name) for name in BROWSERS) if path), None)


class Chrome:
    """A browser without a window, by the DevTools protocol over pipes: messages end with a zero byte."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp()
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()
        command = [program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--no-first-run", "--disable-gpu", "--enable-unsafe-swiftshader",
                   "--disable-dev-shm-usage", "--disable-background-networking", "--autoplay-policy=no-user-gesture-required"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")    # as root there is none

        # The browser reads commands from descriptor 3 and writes to 4. Both are first copied far away, so that neither covers the other.
        def place_pipes():
            far = [os.dup2(to_read, 103), os.dup2(to_write, 104)]
            os.dup2(far[0], 3)
            os.dup2(far[1], 4)

        self.process = subprocess.Popen(command, preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.count, self.buffer, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.read_end, 1 << 20)
            if not part:
                raise RuntimeError("the browser ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, path, width, height, mobile, scheme, loads=1):
        """Opens a page of the disk, or one of an address. Pages that lead on to another are loaded twice."""
        self.resize(width, height, mobile)
        self.color(scheme)
        self.call("Emulation.setScrollbarsHidden", hidden=True)    # they show for a moment, longer on a busy machine
        self.events.clear()
        self.call("Page.navigate", url=path if isinstance(path, str) else path.resolve().as_uri())
        while sum(event["method"] == "Page.loadEventFired" for event in self.events) < loads:
            self.receive()
        # Films decode after the page is loaded.
        self.evaluate("""new Promise(done => { const films = [...document.querySelectorAll('video')]; let left = 100;
          const look = () => (films.every(f => f.readyState > 1 || f.error) || !left--) ? done(1) : setTimeout(look, 100); look(); })""")

    def resize(self, width, height, mobile):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if mobile else 1, mobile=mobile)

    def color(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def screenshot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=False)["data"])

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def complaints(self):
        """What a page wrote to the console as an error or a warning, exceptions, and files that were not found."""
        found = [event["params"] for event in self.events if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded", "Network.loadingFailed")]
        return found + [event["params"] for event in self.events if event["method"] == "Runtime.consoleAPICalled"
                        and event["params"]["type"] in ("error", "warning", "assert")]

    def close(self):
        try:
            os.write(self.write_end, json.dumps({"id": 0, "method": "Browser.close"}).encode() + b"\0")
            self.process.wait(20)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)
