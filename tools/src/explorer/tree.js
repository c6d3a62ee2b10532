// The tree: loops and functions with their bridges, the hottest first, and device regions.
const opened = new Set();
const measured = data.census[1];

// Samples of a trace and all that hangs on it.
const total = new Map();
function weight(n) {
  if (!total.has(n)) {
    total.set(n, 0);
    const own = data.traces[n].ran ? data.traces[n].ran[2] : 0;
    total.set(n, own + bridges[n].reduce((sum, b) => sum + weight(b), 0));
  }
  return total.get(n);
}

const taken = t => t.exits.reduce((sum, e) => sum + e[2], 0);
const byHeat = (a, b) => weight(b) - weight(a) || a - b;

const groups = [['loop', 'Loops'], ['function', 'Functions'], ['join', 'Joins: where ways come together']].map(([kind, title]) => ({
  title,
  roots: data.traces.map((t, n) => n).filter(n => !data.traces[n].from && data.traces[n].kind === kind).sort(byHeat),
}));
// A bridge of a trace that the log does not have.
const lost = data.traces.map((t, n) => n).filter(n => !data.traces[n].from && data.traces[n].kind === 'bridge');
if (lost.length) groups.push({ title: 'Bridges of unknown traces', roots: lost });

let treeRows = [];
const tree = new List($('tree'), at => { if (treeRows[at].trace !== NONE) openTrace(treeRows[at].trace); }, at => {
  const row = treeRows[at];
  if (row.region !== undefined) setView('device');
  else $('ops').focus();
});

function treeRow(n, depth) {
  const t = data.traces[n];
  const row = el('div', `row tree-row${t.gone ? ' gone' : ''}`);
  row.style.paddingLeft = `${4 + Math.min(depth, 24) * 13}px`;
  row.setAttribute('role', 'treeitem');
  row.setAttribute('aria-level', depth + 1);
  const twist = el('span', 'twist', bridges[n].length ? (opened.has(n) ? '▾' : '▸') : '');
  if (bridges[n].length) {
    row.setAttribute('aria-expanded', opened.has(n));
    twist.addEventListener('click', e => { e.stopPropagation(); toggle(n); });
  }
  const exit = t.from ? `exit ${t.from[1]} → ` : '';
  const label = el('span', 'label', exit, el('b', '', t.name), el('span', 'where', place(t.spot)));
  label.title = [`${t.kind} at ${place(t.spot)}`, sourceText(t.spot), t.gone ? 'thrown away' : ''].filter(Boolean).join('\n');
  const share = el('span', 'num share', measured ? percent(weight(n), data.samples) : number(t.counts[1]));
  if (measured) share.style.setProperty('--w', percent(weight(n), data.samples) || '0');
  const often = t.ran ? (t.ran[1] || t.ran[0]) : taken(t);
  const times = el('span', 'num', often ? number(often) : '');
  times.title = t.ran ? `entered ${count(t.ran[0], 'time')}, ${count(t.ran[1], 'turn')} of its loop` : `exits taken ${count(often, 'time')}`;
  row.append(twist, label, share, times);
  return row;
}

function drawTree() {
  const children = [];
  const rows = [];
  treeRows = [];
  const add = (n, depth) => {
    const row = treeRow(n, depth);
    children.push(row);
    rows.push(row);
    treeRows.push({ trace: n });
    if (opened.has(n)) [...bridges[n]].sort(byHeat).forEach(b => add(b, depth + 1));
  };
  for (const group of groups.filter(g => g.roots.length)) {
    children.push(el('div', 'group', group.title));
    group.roots.forEach(n => add(n, 0));
  }
  if (data.regions.length) {
    children.push(el('div', 'group', 'Device regions'));
    data.regions.forEach(([r, spot], k) => {
      const where = el('span', 'where', r.refused ? 'stays on the processor' : count(r.runs || 0, 'run'));
      const row = el('div', 'row tree-row', el('span', 'twist'), el('span', 'label', el('b', '', place(spot)), where));
      const ms = r.whole_ns ? `${(r.whole_ns / 1e6).toFixed(1)} ms` : '';
      row.append(el('span', 'num', ms));
      children.push(row);
      rows.push(row);
      treeRows.push({ trace: NONE, region: k });
    });
  }
  if (!children.length) children.push(el('div', 'empty', 'Nothing was compiled. The view “Failed” says what was tried.'));
  const top = $('tree').scrollTop;
  tree.fill(children, rows);
  $('tree').scrollTop = top;
}

function toggle(n, to = !opened.has(n)) {
  if (!bridges[n].length || opened.has(n) === to) return;
  to ? opened.add(n) : opened.delete(n);
  drawTree();
  showInTree(n);
}

// Puts the cursor on a trace, with what it hangs on opened.
function showInTree(n) {
  let redraw = false;
  for (let t = data.traces[n]; t.from; t = data.traces[t.from[0]]) {
    if (!opened.has(t.from[0])) { opened.add(t.from[0]); redraw = true; }
  }
  if (redraw || !treeRows.length) drawTree();
  tree.go(treeRows.findIndex(r => r.trace === n), true);
}

$('tree-share').textContent = measured ? 'time' : 'ops left';
$('tree-turns').textContent = data.census[0] ? 'runs' : 'exits';
$('tree-turns').title = data.census[0] ? 'turns of a loop, or entries of what has none' : 'how often its exits were taken';
