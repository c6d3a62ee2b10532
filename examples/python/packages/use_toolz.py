# packages: toolz==1.0.0
# Groups, curries, pipes and merges.
import timing
from toolz import compose, countby, curry, frequencies, groupby, merge_with, partition_all, pipe, reduceby, sliding_window, topk, valmap
from toolz.curried import filter as keep, map as each


def main():
    data = [i * 7919 % 1009 for i in range(12000)]
    out = [valmap(len, groupby(lambda x: x % 7, data)), countby(lambda x: x % 3 == 0, data)]
    out.append(pipe(data, each(lambda x: x * 3), keep(lambda x: x % 2), list, sum))
    out.append(reduceby(lambda x: x % 5, lambda a, b: a + b, data, 0))
    out.append(sum(map(max, sliding_window(4, data))) + sum(map(sum, partition_all(5, data))))
    out.append(topk(3, data))
    out.append(merge_with(sum, frequencies(data[:50]), frequencies(data[20:60])) != {})
    add = curry(lambda a, b, c: a + b + c)
    out.append(sum(compose(add(1)(2), abs)(x) for x in data))
    return repr(out)


timing.run(main)
