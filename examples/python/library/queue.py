"""Queues within one thread."""

import collections as _collections
import heapq as _heapq


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self._init(maxsize)

    def _init(self, maxsize): self.queue = _collections.deque()
    def _put(self, item): self.queue.append(item)
    def _get(self): return self.queue.popleft()
    def qsize(self): return len(self.queue)
    def empty(self): return not self.queue
    def full(self): return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        # Nobody else could make room.
        if self.full():
            raise Full
        self.unfinished_tasks += 1
        self._put(item)

    def get(self, block=True, timeout=None):
        if not self.queue:
            raise Empty
        return self._get()

    def put_nowait(self, item): self.put(item)
    def get_nowait(self): return self.get()

    def task_done(self):
        if not self.unfinished_tasks:
            raise ValueError('task_done() called too many times')
        self.unfinished_tasks -= 1

    def join(self): pass


SimpleQueue = Queue


class PriorityQueue(Queue):
    def _init(self, maxsize): self.queue = []
    def _put(self, item): _heapq.heappush(self.queue, item)
    def _get(self): return _heapq.heappop(self.queue)


class LifoQueue(Queue):
    def _init(self, maxsize): self.queue = []
    def _get(self): return self.queue.pop()
