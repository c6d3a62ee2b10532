"""What `threading` is made of."""

from threading import Lock as allocate_lock, RLock, ThreadError as error, get_ident, get_native_id, stack_size, local as _local, TIMEOUT_MAX

LockType = type(allocate_lock())
