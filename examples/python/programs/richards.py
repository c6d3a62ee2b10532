# An operating system simulation: tasks, packets and a scheduler.
import sys
import time

IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)
KIND_DEVICE, KIND_WORK = 1000, 1001
BUFFER = 4


class Packet:
    def __init__(self, link, ident, kind):
        self.link = link
        self.ident = ident
        self.kind = kind
        self.datum = 0
        self.data = [0] * BUFFER

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        at = queue
        while at.link is not None:
            at = at.link
        at.link = self
        return queue


class DeviceRecord:
    def __init__(self):
        self.pending = None


class IdleRecord:
    def __init__(self):
        self.control = 1
        self.count = 10000


class HandlerRecord:
    def __init__(self):
        self.work_in = None
        self.device_in = None


class WorkerRecord:
    def __init__(self):
        self.destination = HANDLER_A
        self.count = 0


class State:
    def __init__(self):
        self.packet_pending = True
        self.task_waiting = False
        self.task_holding = False

    def set_packet_pending(self):
        self.packet_pending = True
        self.task_waiting = False
        self.task_holding = False
        return self

    def set_waiting(self):
        self.packet_pending = False
        self.task_holding = False
        self.task_waiting = True
        return self

    def set_running(self):
        self.packet_pending = False
        self.task_waiting = False
        self.task_holding = False
        return self

    def set_waiting_with_packet(self):
        self.packet_pending = True
        self.task_waiting = True
        self.task_holding = False
        return self

    def is_holding_or_waiting(self):
        return self.task_holding or (not self.packet_pending and self.task_waiting)

    def is_waiting_with_packet(self):
        return self.packet_pending and self.task_waiting and not self.task_holding


class Task(State):
    def __init__(self, scheduler, ident, priority, queue, state, record):
        State.__init__(self)
        self.scheduler = scheduler
        self.link = scheduler.tasks
        self.ident = ident
        self.priority = priority
        self.input = queue
        self.packet_pending = state.packet_pending
        self.task_waiting = state.task_waiting
        self.task_holding = state.task_holding
        self.record = record
        scheduler.tasks = self
        scheduler.table[ident] = self

    def run(self, packet):
        raise NotImplementedError

    def add_packet(self, packet, old):
        if self.input is None:
            self.input = packet
            self.packet_pending = True
            if self.priority > old.priority:
                return self
        else:
            packet.append_to(self.input)
        return old

    def run_task(self):
        if self.is_waiting_with_packet():
            message = self.input
            self.input = message.link
            if self.input is None:
                self.set_running()
            else:
                self.set_packet_pending()
        else:
            message = None
        return self.run(message)

    def wait_task(self):
        self.task_waiting = True
        return self

    def hold(self):
        self.scheduler.held += 1
        self.task_holding = True
        return self.link

    def release(self, ident):
        task = self.scheduler.find(ident)
        task.task_holding = False
        if task.priority > self.priority:
            return task
        return self

    def send(self, packet):
        task = self.scheduler.find(packet.ident)
        self.scheduler.queued += 1
        packet.link = None
        packet.ident = self.ident
        return task.add_packet(packet, self)


class DeviceTask(Task):
    def run(self, packet):
        record = self.record
        if packet is None:
            packet = record.pending
            if packet is None:
                return self.wait_task()
            record.pending = None
            return self.send(packet)
        record.pending = packet
        return self.hold()


class HandlerTask(Task):
    def run(self, packet):
        record = self.record
        if packet is not None:
            if packet.kind == KIND_WORK:
                record.work_in = packet.append_to(record.work_in)
            else:
                record.device_in = packet.append_to(record.device_in)
        work = record.work_in
        if work is None:
            return self.wait_task()
        count = work.datum
        if count >= BUFFER:
            record.work_in = work.link
            return self.send(work)
        device = record.device_in
        if device is None:
            return self.wait_task()
        record.device_in = device.link
        device.datum = work.data[count]
        work.datum = count + 1
        return self.send(device)


class IdleTask(Task):
    def run(self, packet):
        record = self.record
        record.count -= 1
        if record.count == 0:
            return self.hold()
        if record.control & 1 == 0:
            record.control //= 2
            return self.release(DEVICE_A)
        record.control = record.control // 2 ^ 0xD008
        return self.release(DEVICE_B)


class WorkTask(Task):
    def run(self, packet):
        record = self.record
        if packet is None:
            return self.wait_task()
        if record.destination == HANDLER_A:
            record.destination = HANDLER_B
        else:
            record.destination = HANDLER_A
        packet.ident = record.destination
        packet.datum = 0
        for i in range(BUFFER):
            record.count += 1
            if record.count > 26:
                record.count = 1
            packet.data[i] = 64 + record.count
        return self.send(packet)


class Scheduler:
    def __init__(self):
        self.tasks = None
        self.table = [None] * 10
        self.held = 0
        self.queued = 0

    def find(self, ident):
        task = self.table[ident]
        if task is None:
            raise ValueError("bad task")
        return task

    def loop(self):
        task = self.tasks
        while task is not None:
            if task.is_holding_or_waiting():
                task = task.link
            else:
                task = task.run_task()


def simulate():
    s = Scheduler()
    IdleTask(s, IDLE, 1, None, State().set_running(), IdleRecord())
    queue = Packet(None, 0, KIND_WORK)
    queue = Packet(queue, 0, KIND_WORK)
    WorkTask(s, WORKER, 1000, queue, State().set_waiting_with_packet(), WorkerRecord())
    for handler, device, priority in ((HANDLER_A, DEVICE_A, 2000), (HANDLER_B, DEVICE_B, 3000)):
        queue = Packet(None, device, KIND_DEVICE)
        queue = Packet(queue, device, KIND_DEVICE)
        queue = Packet(queue, device, KIND_DEVICE)
        HandlerTask(s, handler, priority, queue, State().set_waiting_with_packet(), HandlerRecord())
    DeviceTask(s, DEVICE_A, 4000, None, State().set_waiting(), DeviceRecord())
    DeviceTask(s, DEVICE_B, 5000, None, State().set_waiting(), DeviceRecord())
    s.loop()
    return s.queued, s.held


def main(n):
    result = None
    for _ in range(n):
        result = simulate()
    return result


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(*result)
