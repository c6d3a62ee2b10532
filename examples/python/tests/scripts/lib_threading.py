# Threads one after the other: what programs that need no more get.
import threading

data = threading.local()
data.x = 1
done = []


def work(n):
    done.append((hasattr(data, 'x'), threading.current_thread().name, n))
    data.x = n


t = threading.Thread(target=work, args=(3,), name='worker')
print(t.is_alive(), t.name, t.daemon)
t.start()
t.join()
print(done, data.x, t.is_alive(), threading.current_thread() is threading.main_thread(), threading.active_count())


class Own(threading.local):
    def __init__(self, a):
        self.a = a


own = Own(4)
own.a = 7
seen = []
t = threading.Thread(target=lambda: seen.append(own.a))
t.start()
t.join()
print(seen, own.a)


class Counting(threading.Thread):
    total = 0
    lock = threading.Lock()

    def run(self):
        for i in range(1000):
            with self.lock:
                Counting.total += 1


all = [Counting() for _ in range(4)]
for t in all:
    t.start()
for t in all:
    t.join()
print(Counting.total, Counting.lock.locked())
lock = threading.RLock()
with lock:
    with lock:
        print(lock.acquire(), lock.release())
event, semaphore = threading.Event(), threading.Semaphore(2)
print(event.is_set(), event.wait(0.01), event.set(), event.wait(), semaphore.acquire(), semaphore.acquire(), semaphore.acquire(False))
plain = threading.Lock()
print(plain.acquire(), plain.acquire(False), plain.acquire(timeout=0.01), plain.release())
for f in (plain.release, t.start, threading.Thread().join):
    try:
        f()
    except RuntimeError as e:
        print(e)
