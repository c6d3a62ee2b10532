"""Tables as text, with commas or other separators between fields."""

import _csv
import io as _io

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


class Dialect:
    delimiter = ','
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = '\r\n'
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = '\t'


class unix_dialect(Dialect):
    quoting = QUOTE_ALL
    lineterminator = '\n'


_dialects = {'excel': excel, 'excel-tab': excel_tab, 'unix': unix_dialect}
_options = ('delimiter', 'quotechar', 'escapechar', 'doublequote', 'skipinitialspace', 'lineterminator', 'quoting', 'strict')


def register_dialect(name, dialect=excel, **options):
    _dialects[name] = _settings(dialect, options)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def _settings(dialect, options):
    if isinstance(dialect, str):
        dialect = get_dialect(dialect)
    made = Dialect()
    for name in _options:
        setattr(made, name, options.pop(name, getattr(dialect, name)))
    if options:
        raise TypeError("'%s' is an invalid keyword argument for this function" % next(iter(options)))
    if not isinstance(made.delimiter, str) or len(made.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    if made.quotechar is None and made.quoting != QUOTE_NONE:
        raise TypeError('quotechar must be set if quoting enabled')
    return made


def _is_plain(d):
    """Whether quotes are all that is special, and doubled within quotes."""
    return d.quoting in (QUOTE_MINIMAL, QUOTE_ALL) and d.escapechar is None and d.doublequote and not d.skipinitialspace and not d.strict


class reader:
    def __init__(self, csvfile, dialect='excel', **options):
        self._lines = iter(csvfile)
        self.dialect = _settings(dialect, options)
        self._plain = _is_plain(self.dialect)
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        line = next(self._lines)
        self.line_num += 1
        if not isinstance(line, str):
            raise Error('iterator should return strings, not %s (the file should be opened in text mode)' % type(line).__name__)
        d = self.dialect
        if self._plain:
            fields = _csv.split(line, d.delimiter, d.quotechar)
            if fields is not None:
                return fields
        delimiter, quote, escape = d.delimiter, d.quotechar, d.escapechar
        quoting = d.quoting != QUOTE_NONE
        fields = []
        field, quoted, started = [], False, False
        i = 0
        state = 0  # 0: at a field's start, 1: in a plain field, 2: in quotes, 3: after a closing quote
        while True:
            if i >= len(line):
                if state == 2:
                    try:
                        line = next(self._lines)
                    except StopIteration:
                        if d.strict:
                            raise Error('unexpected end of data') from None
                        break
                    self.line_num += 1
                    i = 0
                    continue
                break
            c = line[i]
            i += 1
            if state == 2:
                if escape is not None and c == escape and i < len(line):
                    field.append(line[i])
                    i += 1
                elif c == quote:
                    if d.doublequote and i < len(line) and line[i] == quote:
                        field.append(quote)
                        i += 1
                    else:
                        state = 3
                else:
                    field.append(c)
                continue
            if c in '\r\n':
                break
            if c == delimiter:
                fields.append(self._made(field, quoted))
                field, quoted, state, started = [], False, 0, True
            elif state == 0 and c == ' ' and d.skipinitialspace:
                pass
            elif state == 0 and quoting and c == quote:
                quoted, state = True, 2
            elif escape is not None and c == escape and i < len(line):
                field.append(line[i])
                i += 1
                state = 1
            elif state == 3 and d.strict:
                raise Error("'%s' expected after '%s'" % (delimiter, quote))
            else:
                field.append(c)
                state = 1
        if field or quoted or fields or started:
            fields.append(self._made(field, quoted))
        return fields

    def _made(self, field, quoted):
        text = ''.join(field)
        if self.dialect.quoting == QUOTE_NONNUMERIC and not quoted:
            return float(text)
        return text


class writer:
    def __init__(self, csvfile, dialect='excel', **options):
        self._write = csvfile.write
        self.dialect = _settings(dialect, options)
        self._plain = _is_plain(self.dialect) and self.dialect.quoting == QUOTE_MINIMAL

    def writerow(self, row):
        d = self.dialect
        try:
            row = list(row)
        except TypeError:
            raise Error('iterable expected, not ' + type(row).__name__) from None
        line = _csv.join(row, d.delimiter, d.quotechar, d.lineterminator) if self._plain else None
        if line is not None:
            return self._write(line)
        out = [self._field(value, len(row)) for value in row]
        return self._write(d.delimiter.join(out) + d.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)

    def _field(self, value, n):
        d = self.dialect
        if value is None:
            text = ''
        elif isinstance(value, float):
            text = repr(value)
        else:
            text = str(value)
        numeric = isinstance(value, (int, float))
        # Quotes that are escaped need none around them.
        quote = d.quotechar if d.doublequote or d.quoting == QUOTE_NONE else None
        special = text == '' and n == 1 or any(c in text for c in (d.delimiter, quote, d.escapechar, *d.lineterminator) if c)
        if d.quoting == QUOTE_NONE:
            if not special:
                return text
            if d.escapechar is None:
                if text == '':
                    raise Error('single empty field record must be quoted')
                raise Error('need to escape, but no escapechar set')
            for c in (d.escapechar, d.delimiter, d.quotechar, '\n', '\r'):
                if c:
                    text = text.replace(c, d.escapechar + c)
            return text
        wanted = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not numeric
        if special or wanted:
            if d.escapechar:
                text = text.replace(d.escapechar, d.escapechar * 2)
            inner = d.quotechar * 2 if d.doublequote else (d.escapechar or '') + d.quotechar
            return d.quotechar + text.replace(d.quotechar, inner) + d.quotechar
        if d.quotechar and not d.doublequote and d.quotechar in text:
            return text.replace(d.quotechar, (d.escapechar or '') + d.quotechar)
        return text


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, **kwds):
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect

    @property
    def line_num(self):
        return self.reader.line_num

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __iter__(self):
        return self

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        made = dict(zip(names, row))
        if len(row) > len(names):
            made[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            made[name] = self.restval
        return made


class DictWriter:
    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        self.fieldnames = fieldnames
        self.restval = restval
        if extrasaction.lower() not in ('raise', 'ignore'):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, values):
        if self.extrasaction == 'raise':
            wrong = [k for k in values if k not in self.fieldnames]
            if wrong:
                raise ValueError('dict contains fields not in fieldnames: ' + ', '.join([repr(x) for x in wrong]))
        return [values.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._row, rowdicts))
