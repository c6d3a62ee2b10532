# packages: ecdsa==0.19.1 six==1.17.0
# Signs and verifies over elliptic curves.
import timing
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


timing.run(main)
