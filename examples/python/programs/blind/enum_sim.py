"""Simulation of a small building: traffic lights, elevators and vending machines.

Every device is a state machine whose states are Enum members; the
simulation collects statistics keyed by those members.
"""

import sys
import time
from collections import Counter, deque
from enum import Enum, IntEnum, Flag, auto, unique


class Lcg:
    """Small linear congruential generator."""

    def __init__(self, seed):
        self.state = seed & 0x7FFFFFFF

    def next(self):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return self.state >> 8

    def below(self, bound):
        return self.next() % bound

    def choice(self, items):
        return items[self.below(len(items))]


@unique
class Light(Enum):
    RED = "red"
    RED_AMBER = "red+amber"
    GREEN = "green"
    AMBER = "amber"

    @property
    def may_pass(self):
        return self is Light.GREEN or self is Light.AMBER


LIGHT_CYCLE = {
    Light.RED: Light.RED_AMBER,
    Light.RED_AMBER: Light.GREEN,
    Light.GREEN: Light.AMBER,
    Light.AMBER: Light.RED,
}

LIGHT_SECONDS = {
    Light.RED: 9,
    Light.RED_AMBER: 1,
    Light.GREEN: 7,
    Light.AMBER: 2,
}


class Road(Enum):
    NORTH_SOUTH = auto()
    EAST_WEST = auto()

    def other(self):
        if self is Road.NORTH_SOUTH:
            return Road.EAST_WEST
        return Road.NORTH_SOUTH


class TrafficSignal:
    def __init__(self, road, initial):
        self.road = road
        self.light = initial
        self.remaining = LIGHT_SECONDS[initial]
        self.queue = deque()

    def tick(self, now, stats):
        self.remaining -= 1
        if self.remaining <= 0:
            self.light = LIGHT_CYCLE[self.light]
            self.remaining = LIGHT_SECONDS[self.light]
            stats[self.light] += 1
        if self.light.may_pass and self.queue:
            arrived = self.queue.popleft()
            stats[self.road] += now - arrived


class Direction(IntEnum):
    DOWN = -1
    IDLE = 0
    UP = 1


class Door(Enum):
    CLOSED = 0
    OPENING = 1
    OPEN = 2
    CLOSING = 3

    def following(self):
        return Door((self.value + 1) % len(Door))


class Elevator:
    FLOORS = 10

    def __init__(self, name):
        self.name = name
        self.floor = 0
        self.direction = Direction.IDLE
        self.door = Door.CLOSED
        self.calls = set()
        self.distance = 0
        self.served = 0

    def request(self, floor):
        if floor < 0 or floor >= self.FLOORS:
            raise ValueError("no such floor: %d" % floor)
        self.calls.add(floor)

    def cost_to(self, floor):
        gap = abs(self.floor - floor)
        if self.direction == Direction.IDLE:
            return gap
        towards = (floor - self.floor) * self.direction >= 0
        return gap if towards else gap + self.FLOORS

    def pick_direction(self):
        if not self.calls:
            return Direction.IDLE
        above = any(f > self.floor for f in self.calls)
        below = any(f < self.floor for f in self.calls)
        if self.direction is Direction.UP and above:
            return Direction.UP
        if self.direction is Direction.DOWN and below:
            return Direction.DOWN
        if above:
            return Direction.UP
        if below:
            return Direction.DOWN
        return Direction.IDLE

    def tick(self, stats):
        if self.door is not Door.CLOSED:
            self.door = self.door.following()
            stats[self.door] += 1
            return
        if self.floor in self.calls:
            self.calls.remove(self.floor)
            self.served += 1
            self.door = Door.OPENING
            stats[Door.OPENING] += 1
            return
        self.direction = self.pick_direction()
        stats[self.direction.name] += 1
        if self.direction != Direction.IDLE:
            self.floor += self.direction
            self.distance += 1


class Coin(IntEnum):
    NICKEL = 5
    DIME = 10
    QUARTER = 25
    DOLLAR = 100


class Product(Enum):
    WATER = ("water", 60)
    SODA = ("soda", 85)
    CHIPS = ("chips", 110)
    CANDY = ("candy", 45)

    def __init__(self, label, price):
        self.label = label
        self.price = price


class Alert(Flag):
    NONE = 0
    SOLD_OUT = auto()
    NO_CHANGE = auto()
    SERVICE = auto()


class Vending(Enum):
    WAITING = auto()
    HAS_MONEY = auto()
    DISPENSING = auto()
    OUT_OF_ORDER = auto()


class VendingMachine:
    def __init__(self, stock):
        self.state = Vending.WAITING
        self.stock = {product: stock for product in Product}
        self.coins = {coin: 6 for coin in Coin}
        self.credit = 0
        self.alerts = Alert.NONE
        self.handlers = {
            Vending.WAITING: self.on_waiting,
            Vending.HAS_MONEY: self.on_money,
            Vending.DISPENSING: self.on_dispensing,
            Vending.OUT_OF_ORDER: self.on_broken,
        }
        self.sold = Counter()
        self.wish = None

    def change_for(self, amount):
        given = []
        for coin in sorted(Coin, reverse=True):
            while amount >= coin and self.coins[coin] > 0:
                self.coins[coin] -= 1
                amount -= coin
                given.append(coin)
        if amount:
            for coin in given:
                self.coins[coin] += 1
            return None
        return given

    def on_waiting(self, rng):
        if rng.below(3) == 0:
            return Vending.WAITING
        self.wish = rng.choice(list(Product))
        return Vending.HAS_MONEY

    def on_money(self, rng):
        coin = rng.choice(list(Coin))
        self.credit += coin
        self.coins[coin] += 1
        if self.credit >= self.wish.price:
            return Vending.DISPENSING
        return Vending.HAS_MONEY

    def on_dispensing(self, rng):
        if self.stock[self.wish] == 0:
            self.alerts |= Alert.SOLD_OUT
            self.credit = 0
            return Vending.OUT_OF_ORDER
        change = self.change_for(self.credit - self.wish.price)
        if change is None:
            self.alerts |= Alert.NO_CHANGE
            self.credit = 0
            return Vending.OUT_OF_ORDER
        self.stock[self.wish] -= 1
        self.sold[self.wish] += 1
        self.credit = 0
        self.wish = None
        return Vending.WAITING

    def on_broken(self, rng):
        if self.alerts & Alert.SOLD_OUT:
            for product, left in self.stock.items():
                if left == 0:
                    self.stock[product] = 5
        if Alert.NO_CHANGE in self.alerts:
            for coin in Coin:
                self.coins[coin] = max(self.coins[coin], 4)
        self.alerts = Alert.SERVICE if rng.below(4) == 0 else Alert.NONE
        return Vending.WAITING

    def tick(self, rng, stats):
        self.state = self.handlers[self.state](rng)
        stats[self.state] += 1


class Building:
    def __init__(self, seed):
        self.rng = Lcg(seed)
        self.signals = {
            Road.NORTH_SOUTH: TrafficSignal(Road.NORTH_SOUTH, Light.GREEN),
            Road.EAST_WEST: TrafficSignal(Road.EAST_WEST, Light.RED),
        }
        self.elevators = [Elevator("A"), Elevator("B"), Elevator("C")]
        self.machines = [VendingMachine(4), VendingMachine(8)]
        self.stats = Counter()

    def step(self, now):
        rng = self.rng
        if rng.below(4) == 0:
            road = rng.choice(list(Road))
            if len(self.signals[road].queue) > 6:
                road = road.other()
            self.signals[road].queue.append(now)
        for signal in self.signals.values():
            signal.tick(now, self.stats)
        if rng.below(5) == 0:
            floor = rng.below(Elevator.FLOORS)
            best = min(self.elevators, key=lambda e: (e.cost_to(floor), e.name))
            best.request(floor)
        for elevator in self.elevators:
            elevator.tick(self.stats)
        for machine in self.machines:
            machine.tick(rng, self.stats)

    def summary(self):
        parts = []
        for kind in (Light, Road, Door, Vending):
            for member in kind:
                parts.append((str(member), self.stats[member]))
        for direction in Direction:
            parts.append((direction.name, self.stats[direction.name]))
        for machine in self.machines:
            for product in Product:
                parts.append((product.label, machine.sold[product]))
            parts.append((repr(machine.state), sum(c * k for c, k in machine.coins.items())))
        for elevator in self.elevators:
            parts.append((elevator.name, elevator.distance * 31 + elevator.served))
        return parts


def digest(parts):
    value = 17
    for label, number in parts:
        for ch in label:
            value = (value * 131 + ord(ch)) % 1000000007
        value = (value * 257 + number) % 1000000007
    return value


def run(n):
    checksum = 0
    for round_no in range(n):
        building = Building(1000 + round_no * 7919)
        for now in range(150):
            building.step(now)
        checksum = (checksum * 33 + digest(building.summary())) % 1000000007
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 22
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
