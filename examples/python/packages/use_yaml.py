# packages: PyYAML==6.0.3
# Writes a document and reads it again, in pure Python.
import timing
import yaml


def main():
    rows = [{"name": "n%d" % i, "size": i * 1.5, "tags": ["a", "b: c", None, True], "text": "line\nof %d" % i} for i in range(120)]
    text = yaml.dump({"rows": rows, "meta": {"count": len(rows), "deep": {"er": [1, [2, [3]]]}}}, Dumper=yaml.SafeDumper)
    again = yaml.load(text, Loader=yaml.SafeLoader)
    return "%d %s %s" % (len(text), again["rows"] == rows, text[:200])


timing.run(main)
