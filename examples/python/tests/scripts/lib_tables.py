# csv, pprint, logging, unittest, base64, shlex, pathlib, fnmatch, numbers, queue, importlib.
import base64
import collections
import csv
import fnmatch
import importlib
import io
import logging
import numbers
import pathlib
import pprint
import queue
import shlex
import sys
import unittest
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

rows = [['a', 1, 2.5, None], ['x,y', 'say "hi"', 'line\nbreak', ''], ['', ' b ', True, "it's"]]
for kw in ({}, {'delimiter': ';'}, {'quoting': csv.QUOTE_ALL}, {'quoting': csv.QUOTE_NONNUMERIC}, {'lineterminator': '\n'}, {'dialect': 'excel-tab'}, {'quotechar': "'"}, {'escapechar': '\\', 'doublequote': False}):
    out = io.StringIO()
    csv.writer(out, **kw).writerows(rows)
    print(kw, repr(out.getvalue()))
for text in ('a,b,c\n1,2,3\n', 'a,"b,c",d\n', '"x ""y"" z",2\n', 'a, "b", c\n', '"multi\nline",1\n', 'a,\n', ',\n', '\n', 'a,b', '"open', 'a"b,c"d"\n', 'x;y\n'):
    print(repr(text), list(csv.reader(io.StringIO(text))), list(csv.reader(io.StringIO(text), skipinitialspace=True)))
r = csv.DictReader(['n,v,w', '1,2,3', '4,5', '6,7,8,9'], restkey='more', restval='?')
print(r.fieldnames, list(r), r.line_num, list(csv.reader(['1,"a"', '2.5,"b"'], quoting=csv.QUOTE_NONNUMERIC)))
w = csv.DictWriter(sys.stdout, ['a', 'b'], restval=0, extrasaction='ignore', lineterminator='\n')
w.writeheader()
w.writerow({'a': 1, 'c': 2})
try:
    csv.DictWriter(io.StringIO(), ['a']).writerow({'z': 1})
except ValueError as e:
    print(e)


@dataclass
class Node:
    name: str
    children: list = field(default_factory=list)


pprint.pprint({'b': list(range(30)), 'a': {'nested': ['x' * 30, 'y' * 30, 'z' * 30]}, 'c': (1,), 3: {1, 2}})
pprint.pprint([list(range(12)) for _ in range(5)], width=30, compact=True)
pprint.pprint(Node('root' * 8, [Node('left' * 8), Node('right' * 8)]))
pprint.pprint('a long string that has to be split over several lines because it does not fit ' * 2)
pprint.pprint(collections.OrderedDict((c * 12, c * 12) for c in 'abcd'), width=40)
pprint.pprint(collections.Counter('abracadabra' * 3), width=20)
pprint.pprint(collections.defaultdict(list, {'a' * 30: [1] * 20}), width=60)
print(pprint.pformat({'z': 1, 'a': [[[[1]]]]}, depth=2, sort_dicts=False), pprint.pformat([1, [2]], indent=4, width=5))

stream = io.StringIO()
handler = logging.StreamHandler(stream)
handler.setFormatter(logging.Formatter('%(levelname)-8s %(name)s: %(message)s'))
log = logging.getLogger('app.part')
logging.getLogger('app').addHandler(handler)
logging.getLogger('app').setLevel('INFO')
log.debug('no')
log.info('x=%d y=%s', 1, [2])
log.warning('%(a)s', {'a': 5})
log.log(35, 'odd')
try:
    1 / 0
except ZeroDivisionError:
    log.exception('failed')
print(stream.getvalue().replace(__file__, 'FILE'), log, log.getEffectiveLevel(), log.isEnabledFor(10), log.parent.name, logging.getLevelName(40), logging.getLevelName('INFO'))
brace = logging.StreamHandler(sys.stdout)
brace.setFormatter(logging.Formatter('{levelname}/{message}', style='{'))
log.propagate = False
log.addHandler(brace)
log.addFilter(lambda record: 'secret' not in record.getMessage())
log.error('secret')
log.error('shown')
logging.LoggerAdapter(log, {'k': 1}).info('adapted')


class Tests(unittest.TestCase):
    def setUp(self): self.x = [1, 2]
    def test_equal(self): self.assertEqual(self.x, [1, 2])
    def test_fails(self): self.assertEqual(1 + 1, 3, 'arithmetic')
    def test_error(self): self.x.nope
    def test_raises(self):
        with self.assertRaises(ValueError) as caught:
            int('x')
        self.assertIn('invalid', str(caught.exception))
        self.assertRaises(KeyError, {}.__getitem__, 1)
        with self.assertRaisesRegex(ValueError, 'inv.lid'):
            int('y')
    @unittest.skip('not today')
    def test_skipped(self): self.fail()
    @unittest.expectedFailure
    def test_expected(self): self.assertTrue(False)
    def test_sub(self):
        for i in range(4):
            with self.subTest(i=i):
                self.assertEqual(i % 2, 0)
    def test_more(self):
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        self.assertCountEqual([1, 2, 2], [2, 1, 2])
        self.assertIsNone(None)
        self.assertIsInstance(1, int)
        self.assertGreater(2, 1)
        self.assertRegex('abc', 'b')
        self.assertDictEqual({1: 2}, {1: 2})
        self.assertNotIn(1, [2])
    def test_logs(self):
        with self.assertLogs('a', 'INFO') as seen:
            logging.getLogger('a').info('hi')
        self.assertEqual(seen.output, ['INFO:a:hi'])


result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(Tests).run(result)
print(result.testsRun, sorted(str(t) for t, _ in result.failures), [str(t) for t, _ in result.errors], [(str(t), why) for t, why in result.skipped], len(result.expectedFailures), result.wasSuccessful())
print(result.errors[0][1].replace(__file__, 'FILE'))
for message in (lambda t: t.assertEqual(1, 2), lambda t: t.assertTrue(0), lambda t: t.assertIn(1, [2], 'why'), lambda t: t.assertLess(2, 1), lambda t: t.assertIsNone(5), lambda t: t.assertAlmostEqual(1.0, 1.1), lambda t: t.assertRaises(KeyError, int, '5'), lambda t: t.fail('f')):
    try:
        message(Tests('test_equal'))
    except AssertionError as e:
        print(e)

for data in (b'', b'a', b'ab', b'abc', bytes(range(256))):
    e = base64.b64encode(data)
    assert base64.b64decode(e) == data and base64.b32decode(base64.b32encode(data)) == data and base64.b16decode(base64.b16encode(data)) == data
    print(e[:20], base64.urlsafe_b64encode(data)[-8:], base64.b32encode(data)[:16])
print(base64.b64decode('aGk='), base64.b64decode('aG\nk='), base64.urlsafe_b64decode('-_-_'))
try:
    base64.b64decode('abc')
except ValueError as e:
    print(type(e).__name__, e)
print(shlex.split('a "b c" d\\ e \'f"g\' h"i"j # k', comments=True), shlex.quote("it's"), shlex.join(['a b', 'c']))
p = pathlib.PurePosixPath('/usr/lib/python3.tar.gz')
print(p.name, p.stem, p.suffix, p.suffixes, p.parent, list(map(str, p.parents)), p.parts, p.with_suffix('.zip'), p.with_name('x'), p / 'a' / '../b', p.relative_to('/usr'), p.is_absolute(), p.match('*.gz'), repr(p), 'a' / pathlib.PurePosixPath('b'))
base = pathlib.Path(__file__).parent
print(sorted(q.name for q in base.glob('lib_d*.py')), (base / 'nope').exists(), base.is_dir(), (base / 'pack').is_dir(), len(pathlib.Path(__file__).read_text()) > 100)
print(fnmatch.fnmatch('abc.txt', '*.t?t'), fnmatch.filter(['a1', 'b2', 'a3'], 'a[!2]'), isinstance(1, numbers.Integral), isinstance(1.5, numbers.Rational), isinstance(Fraction(1, 2), numbers.Number), isinstance(Decimal(1), numbers.Number), isinstance('', numbers.Number))
q = queue.PriorityQueue()
for x in (3, 1, 2): q.put(x)
print([q.get() for _ in range(3)], q.empty(), importlib.import_module('collections.abc').__name__, importlib.import_module('json').dumps([1]))
