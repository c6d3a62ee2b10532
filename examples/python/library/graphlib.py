"""Orders of things that depend on each other."""


class CycleError(ValueError):
    pass


class TopologicalSorter:
    def __init__(self, graph=None):
        # Of each node: how many it still waits for, and who waits for it. A count of -1: handed out; -2: done.
        self._waits = {}
        self._followers = {}
        self._ready = None
        self._out = self._done = 0
        for node, before in (graph or {}).items():
            self.add(node, *before)

    @classmethod
    def __class_getitem__(cls, item):
        return cls

    def add(self, node, *predecessors):
        if self._ready is not None:
            raise ValueError('Nodes cannot be added after a call to prepare()')
        for n in (node, *predecessors):
            self._waits.setdefault(n, 0)
            self._followers.setdefault(n, [])
        self._waits[node] += len(predecessors)
        for p in predecessors:
            self._followers[p].append(node)

    def prepare(self):
        if self._ready is not None:
            raise ValueError('cannot prepare() more than once')
        self._ready = [n for n, count in self._waits.items() if count == 0]
        cycle = self._cycle()
        if cycle:
            raise CycleError('nodes are in a cycle', cycle)

    def _cycle(self):
        """A cycle, if there is one, each node before the one that waits for it."""
        seen = set()
        for start in self._waits:
            if start in seen:
                continue
            path, place, todo = [], {}, [(start, iter(self._followers[start]))]
            place[start] = 0
            path.append(start)
            seen.add(start)
            while todo:
                node, followers = todo[-1]
                for f in followers:
                    if f in place:
                        return path[place[f]:] + [f]
                    if f not in seen:
                        seen.add(f)
                        place[f] = len(path)
                        path.append(f)
                        todo.append((f, iter(self._followers[f])))
                        break
                else:
                    todo.pop()
                    del place[path.pop()]
        return None

    def _prepared(self):
        if self._ready is None:
            raise ValueError('prepare() must be called first')

    def get_ready(self):
        self._prepared()
        ready, self._ready = tuple(self._ready), []
        for n in ready:
            self._waits[n] = -1
        self._out += len(ready)
        return ready

    def is_active(self):
        self._prepared()
        return self._done < self._out or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        self._prepared()
        for n in nodes:
            if n not in self._waits:
                raise ValueError(f'node {n!r} was not added using add()')
            if self._waits[n] >= 0:
                raise ValueError(f'node {n!r} was not passed out (still not ready)')
            if self._waits[n] == -2:
                raise ValueError(f'node {n!r} was already marked done')
            self._waits[n] = -2
            self._done += 1
            for f in self._followers[n]:
                self._waits[f] -= 1
                if self._waits[f] == 0:
                    self._ready.append(f)

    def static_order(self):
        self.prepare()
        while self.is_active():
            group = self.get_ready()
            yield from group
            self.done(*group)
