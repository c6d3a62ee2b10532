"""The text that the drivers of Markdown packages turn into HTML."""


def sample():
    parts = []
    for i in range(40):
        parts.append("# Part %d\n\nSome *plain* text with **strong** words, `code %d`, a [link](http://a.example/%d \"T\") and &amp; more.\n" % (i, i, i))
        parts.append("\n".join("%d. item _%d_ of the list" % (k + 1, k) for k in range(5)) + "\n")
        parts.append("\n".join("- point %d\n    - inner ![image](x%d.png)" % (k, k) for k in range(4)) + "\n")
        parts.append("> quoted text\n> of two lines\n\n    indented code %d < 3\n\n***\n" % i)
    return "\n".join(parts)
