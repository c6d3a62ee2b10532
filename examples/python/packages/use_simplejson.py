# packages: simplejson==3.20.2
# Writes and reads texts in pure Python.
import timing
import simplejson


def main():
    data = [{"id": i, "name": "n\u00e9%d" % i, "list": list(range(i % 20)), "x": i / 7, "deep": {"a": [None, True, {"b": "c" * (i % 9)}]}} for i in range(600)]
    text = simplejson.dumps(data, indent=1, sort_keys=True)
    again = simplejson.loads(text)
    return "%d %s %s" % (len(text), again == data, text[:200])


timing.run(main)
