# packages: rsa==4.9.1 pyasn1==0.6.1
# Encrypts, signs and stores a key.
import timing
import rsa


def main():
    n_p, n_q = 2 ** 521 - 1, 2 ** 607 - 1
    n = n_p * n_q
    d = pow(65537, -1, (n_p - 1) * (n_q - 1))
    key = rsa.PrivateKey(n, 65537, d, n_p, n_q)
    public = rsa.PublicKey(n, 65537)
    out = []
    for i in range(6):
        data = b"message %d" % i
        signature = rsa.sign(data, key, "SHA-256")
        out.append(signature.hex()[:24] + rsa.verify(data, signature, public))
    stored = key.save_pkcs1()
    out.append(str(rsa.PrivateKey.load_pkcs1(stored) == key))
    return "\n".join(out)


timing.run(main)
