"""What goes wrong in the world of wires; imports nothing."""


class HardwareError(Exception):
    """The root of everything a driver raises."""


class NoDisplay(HardwareError, OSError):
    """No display answers, or it stopped answering."""


class NoControls(HardwareError, OSError):
    """The pins cannot be read."""


class NoPort(HardwareError, OSError):
    """The serial port cannot be opened."""


class BadPins(HardwareError, ValueError):
    """The table of pins cannot be: an unknown name, a line used twice, a line that is none."""


class BadSetting(HardwareError, ValueError):
    """A setting of a driver has a value that cannot be."""
