"""A home of its own for a measurement: folders, rules, a fifo, hobd, a bus, and the floor programs."""
import os
import select
import shutil
import signal
import socket
import subprocess
import time

# How long hobd may take until it says that it is ready, and to end.
LONGEST_START = 60
LONGEST_END = 40


class World:
    def __init__(self, folder, programs, floors, quick):
        self.folder = os.path.realpath(folder)
        self.quick = quick
        self._programs = os.path.abspath(programs)
        self._floors = os.path.abspath(floors)
        self._running = []
        self._sequence = 0
        self.fifo = self.path("fifo")
        os.mkfifo(self.fifo)
        # Somebody must always hold the fifo open, or who writes first waits for who reads first.
        self._fifo_hold = os.open(self.fifo, os.O_RDWR | os.O_CLOEXEC)
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": self.make("home"),
            "XDG_CONFIG_HOME": self.make("home/.config"),
            "XDG_STATE_HOME": self.make("home/.local/state"),
            "XDG_RUNTIME_DIR": self.make("runtime"),
            "LC_ALL": "C.UTF-8",
        }

    # Places.

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def make(self, *names):
        path = self.path(*names)
        os.makedirs(path, mode=0o700, exist_ok=True)
        return path

    def program(self, name):
        return self._existing(self._programs, name)

    def floor(self, name):
        return self._existing(self._floors, name)

    def has_program(self, name):
        return os.access(os.path.join(self._programs, name), os.X_OK)

    @staticmethod
    def _existing(folder, name):
        path = os.path.join(folder, name)
        if not os.access(path, os.X_OK):
            raise FileNotFoundError(f"{path} was not built; call scripts/bench")
        return path

    def unused_name(self, stem):
        self._sequence += 1
        return f"{stem}-{self._sequence}"

    # Programs.

    def output(self, *command):
        """Runs a program of this world and gives what it prints."""
        return subprocess.run(
            command, env=self.environment, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def drive(self, *arguments):
        return self.output(self.floor("drive"), *[str(argument) for argument in arguments])

    def start_floor(self, mode, folder):
        """Starts the floor program on a folder and waits until it watches."""
        process = subprocess.Popen(
            [self.floor("floor"), mode, folder, self.floor("stamp"), self.fifo,
             self.path(self.unused_name("floor.db"))],
            env=self.environment, stdout=subprocess.PIPE, text=True,
        )
        self._running.append(process)
        if process.stdout.readline() != "ready\n":
            raise RuntimeError("the floor program did not start")
        return process

    def start_hobd(self, rules, bus="none", state=None):
        """Starts hobd on rules files; gives the process and the seconds until it said READY=1."""
        rules_folder = self.make(self.unused_name("rules"))
        for index, text in enumerate(rules):
            with open(os.path.join(rules_folder, f"{index:03}.yaml"), "w", encoding="utf-8") as file:
                file.write(text)
        state = state or self.make(self.unused_name("state"))
        address = self.path(self.unused_name("notify"))
        environment = dict(self.environment, NOTIFY_SOCKET=address)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify, open(
            self.path("hobd.log"), "ab"
        ) as log:
            notify.bind(address)
            begin = time.monotonic()
            process = subprocess.Popen(
                [self.program("hobd"), "--rules", rules_folder, "--shortcuts",
                 self.make("shortcuts"), "--state", state, "--bus", bus],
                env=environment, stdout=log, stderr=log,
            )
            self._running.append(process)
            self._wait_until_ready(process, notify)
            return process, time.monotonic() - begin

    def _wait_until_ready(self, process, notify):
        deadline = time.monotonic() + LONGEST_START
        while time.monotonic() < deadline:
            readable, _, _ = select.select([notify], [], [], 0.2)
            if readable and b"READY=1" in notify.recv(65536).split(b"\n"):
                return
            if process.poll() is not None:
                raise RuntimeError(f"hobd ended with status {process.returncode}: {self._last_words()}")
        raise RuntimeError(f"hobd was not ready after {LONGEST_START} s: {self._last_words()}")

    def _last_words(self):
        with open(self.path("hobd.log"), encoding="utf-8", errors="replace") as log:
            lines = log.read().strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def start_bus(self):
        """Starts a message bus of this world's own and gives its address."""
        process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
             f"--address=unix:path={self.path('bus')}"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        self._running.append(process)
        address = process.stdout.readline().strip()
        if not address:
            raise RuntimeError("dbus-daemon did not start")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        return address

    def end(self, process):
        """Ends a program in order, or else for good."""
        if process in self._running:
            self._running.remove(process)
        if process.stdout:
            process.stdout.close()
        if process.poll() is not None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(LONGEST_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def close(self):
        for process in reversed(list(self._running)):
            self.end(process)
        os.close(self._fifo_hold)
        shutil.rmtree(self.path("home"), ignore_errors=True)
