"""A stand-in for MicroPython's `select`: while the program waits, the world goes on."""

import bridge
import machine

POLLIN = 1


class Poll:
    def register(self, stream, mask):
        self.stream = stream

    def poll(self, timeout_ms):
        ready = bridge.wait(timeout_ms)
        gpio = bridge.next_edge() if timeout_ms else -1
        while gpio in machine.handlers:
            machine.interrupt(gpio)
            gpio = bridge.next_edge()
        # The last one was a polled line, or none: let the program see it before more happens.
        return [(self.stream, POLLIN)] if ready else []


poll = Poll
