"""Text as part of XML."""


def escape(data, entities={}):
    data = data.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;')
    for k, v in entities.items():
        data = data.replace(k, v)
    return data


def unescape(data, entities={}):
    data = data.replace('&lt;', '<').replace('&gt;', '>')
    for k, v in entities.items():
        data = data.replace(k, v)
    return data.replace('&amp;', '&')


def quoteattr(data, entities={}):
    data = escape(data, {**entities, '\n': '&#10;', '\r': '&#13;', '\t': '&#9;'})
    if '"' in data:
        return '"%s"' % data.replace('"', '&quot;') if "'" in data else "'%s'" % data
    return '"%s"' % data
