# html, html.parser, urllib.parse and xml.etree: pages and addresses as programs take them apart.
import html
import html.entities
import html.parser
import urllib.parse as u
import xml.etree.ElementTree as et

print(html.escape("<a href='x'>\"&\"</a>"), html.escape("'\"", quote=False))
for text in ("&amp;&lt;&notit;&notin;&#65;&#x1F600;&#128;&#0;&nosuch;&eacute&AMP", "&#xD800;|&#13;|&", "no & entity &;"):
    print(ascii(html.unescape(text)))
print(len(html.entities.html5), html.entities.name2codepoint["eacute"], html.entities.codepoint2name[8364], ascii(html.entities.entitydefs["Alpha"]))


class Show(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs):
        print("start", tag, attrs, self.getpos())

    def handle_endtag(self, tag):
        print("end", tag)

    def handle_data(self, data):
        print("data", repr(data))

    def handle_comment(self, data):
        print("comment", repr(data))

    def handle_decl(self, decl):
        print("decl", repr(decl))

    def handle_pi(self, data):
        print("pi", repr(data))

    def handle_entityref(self, name):
        print("entity", name)

    def handle_charref(self, name):
        print("char", name)


page = '<!DOCTYPE html>\n<p class=a id="b&amp;c" checked>One &amp; two<br/>\n<!-- note --><?pi x?><script>if (a<b) "</p>"</script></P>'
p = Show()
p.feed(page)
p.close()
p = Show(convert_charrefs=False)
for part in ("<b>x&am", "p;y&#6", "5;</b", ">z"):
    p.feed(part)
p.close()

for address in ("http://me:pw@Host.example:80/a/b;p?q=1&r=2#f", "mailto:a@b.example", "//host/path", "a/b?c", "http://[::1]:8080/", "x:y"):
    parts = u.urlsplit(address)
    print(parts, parts.hostname, parts.port, parts.username, parts.geturl() == address)
print(u.urlparse("http://h/p;x?q#f"), u.urlunparse(("http", "h", "/p", "x", "q", "f")))
for url in ("g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "..", "../g", "../../g", "../../../g", "http:g", "g;x=1/../y", ""):
    print(u.urljoin("http://a/b/c/d;p?q", url), end=" ")
print()
print(u.quote("a b/ü?&"), u.quote_plus("a b/ü"), u.unquote("a%20b%C3%BC%zz%E4"), u.unquote_plus("a+b%2B"), u.quote(b"\x00\xff~", safe=""))
print(u.urlencode({"a": 1, "b c": "d&e"}), u.urlencode([("a", [1, 2])], doseq=True), u.parse_qs("a=1&a=2&b=&c"), u.parse_qsl("a=1&b=", keep_blank_values=True))
print(u.urldefrag("http://a/b#c"), u.urlsplit(b"http://a/b?c").path, u.unquote_to_bytes("%41b"))
for bad in ("http://[::1/", "http://a:b/"):
    try:
        print(u.urlsplit(bad).port)
    except ValueError as e:
        print(e)

root = et.fromstring("<?xml version='1.0'?><r a='1&lt;'><x>one</x>tail<y b=\"2\"><x/></y><!-- c --><z>&#65;<![CDATA[<&]]></z></r>")
print(et.tostring(root), root.find("y/x") is root[1][0], [e.tag for e in root.iter()], "".join(root.itertext()))
print(root.findtext("x"), len(root.findall(".//x")), root.find("y[@b='2']").attrib, root.find("nosuch"), [e.text for e in root.findall("*[1]")])
made = et.Element("{urn:a}top", {"k": 'v"<\n'})
et.SubElement(made, "{urn:b}in", x="1").text = "t & u"
made.append(et.Comment(" hi "))
made[0].tail = "after"
print(et.tostring(made, "unicode"))
et.indent(root)
print(et.tostring(root, encoding="unicode"), et.tostring(et.Element("br"), method="html"), et.tostring(et.Element("a"), short_empty_elements=False))
for bad in ("<a>", "<a></b>", "<a/><b/>", "", "<a x='1' x='2'/>"):
    try:
        print(et.fromstring(bad))
    except et.ParseError as e:
        print(type(e).__name__)
