"""LRU caches, memoising decorators and a bank with transactions."""

import sys
import time
from collections import OrderedDict, namedtuple
from contextlib import contextmanager
from functools import lru_cache, wraps

Stats = namedtuple("Stats", ["hits", "misses", "evicted"])


class OrderedCache:
    """Least recently used cache on top of OrderedDict."""

    def __init__(self, limit):
        self.limit = limit
        self._data = OrderedDict()
        self.hits = self.misses = self.evicted = 0

    def get(self, key, default=None):
        try:
            value = self._data[key]
        except KeyError:
            self.misses += 1
            return default
        self._data.move_to_end(key)
        self.hits += 1
        return value

    def put(self, key, value):
        self._data[key] = value
        self._data.move_to_end(key)
        while len(self._data) > self.limit:
            self._data.popitem(last=False)
            self.evicted += 1

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return reversed(self._data)

    @property
    def stats(self):
        return Stats(self.hits, self.misses, self.evicted)


class Link:
    __slots__ = ("key", "value", "before", "after")

    def __init__(self, key=None, value=None):
        self.key = key
        self.value = value
        self.before = self.after = self


class LinkedCache:
    """The same cache with a hand-made circular list."""

    def __init__(self, limit):
        self.limit = limit
        self._index = {}
        self._root = Link()
        self.hits = self.misses = self.evicted = 0

    def _unlink(self, link):
        link.before.after = link.after
        link.after.before = link.before

    def _push(self, link):
        root = self._root
        last = root.before
        last.after = root.before = link
        link.before, link.after = last, root

    def get(self, key, default=None):
        link = self._index.get(key)
        if link is None:
            self.misses += 1
            return default
        self._unlink(link)
        self._push(link)
        self.hits += 1
        return link.value

    def put(self, key, value):
        link = self._index.get(key)
        if link is not None:
            self._unlink(link)
            link.value = value
        else:
            link = self._index[key] = Link(key, value)
        self._push(link)
        if len(self._index) > self.limit:
            oldest = self._root.after
            self._unlink(oldest)
            del self._index[oldest.key]
            self.evicted += 1

    def __len__(self):
        return len(self._index)

    def __iter__(self):
        link = self._root.before
        while link is not self._root:
            yield link.key
            link = link.before

    @property
    def stats(self):
        return Stats(self.hits, self.misses, self.evicted)


def memoize(limit=None, cache_type=OrderedCache):
    def decorate(function):
        cache = cache_type(limit or 10 ** 6)
        absent = object()

        @wraps(function)
        def wrapper(*args, **kwargs):
            key = args + tuple(sorted(kwargs.items())) if kwargs else args
            value = cache.get(key, absent)
            if value is absent:
                value = function(*args, **kwargs)
                cache.put(key, value)
            return value

        wrapper.cache = cache
        return wrapper
    return decorate


def number_puzzles(seed):
    @memoize()
    def grid_paths(rows, cols, blocked=0):
        if rows == 0 or cols == 0:
            return 1
        if blocked and (rows + cols) % blocked == 0 and rows != cols:
            return grid_paths(rows - 1, cols, blocked=blocked)
        return (grid_paths(rows - 1, cols, blocked=blocked)
                + grid_paths(rows, cols - 1, blocked=blocked))

    @memoize(limit=30, cache_type=LinkedCache)
    def collatz(value):
        if value == 1:
            return 0
        return 1 + collatz(value // 2 if value % 2 == 0 else value * 3 + 1)

    @lru_cache(maxsize=None)
    def partitions(total, largest):
        if total == 0:
            return 1
        return sum(partitions(total - part, part) for part in range(1, min(total, largest) + 1))

    def edit_distance(a, b):
        @lru_cache(None)
        def distance(i, j):
            if i == 0 or j == 0:
                return i + j
            same = distance(i - 1, j - 1) + (a[i - 1] != b[j - 1])
            return min(same, distance(i - 1, j) + 1, distance(i, j - 1) + 1)
        return distance(len(a), len(b))

    score = grid_paths(6, 6) + grid_paths(5, 7, blocked=3)
    score += sum(collatz(value) for value in range(seed % 40 + 5, seed % 40 + 17))
    score += partitions(10 + seed % 6, 6) + partitions.cache_info().currsize
    score += edit_distance("transaction", "translation"[seed % 4:]) * 7
    for stats in (grid_paths.cache.stats, collatz.cache.stats):
        score += stats.hits * 3 + stats.misses + stats.evicted * 2
    return score + len(collatz.__name__)


class BankError(Exception):
    pass


class InsufficientFunds(BankError):
    def __init__(self, account, amount):
        super().__init__("%s cannot pay %d" % (account.owner, amount))
        self.shortfall = amount - account.balance


class AccountClosed(BankError):
    pass


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance
        self.closed = False
        self.history = []

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        if self.closed:
            raise AccountClosed(self.owner)
        self.history.append(value - self._balance)
        self._balance = value


class Savings(Account):
    rate = 3

    def accrue(self):
        self.balance += self._balance * self.rate // 100


class Bank:
    def __init__(self):
        self.accounts = {}
        self.cache = LinkedCache(4)
        self.committed = 0
        self.rolled_back = 0
        self.notes = []

    def open(self, owner, amount, kind=Account):
        account = self.accounts[owner] = kind(owner, amount)
        return account

    def lookup(self, owner):
        account = self.cache.get(owner)
        if account is None:
            try:
                account = self.accounts[owner]
            except KeyError as error:
                raise BankError("unknown owner %s" % owner) from error
            self.cache.put(owner, account)
        return account

    @contextmanager
    def transaction(self, note):
        saved = {owner: (acc._balance, len(acc.history)) for owner, acc in self.accounts.items()}
        try:
            yield self
        except BankError as error:
            for owner, (balance, length) in saved.items():
                account = self.accounts[owner]
                account._balance = balance
                del account.history[length:]
            self.rolled_back += 1
            self.notes.append(f"{note}: {error}")
        else:
            self.committed += 1
        finally:
            self.notes.append(note)

    def transfer(self, source, target, amount):
        payer, payee = self.lookup(source), self.lookup(target)
        payee.balance += amount
        if payer.balance < amount:
            raise InsufficientFunds(payer, amount)
        payer.balance -= amount

    def total(self):
        return sum(account.balance for account in self.accounts.values())


class Frozen:
    """Context manager class: the account is closed inside the block."""

    def __init__(self, account):
        self.account = account

    def __enter__(self):
        self.account.closed = True
        return self.account

    def __exit__(self, kind, error, trace):
        self.account.closed = False
        return kind is not None and issubclass(kind, AccountClosed)


def random_numbers(seed):
    while True:
        seed = (seed * 48271) % 2147483647
        yield seed


def orders(numbers, owners, amount):
    for _ in range(amount):
        yield (owners[next(numbers) % len(owners)],
               owners[next(numbers) % len(owners)],
               next(numbers) % 400)


def batches(items, size):
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def bank_day(seed):
    bank = Bank()
    owners = ["ann", "bob", "cid", "dee", "eve", "fay"]
    for position, owner in enumerate(owners):
        bank.open(owner, 500 + 50 * position, kind=Savings if position % 2 else Account)
    before = bank.total()
    numbers = random_numbers(seed + 1)
    for count, batch in enumerate(batches(orders(numbers, owners + ["zoe"][:seed % 3], 40), 3)):
        with bank.transaction("batch %d" % count):
            for source, target, amount in batch:
                if source != target:
                    bank.transfer(source, target, amount)
    assert bank.total() == before
    with Frozen(bank.lookup("bob")) as frozen:
        frozen.balance += 1
        bank.notes.append("never reached")
    savers = (acc for acc in bank.accounts.values() if isinstance(acc, Savings))
    for account in savers:
        account.accrue()
    score = bank.committed * 1000 + bank.rolled_back * 100 + sum(map(len, bank.notes))
    for position, account in enumerate(bank.accounts.values()):
        score += account.balance * (position + 1) + sum(account.history[::2]) + len(account.history)
    stats = bank.cache.stats
    return score + stats.hits * 5 + stats.misses * 3 + stats.evicted


def cache_duel(seed):
    first, second = OrderedCache(8), LinkedCache(8)
    numbers = random_numbers(seed + 77)
    for _ in range(60):
        key = next(numbers) % 7 + next(numbers) % 9
        for cache in (first, second):
            if cache.get(key) is None:
                cache.put(key, key * key + 1)
    assert list(first) == list(second) and first.stats == second.stats
    return sum(i * key for i, key in enumerate(first, 1)) + first.stats.hits * 7


def run(n):
    checksum = 0
    for i in range(n):
        value = number_puzzles(i) + bank_day(i) * 3 + cache_duel(i)
        checksum = (checksum * 47 + value) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 50
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
