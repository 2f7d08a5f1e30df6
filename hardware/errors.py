"""The exceptions of the drivers; imports nothing."""


class HardwareError(Exception):
    """The base class of all errors that drivers raise."""


class NoDisplay(HardwareError, OSError):
    """No display answers, or it stopped answering."""


class NoControls(HardwareError, OSError):
    """The pins cannot be read."""


class NoPort(HardwareError, OSError):
    """The serial port cannot be opened."""


class BadPins(HardwareError, ValueError):
    """The pins are invalid: an unknown name, a line used twice, or a line that does not exist."""


class BadSetting(HardwareError, ValueError):
    """A setting of a driver has an invalid value."""
