# hashlib, hmac, zlib's checksums, binascii, uuid, secrets.
import binascii
import hashlib
import hmac
import secrets
import uuid
import zlib

for name in ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']:
    h = hashlib.new(name)
    print(name, h.digest_size, h.block_size, h.name, h.hexdigest())
    for part in (b'abc', bytearray(b'def' * 50), memoryview(b'ghi')):
        h.update(part)
    early = h.copy()
    h.update(b'more')
    print(early.hexdigest(), h.digest()[:4], getattr(hashlib, name)(b'abc').hexdigest())
print(hashlib.sha256(b'a' * 100000).hexdigest(), hashlib.md5(b'x', usedforsecurity=False).hexdigest())
for wrong in (lambda: hashlib.md5('text'), lambda: hashlib.new('sha0'), lambda: hashlib.sha1(3)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e if 'unsupported' not in str(e) else 'unsupported')
print(hashlib.pbkdf2_hmac('sha256', b'password', b'salt', 20).hex())
print(hashlib.pbkdf2_hmac('sha1', b'password', b'salt', 3, 50).hex())
print(hmac.new(b'key', b'text', 'sha256').hexdigest(), hmac.new(b'k' * 100, b'text', hashlib.md5).hexdigest())
m = hmac.new(b'key', digestmod='sha1')
m.update(b'te')
m.update(b'xt')
print(m.hexdigest(), m.copy().digest() == m.digest(), m.name, m.digest_size, hmac.digest(b'key', b'text', 'md5'))
print(hmac.compare_digest('a', 'a'), hmac.compare_digest(b'a', b'b'))
data = bytes(range(256)) * 40
print(zlib.crc32(data), zlib.crc32(b''), zlib.crc32(data[100:], zlib.crc32(data[:100])))
print(zlib.adler32(data), zlib.adler32(b''), zlib.adler32(data[9:], zlib.adler32(data[:9])), binascii.crc32(b'hello'))
print(binascii.hexlify(b'\x00\xffab'), binascii.unhexlify('00FF6162'), binascii.b2a_hex(b'abcdef', ':', 2))
print(binascii.b2a_base64(b'hello'), binascii.a2b_base64('aGVsbG8='), binascii.b2a_base64(b'xy', newline=False))
print(binascii.crc_hqx(b'123456789', 0))
for wrong in ('abc', 'zz'):
    try:
        binascii.unhexlify(wrong)
    except binascii.Error as e:
        print(type(e).__name__, e, isinstance(e, ValueError))
u = uuid.UUID('12345678-1234-5678-9234-567812345678')
print(u, repr(u), u.hex, u.int, u.bytes, u.bytes_le, u.fields, u.urn, u.version, u.variant, u.time, u.clock_seq, u.node)
print(uuid.UUID(int=5), uuid.UUID(bytes=b'0123456789abcdef'), uuid.UUID(bytes_le=u.bytes_le) == u, uuid.UUID(fields=u.fields) == u)
print(uuid.UUID('{12345678123456781234567812345678}'), hash(u) == hash(u.int), sorted([u, uuid.UUID(int=3)])[0], {u: 1}[uuid.UUID(u.hex)])
print(uuid.uuid3(uuid.NAMESPACE_DNS, 'python.org'), uuid.uuid5(uuid.NAMESPACE_URL, 'python.org'))
x = uuid.uuid4()
print(x.version, x.variant == uuid.RFC_4122, x != uuid.uuid4(), uuid.uuid1().version)
for wrong in (lambda: uuid.UUID('12'), lambda: uuid.UUID(), lambda: uuid.UUID(int=-1), lambda: setattr(u, 'int', 3)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
print(len(secrets.token_hex(8)), len(secrets.token_bytes()), secrets.choice([7]), 0 <= secrets.randbelow(5) < 5, secrets.randbits(9) < 512)
print(len(secrets.token_urlsafe(10)), secrets.compare_digest('x', 'y'), 0 <= secrets.SystemRandom().random() < 1)
