"""Discrete event simulation of a small hospital and a delivery depot.

A heap-based scheduler runs callbacks with positional and keyword
arguments; most of the behaviour lives in closures.
"""

import sys
import time
import heapq
from collections import defaultdict, deque
from functools import partial, wraps
from itertools import count


class Handle:
    """A scheduled callback that can be cancelled."""

    __slots__ = ("when", "priority", "serial", "callback", "args", "kwargs", "cancelled")

    def __init__(self, when, priority, serial, callback, args, kwargs):
        self.when = when
        self.priority = priority
        self.serial = serial
        self.callback = callback
        self.args = args
        self.kwargs = kwargs
        self.cancelled = False

    def __lt__(self, other):
        if self.when != other.when:
            return self.when < other.when
        if self.priority != other.priority:
            return self.priority < other.priority
        return self.serial < other.serial

    def cancel(self):
        self.cancelled = True


class Simulator:
    def __init__(self):
        self.now = 0
        self._queue = []
        self._serial = count()
        self.fired = 0

    def at(self, when, callback, *args, priority=5, **kwargs):
        if when < self.now:
            raise ValueError("cannot schedule in the past")
        handle = Handle(when, priority, next(self._serial), callback, args, kwargs)
        heapq.heappush(self._queue, handle)
        return handle

    def after(self, delay, callback, *args, **kwargs):
        return self.at(self.now + delay, callback, *args, **kwargs)

    def every(self, period, callback, *args, until=None, **kwargs):
        def again():
            callback(*args, **kwargs)
            if until is None or self.now + period <= until:
                self.after(period, again)
        return self.after(period, again)

    def run(self, until):
        queue = self._queue
        while queue and queue[0].when <= until:
            handle = heapq.heappop(queue)
            if handle.cancelled:
                continue
            self.now = handle.when
            self.fired += 1
            handle.callback(*handle.args, **handle.kwargs)
        self.now = until


class Signal:
    """Publish/subscribe hub."""

    def __init__(self):
        self._listeners = defaultdict(list)

    def on(self, topic, listener=None, **extra):
        def register(func):
            self._listeners[topic].append((func, extra))
            return func
        if listener is None:
            return register
        return register(listener)

    def emit(self, topic, *args, **kwargs):
        results = []
        for listener, extra in self._listeners.get(topic, ()):
            merged = {**extra, **kwargs}
            results.append(listener(*args, **merged))
        return results


class Resource:
    """Limited number of slots with a waiting line of callbacks."""

    def __init__(self, sim, name, slots):
        self.sim = sim
        self.name = name
        self.free = slots
        self.waiting = deque()
        self.longest = 0

    def acquire(self, callback, *args, **kwargs):
        if self.free > 0:
            self.free -= 1
            self.sim.after(0, callback, *args, **kwargs)
        else:
            self.waiting.append(partial(callback, *args, **kwargs))
            self.longest = max(self.longest, len(self.waiting))

    def release(self):
        if self.waiting:
            self.sim.after(0, self.waiting.popleft(), priority=1)
        else:
            self.free += 1


def make_random(seed):
    state = seed

    def rand(low, high):
        nonlocal state
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        return low + (state >> 9) % (high - low + 1)

    return rand


def counted(table):
    def decorate(func):
        @wraps(func)
        def wrapper(*args, **kwargs):
            table[func.__name__] = table.get(func.__name__, 0) + 1
            return func(*args, **kwargs)
        return wrapper
    return decorate


def hospital(seed, duration):
    sim = Simulator()
    hub = Signal()
    rand = make_random(seed)
    calls = {}
    log = []
    nurses = Resource(sim, "nurse", 2)
    doctors = Resource(sim, "doctor", 1)
    waits = defaultdict(list)

    @hub.on("admitted", weight=1)
    @hub.on("urgent", weight=5)
    def note(patient, *, weight, when):
        log.append((when, patient["id"], weight))
        return weight

    @counted(calls)
    def arrive(number):
        patient = {"id": number, "arrived": sim.now, "urgent": rand(0, 5) == 0}
        topic = "urgent" if patient["urgent"] else "admitted"
        patient["score"] = sum(hub.emit(topic, patient, when=sim.now))

        def give_up():
            patient["gone"] = True
            calls["gave up"] = calls.get("gave up", 0) + 1

        patient["timeout"] = sim.after(60, give_up, priority=9)
        nurses.acquire(triage, patient, minutes=rand(3, 8))
        if sim.now < duration:
            sim.after(rand(2, 11), arrive, number + 1)

    @counted(calls)
    def triage(patient, minutes=5):
        if patient.get("gone"):
            nurses.release()
            return
        patient["timeout"].cancel()
        waits["nurse"].append(sim.now - patient["arrived"])

        def done():
            nurses.release()
            if patient["urgent"] or rand(0, 2) == 0:
                doctors.acquire(treat, patient, rand(6, 15), since=sim.now)
            else:
                leave(patient, "nurse")
        sim.after(minutes, done)

    @counted(calls)
    def treat(patient, *durations, since):
        waits["doctor"].append(sim.now - since)
        sim.after(sum(durations), finish, patient, by="doctor")

    @counted(calls)
    def finish(patient, by=None):
        doctors.release()
        leave(patient, by)

    def leave(patient, by):
        log.append((sim.now, patient["id"], patient["score"] + len(by)))

    sim.at(0, arrive, 1)
    sim.run(duration + 100)
    total = sum(when * 3 + ident * weight for when, ident, weight in log)
    total += sum(calls.values()) + sim.fired * 7
    for key in sorted(waits):
        total += max(waits[key]) * 11 + sum(waits[key])
    return total + nurses.longest * 100 + doctors.longest * 1000


def depot(seed, duration):
    sim = Simulator()
    rand = make_random(seed)
    stock = {"apple": 20, "pear": 15, "plum": 12}
    names = list(stock)
    history = []
    pending = {}
    numbers = count(1)

    def restock(**amounts):
        for name, amount in amounts.items():
            stock[name] = min(stock[name] + amount, 40)
            history.append((sim.now, name, amount))

    def order(customer, *wishes):
        number = next(numbers)
        missing = [name for name, amount in wishes if stock[name] < amount]
        if missing:
            sim.after(12, restock, **{name: 10 + len(name) for name in missing})
            pending[number] = sim.after(15, order, customer, *wishes[:2])
            return
        for name, amount in wishes:
            stock[name] -= amount
        eta = 5 + sum(amount for _, amount in wishes)
        sim.after(eta, deliver, number, customer, weight=eta * 2)

    def deliver(number, customer, weight=0, *extras):
        history.append((sim.now, customer, weight + len(extras)))
        pending.pop(number, None)

    def customer(name, gap):
        purchases = 0

        def buy():
            nonlocal purchases
            purchases += 1
            wishes = tuple((names[rand(0, 2)], rand(1, 6)) for _ in range(rand(1, 3)))
            order(name, *wishes)
            if len(pending) > 6:
                oldest = min(pending)
                pending.pop(oldest).cancel()
        sim.every(gap, buy, until=duration)
        return lambda: purchases

    counters = [customer(f"c{i}", 7 + 3 * i) for i in range(4)]
    sim.every(25, restock, apple=4, plum=3, until=duration)
    sim.run(duration + 50)
    total = sum(counter() * (i + 1) for i, counter in enumerate(counters))
    for when, what, amount in history:
        total = (total * 5 + when * amount + len(what)) % 998244353
    return total + sim.fired + sum(stock.values())


def run(n):
    checksum = 1
    for i in range(n):
        a = hospital(seed=i * 97 + 11, duration=300)
        b = depot(i * 31 + 5, duration=160)
        checksum = (checksum * 41 + a * 3 + b) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 30
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
