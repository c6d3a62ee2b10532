// The data, what follows from it, and small things that all other scripts use.
const data = JSON.parse(document.getElementById('data').textContent);
const NONE = -1;
const $ = id => document.getElementById(id);

// An element with a class and a text, or with children. Texts are never taken for markup.
function el(tag, cls, ...parts) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  for (const part of parts) if (part !== null && part !== undefined && part !== '') e.append(part);
  return e;
}

const count = (n, one, many = one + 's') => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
const number = n => n.toLocaleString('en');
const brief = n => n.toLocaleString('en', { notation: 'compact' });
const percent = (n, all) => (all > 0 ? `${(n * 100 / all).toFixed(1)}%` : '');
const text = n => (n === NONE ? '' : data.texts[n]);

// A line of the guest in words; of a path its last part.
function place(spot) {
  if (spot === NONE) return '';
  const s = data.spots[spot];
  const name = s.name.slice(s.name.lastIndexOf('/') + 1) || s.name;
  return s.line > 0 ? `${name}:${s.line}` : name;
}

// Of each file its lines; of each line its spots. What has no file is in one that has its places only.
const lines = data.files.map(f => f.text.replace(/\n$/, '').split('\n'));
const spotsAt = data.files.map(() => new Map());
const homeless = [];
data.spots.forEach((s, n) => {
  if (s.file === NONE) {
    if (s.line > 0) homeless.push(n);
    return;
  }
  const at = spotsAt[s.file];
  at.has(s.line) ? at.get(s.line).push(n) : at.set(s.line, [n]);
});
homeless.sort((a, b) => (data.spots[a].name < data.spots[b].name ? -1 : data.spots[a].name > data.spots[b].name ? 1 : data.spots[a].line - data.spots[b].line));

// The source text of a spot, without the blanks before it.
function sourceText(spot) {
  const s = spot === NONE ? null : data.spots[spot];
  return s && s.file !== NONE ? (lines[s.file][s.line - 1] || '').trim() : '';
}

// Bridges of each trace, and the first one of each exit.
const bridges = data.traces.map(() => []);
const bridgeAt = data.traces.map(() => new Map());
data.traces.forEach((t, n) => {
  if (!t.from) return;
  bridges[t.from[0]].push(n);
  if (!bridgeAt[t.from[0]].has(t.from[1])) bridgeAt[t.from[0]].set(t.from[1], n);
});

// A trace with its ops as lists, made when it is first looked at.
const parsed = new Map();
function trace(n) {
  let t = parsed.get(n);
  if (!t) {
    const raw = data.traces[n];
    const split = s => (s === '' ? [] : s.split('\n'));
    t = { ...raw, n, recordedOps: split(raw.recorded), leftOps: split(raw.left), exitAt: new Map() };
    raw.exits.forEach((e, k) => t.exitAt.set(e[0], k));
    parsed.set(n, t);
  }
  return t;
}

// Scrolls a list, and nothing around it, so that a row is seen.
function reveal(root, row, middle) {
  const [outer, inner] = [root.getBoundingClientRect(), row.getBoundingClientRect()];
  const from = inner.top - outer.top - root.clientTop;
  const room = root.clientHeight - inner.height;
  if (middle) root.scrollTop += from - room / 2;
  else if (from < 0) root.scrollTop += from;
  else if (from > room) root.scrollTop += from - room;
}

// A list that is walked by keys: its rows are elements, one of them has the cursor.
class List {
  constructor(root, pick, open) {
    Object.assign(this, { root, pick, open, rows: [], at: -1 });
    root.tabIndex = 0;
    root.list = this;
    root.addEventListener('click', e => {
      const row = e.target.closest('.row, tr');
      const at = this.rows.indexOf(row);
      if (at >= 0 && !e.target.closest('.link')) {
        this.go(at);
        if (this.open && this.opensByClick) this.open(at);
      }
    });
  }
  fill(children, rows) {
    this.root.replaceChildren(...children);
    this.rows = rows || children;
    this.at = -1;
    this.root.scrollTop = 0;
  }
  // Puts the cursor on a row; with `silent` nobody is told.
  go(at, silent) {
    if (at < 0 || at >= this.rows.length) return;
    const before = this.rows[this.at];
    if (before) { before.classList.remove('cursor'); before.removeAttribute('aria-selected'); }
    this.at = at;
    const row = this.rows[at];
    row.classList.add('cursor');
    row.setAttribute('aria-selected', 'true');
    if (this.root.scrollHeight > this.root.clientHeight) reveal(this.root, row);
    else row.scrollIntoView({ block: 'nearest' });
    if (!silent && this.pick) this.pick(at);
  }
  key(name) {
    const page = Math.max(1, Math.floor(this.root.clientHeight / 20) - 1);
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -1e9, End: 1e9 };
    if (name in steps) {
      if (this.rows.length) this.go(Math.min(this.rows.length - 1, Math.max(0, this.at + steps[name])));
      return true;
    }
    if (name === 'Enter' && this.open && this.at >= 0) {
      this.open(this.at);
      return true;
    }
    return false;
  }
}

// What is selected. `op` is an op left, `recorded` a recorded one.
const state = { view: 'traces', trace: NONE, mode: 'left', file: NONE, op: NONE, recorded: NONE };
