# packages: PyYAML==6.0.3
# Writes a document and reads it again, in pure Python.
import sys
import time
import yaml


def main():
    rows = [{"name": "n%d" % i, "size": i * 1.5, "tags": ["a", "b: c", None, True], "text": "line\nof %d" % i} for i in range(120)]
    text = yaml.dump({"rows": rows, "meta": {"count": len(rows), "deep": {"er": [1, [2, [3]]]}}}, Dumper=yaml.SafeDumper)
    again = yaml.load(text, Loader=yaml.SafeLoader)
    return "%d %s %s" % (len(text), again["rows"] == rows, text[:200])

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
