"""Messages of programs, by level and name, written by handlers."""

import io as _io
import os as _os
import string as _string
import sys as _sys
import time as _time
import traceback as _traceback

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

_names = {50: 'CRITICAL', 40: 'ERROR', 30: 'WARNING', 20: 'INFO', 10: 'DEBUG', 0: 'NOTSET'}
_levels = {'CRITICAL': 50, 'FATAL': 50, 'ERROR': 40, 'WARN': 30, 'WARNING': 30, 'INFO': 20, 'DEBUG': 10, 'NOTSET': 0}
_start = _time.time()
raiseExceptions = True


def getLevelName(level):
    known = _names.get(level, _levels.get(level))
    return 'Level %s' % level if known is None else known


def getLevelNamesMapping():
    return dict(_levels)


def addLevelName(level, name):
    _names[level] = name
    _levels[name] = level


def _level(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError('Level not an integer or a valid string: %r' % (level,))
    if level not in _levels:
        raise ValueError('Unknown level: %r' % (level,))
    return _levels[level]


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = _time.time()
        self.name = name
        self.msg = msg
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = _os.path.basename(pathname)
        self.module = _os.path.splitext(self.filename)[0]
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = now
        self.msecs = int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (now - _start) * 1000
        self.thread = 0
        self.threadName = 'MainThread'
        self.process = 0
        self.processName = 'MainProcess'

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        msg = str(self.msg)
        return msg % self.args if self.args else msg


def makeLogRecord(values):
    record = LogRecord(None, 0, '', 0, '', (), None)
    record.__dict__.update(values)
    return record


class Formatter:
    default_time_format = '%Y-%m-%d %H:%M:%S'
    default_msec_format = '%s,%03d'
    converter = _time.localtime

    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        if style not in ('%', '{', '$'):
            raise ValueError('Style must be one of: %,{,$')
        self._style = style
        self._fmt = fmt or {'%': '%(message)s', '{': '{message}', '$': '${message}'}[style]
        self.datefmt = datefmt
        self._defaults = defaults or {}

    def usesTime(self):
        return 'asctime' in self._fmt

    def formatTime(self, record, datefmt=None):
        t = _time.localtime(record.created)
        if datefmt:
            return _time.strftime(datefmt, t)
        return self.default_msec_format % (_time.strftime(self.default_time_format, t), record.msecs)

    def formatException(self, ei):
        text = ''.join(_traceback.format_exception(ei[0], ei[1], ei[2]))
        return text[:-1] if text.endswith('\n') else text

    def formatMessage(self, record):
        values = {**self._defaults, **record.__dict__}
        if self._style == '%':
            return self._fmt % values
        if self._style == '{':
            return self._fmt.format(**values)
        return _string.Template(self._fmt).substitute(**values)

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text = text + ('' if text.endswith('\n') else '\n') + record.exc_text
        return text


BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'
_default_formatter = Formatter()


class Filter:
    def __init__(self, name=''):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + '.')


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for f in self.filters:
            if not (f.filter(record) if hasattr(f, 'filter') else f(record)):
                return False
        return True


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self.level = _level(level)
        self.formatter = None
        self.name = None

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')

    def handle(self, record):
        if not self.filter(record):
            return False
        self.emit(record)
        return True

    def handleError(self, record):
        if raiseExceptions and _sys.stderr:
            _sys.stderr.write('--- Logging error ---\n')
            _traceback.print_exc()
            _sys.stderr.write('Message: %r\nArguments: %s\n' % (record.msg, record.args))

    def flush(self):
        pass

    def close(self):
        pass


class StreamHandler(Handler):
    terminator = '\n'

    def __init__(self, stream=None):
        super().__init__()
        self.stream = _sys.stderr if stream is None else stream

    def flush(self):
        if hasattr(self.stream, 'flush'):
            self.stream.flush()

    def setStream(self, stream):
        old, self.stream = self.stream, stream
        return old

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)


class FileHandler(StreamHandler):
    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        self.baseFilename = _os.path.abspath(filename)
        super().__init__(open(filename, mode, encoding=encoding))

    def close(self):
        self.stream.close()


class NullHandler(Handler):
    def handle(self, record):
        pass

    def emit(self, record):
        pass


class _Last(StreamHandler):
    @property
    def stream(self):
        return _sys.stderr

    @stream.setter
    def stream(self, value):
        pass


lastResort = _Last()
lastResort.setLevel(WARNING)


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name = name
        self.level = _level(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False

    def __repr__(self):
        return '<%s %s (%s)>' % (type(self).__name__, self.name, getLevelName(self.getEffectiveLevel()))

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled[0] and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + '.' + suffix)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        logger = self
        while logger:
            if logger.handlers:
                return True
            if not logger.propagate:
                break
            logger = logger.parent
        return False

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    fatal = critical

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            raise TypeError('level must be an integer')
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if isinstance(exc_info, BaseException):
            exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = _sys.exc_info()
        record = LogRecord(self.name, level, _sys.argv[0] if _sys.argv else '', 0, msg, args, exc_info, None, None)
        for key in extra or ():
            if key in ('message', 'asctime') or key in record.__dict__:
                raise KeyError('Attempt to overwrite %r in LogRecord' % key)
            record.__dict__[key] = extra[key]
        self.handle(record)

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def callHandlers(self, record):
        logger, found = self, False
        while logger:
            for h in logger.handlers:
                found = True
                if record.levelno >= h.level:
                    h.handle(record)
            if not logger.propagate:
                break
            logger = logger.parent
        if not found and record.levelno >= lastResort.level:
            lastResort.handle(record)


class LoggerAdapter:
    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        kwargs['extra'] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.logger.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)


class RootLogger(Logger):
    pass


root = RootLogger('root', WARNING)
Logger.root = root
_loggers = {}
_disabled = [0]
_class = [Logger]


def getLogger(name=None):
    if not name or name == 'root':
        return root
    if name not in _loggers:
        logger = _loggers[name] = _class[0](name)
        for other in _loggers.values():
            _adopt(other)
    return _loggers[name]


def _adopt(logger):
    """Finds the nearest logger above, which may have been made later."""
    name = logger.name
    while '.' in name:
        name = name.rpartition('.')[0]
        if name in _loggers:
            logger.parent = _loggers[name]
            return
    logger.parent = root


def setLoggerClass(klass):
    _class[0] = klass


def getLoggerClass():
    return _class[0]


def disable(level=CRITICAL):
    _disabled[0] = _level(level)


def basicConfig(*, force=False, filename=None, filemode='a', format=None, datefmt=None, style='%', level=None, stream=None, handlers=None, encoding=None, errors=None):
    if force:
        for h in root.handlers[:]:
            root.removeHandler(h)
            h.close()
    if root.handlers:
        return
    if handlers is None:
        handlers = [FileHandler(filename, filemode, encoding=encoding) if filename else StreamHandler(stream)]
    formatter = Formatter(format or {'%': BASIC_FORMAT, '{': '{levelname}:{name}:{message}', '$': '${levelname}:${name}:${message}'}[style], datefmt, style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(formatter)
        root.addHandler(h)
    if level is not None:
        root.setLevel(level)


def _configured():
    if not root.handlers:
        basicConfig()
    return root


def debug(msg, *args, **kwargs):
    _configured().debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    _configured().info(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    _configured().warning(msg, *args, **kwargs)


warn = warning


def error(msg, *args, **kwargs):
    _configured().error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    _configured().error(msg, *args, exc_info=exc_info, **kwargs)


def critical(msg, *args, **kwargs):
    _configured().critical(msg, *args, **kwargs)


fatal = critical


def log(level, msg, *args, **kwargs):
    _configured().log(level, msg, *args, **kwargs)


def captureWarnings(capture):
    pass


def shutdown():
    for logger in [root, *_loggers.values()]:
        for h in logger.handlers:
            h.flush()
