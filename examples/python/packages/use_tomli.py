# packages: tomli==2.2.1
# Reads a document of tables, arrays, texts and dates.
import timing
import tomli


def main():
    text = "\n".join('[table.t%d]\nname = "n \\u00e9 %d"\nsize = %d.5\nwhen = 1979-05-27T07:32:00Z\nlist = [1, 0x1F, [true, "x"], {a = 1}]\n' % (i, i, i) for i in range(400))
    found = tomli.loads(text)
    return "%d %r" % (len(found["table"]), found["table"]["t399"])


timing.run(main)
