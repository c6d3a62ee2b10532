# packages: ecdsa==0.19.1 six==1.17.0
# Signs and verifies over elliptic curves.
import sys
import time
import hashlib

from ecdsa import NIST256p, SECP256k1, SigningKey


def main():
    out = []
    for curve in (NIST256p, SECP256k1):
        key = SigningKey.from_secret_exponent(123456789123456789, curve, hashlib.sha256)
        for i in range(4):
            data = b"message %d" % i
            signature = key.sign_deterministic(data)
            out.append(signature.hex()[:32] + str(key.verifying_key.verify(signature, data)))
    return "\n".join(out)

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
