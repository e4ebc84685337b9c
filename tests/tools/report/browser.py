"""A headless Chromium that is driven over its DevTools protocol: what tests of pages need of it, and no more."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import websocket

SECONDS = 60  # that anything may take


class Browser:
    """One window. `complaints` are the page's errors and warnings, `requests` what it asked the network for."""

    def __init__(self, program: str, profile: Path) -> None:
        arguments = [program, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}",
                     "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
                     "--hide-scrollbars"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium refuses to run as root with it
        self._process = subprocess.Popen([*arguments, "about:blank"], stderr=subprocess.PIPE, text=True)
        self._next = 0
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._loaded = False
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port()}/json/list", timeout=SECONDS) as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page")
        self._socket = websocket.create_connection(page["webSocketDebuggerUrl"], timeout=SECONDS, suppress_origin=True)
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def _port(self) -> str:
        for line in self._process.stderr:
            if found := re.search(r"DevTools listening on ws://127\.0\.0\.1:(\d+)/", line):
                return found[1]
        raise RuntimeError(f"Chromium ended with {self._process.wait()} before it listened")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    # ---- The protocol ----

    def _receive(self) -> dict[str, Any]:
        message = json.loads(self._socket.recv())
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(parameters["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(parameters["entry"]["text"])
        return message

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._next += 1
        self._socket.send(json.dumps({"id": self._next, "method": method, "params": parameters}))
        while True:
            message = self._receive()
            if message.get("id") == self._next:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]

    # ---- What a user does and sees ----

    def open(self, url: str, width: int, height: int, scheme: str) -> None:
        """A page in a window of that size, with the colour scheme that the user prefers."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for address in ("about:blank", url):  # or else an address that differs in its last part alone loads nothing
            self._loaded = False
            self.call("Page.navigate", url=address)
            while not self._loaded:
                self._receive()

    def value(self, expression: str) -> Any:
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {json.dumps(result['exceptionDetails'])}")
        return result["result"].get("value")

    def settle(self) -> None:
        """Until the page has done what it was told, and shows it."""
        self.value("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")

    def click(self, selector: str) -> None:
        """With the mouse, at the middle of what is seen of the first such element."""
        place = f"document.querySelector({json.dumps(selector)})"
        self.value(f"{place}.scrollIntoView({{block: 'center', inline: 'center'}})")
        x, y = self.value(f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
                          f"({place}.getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.settle()

    def type(self, text: str) -> None:
        """On the keyboard, into what has the focus."""
        for character in text:
            self.call("Input.dispatchKeyEvent", type="keyDown", text=character, key=character)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=character)

    def press(self, key: str, code: int) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
