# packages: more-itertools==10.7.0
# Windows, chunks, partitions, groups and merges of iterators.
import timing
import more_itertools as m


def main():
    data = [i * 7919 % 1009 for i in range(8000)]
    out = [sum(a * b for a, b in m.pairwise(data)), sum(max(w) for w in m.sliding_window(data, 5))]
    out.append(sum(len(list(c)) for c in m.chunked(data, 7)))
    out.append(len(list(m.unique_everseen(data))))
    out.append(m.ilen(m.interleave_longest(data, data[:100])))
    out.append(sum(1 for _ in m.set_partitions(range(7))))
    out.append(sum(map(sum, m.split_when(data, lambda a, b: a > b))))
    out.append(m.run_length.decode(m.run_length.encode("aabbbc" * 50)).__next__())
    out.append([next(p) for p in (m.peekable(data), m.seekable(data))])
    return repr(out)


timing.run(main)
