# packages: Jinja2==3.1.6 MarkupSafe==3.0.3
# Compiles a template with loops, macros, filters and inheritance, and renders it.
import timing
from jinja2 import DictLoader, Environment

PAGES = {
    "base": "<html><title>{% block title %}none{% endblock %}</title>{% block body %}{% endblock %}</html>",
    "page": """{% extends "base" %}{% macro cell(x, kind="td") %}<{{ kind }}>{{ x|e }}</{{ kind }}>{% endmacro %}
{% block title %}{{ title|upper }}{% endblock %}
{% block body %}<table>{% for row in rows if row.id % 7 %}<tr class="{{ loop.cycle('odd', 'even') }}">
{{ cell(loop.index) }}{{ cell(row.name|capitalize) }}{{ cell("%.2f"|format(row.price)) }}
{% for t in row.tags|sort %}{{ cell(t, kind="th") }}{% else %}none{% endfor %}
{% if row.price > 50 and not row.sold %}expensive{% elif row.sold %}sold{% else %}cheap{% endif %}</tr>
{% endfor %}</table>{{ rows|map(attribute="price")|sum|round(2) }}{% endblock %}""",
}


def main():
    rows = []
    for i in range(1000):
        tags = ["t%d" % (i * k % 11) for k in range(i % 4)]
        rows.append({"id": i, "name": "item <%d>" % i, "price": i * 0.37 % 99, "tags": tags, "sold": i % 3 == 0})
    page = Environment(loader=DictLoader(PAGES), autoescape=True).get_template("page")
    html = page.render(title="a & b", rows=rows)
    return "%d %s" % (len(html), html[:400])


timing.run(main)
