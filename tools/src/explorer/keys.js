// Keys, search, help, what the address remembers, and the start.
const HELP = [
  ['How to read it', [
    ['Traces', 'A loop or function that was hot was recorded and compiled: a trace. Where it is left often, at an exit, a bridge goes on; bridges hang below the trace that they come from.'],
    ['Source', '5→2 at a line: 5 ops were recorded for it in all traces, 2 of them are left. ✗ says how often exits were taken there. A bar at the left marks lines of the trace at hand, a number on yellow a line where plain execution was found.'],
    ['Ops', 'What runs (left), or what was recorded: ● left, ◐ runs once before the loop, ○ removed, with the pass that did it and the op on account of which. Guards leave the trace where what they ask does not hold.'],
    ['Machine code', 'The instructions of each op. Select a line, an op or an instruction: what belongs to it is marked in the other columns, and explained below.'],
  ]],
  ['Keys', [
    ['Tab', 'the next column'], ['j k ↓ ↑', 'the next row, the one before'], ['← →', 'in the tree: close and open'], ['Enter', 'go on from the row'],
    ['/', 'search'], ['r', 'ops left, or as recorded'], ['b', 'to the bridge of this exit'], ['p', 'to the trace that a bridge comes from'],
    ['o', 'to the op on account of which'], ['1 – 6', 'the views'], ['?', 'this page'], ['Esc', 'close'],
  ]],
];

function showHelp() {
  const parts = HELP.flatMap(([title, items]) => [el('h3', '', title), el('dl', '', ...items.flatMap(([k, v]) => [el('dt', '', title === 'Keys' ? el('kbd', '', k) : el('b', '', k)), el('dd', '', v)]))]);
  const close = el('button', '', 'Close');
  close.addEventListener('click', () => $('help-box').close());
  $('help-box').replaceChildren(...parts, close);
  $('help-box').showModal();
}

// ---- search

const MOST = 60;
let hits = [];
const found = new List($('found'), null, at => { $('find-box').close(); hits[at].go(); });
found.opensByClick = true;

function search(words) {
  const wanted = words.trim().toLowerCase();
  hits = [];
  const add = (kind, label, go) => { if (hits.length < MOST) hits.push({ kind, label, go }); };
  const fits = s => s.toLowerCase().includes(wanted);
  if (wanted) {
    const names = data.traces.map((t, n) => n).sort(byHeat);
    names.filter(n => fits(`${data.traces[n].name} ${place(data.traces[n].spot)}`)).slice(0, 20)
      .forEach(n => add('trace', `${data.traces[n].name}  ${place(data.traces[n].spot)}  ${sourceText(data.traces[n].spot)}`, () => { setView('traces'); openTrace(n, true); $('ops').focus(); }));
    data.spots.map((s, n) => n).filter(n => data.spots[n].line > 0 && fits(place(n))).slice(0, 20)
      .forEach(n => add('place', `${place(n)}  ${sourceText(n)}`, () => { setView('traces'); pickSpots([n]); $('source').focus(); }));
    data.files.forEach((f, k) => lines[k].forEach((l, at) => {
      if (hits.length < MOST && fits(l)) add('source', `${f.name.split('/').pop()}:${at + 1}  ${l.trim()}`, () => { setView('traces'); showFile(k); source.go(at); $('source').focus(); });
    }));
    if (state.trace !== NONE) {
      const t = trace(state.trace);
      t.leftOps.forEach((op, n) => { if (fits(op)) add('op', `${n}  ${op}`, () => { setView('traces'); setMode('left'); pickLeft(n, true); $('ops').focus(); }); });
    }
    data.sites.filter(s => fits(s.helper)).slice(0, 10).forEach(s => add('helper', `${s.helper}  ${place(s.spot)}`, () => { setView('traces'); pickSpots([s.spot]); $('source').focus(); }));
  }
  const rows = hits.map(h => el('div', 'row', el('span', 'kind', h.kind), el('span', 'text', h.label)));
  found.fill(rows.length ? rows : [el('div', 'empty', wanted ? 'Nothing found.' : 'Names of traces, places, source, ops of this trace, helpers.')], rows);
  if (rows.length) found.go(0, true);
}

function showSearch() {
  $('find-box').showModal();
  $('find-text').select();
  search($('find-text').value);
}

$('find-text').addEventListener('input', e => search(e.target.value));
$('find-text').addEventListener('keydown', e => {
  if (['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter'].includes(e.key)) {
    e.preventDefault();
    e.stopPropagation();
    found.key(e.key);
  }
});
$('find').addEventListener('click', showSearch);
$('help').addEventListener('click', showHelp);

// ---- keys

const COMMANDS = {
  '/': showSearch,
  '?': showHelp,
  r: () => setMode(state.mode === 'left' ? 'recorded' : 'left'),
  p: () => { const t = data.traces[state.trace]; if (t && t.from) { openTrace(t.from[0], true); setMode('left'); const e = data.traces[t.from[0]].exits[t.from[1]]; if (e) pickLeft(e[0], true); } },
  b: () => { const t = state.trace === NONE ? null : trace(state.trace); const b = t && bridgeAt[t.n].get(t.exitAt.get(state.op)); if (b !== undefined && b !== null) openTrace(b, true); },
  o: () => { const t = state.trace === NONE ? null : trace(state.trace); const of = t && state.recorded !== NONE ? t.fates[state.recorded][8] : NONE; if (of !== NONE && t) { setMode('recorded'); pickRecorded(of, true); } },
};

document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, select') || $('help-box').open || $('find-box').open) return;
  const list = document.activeElement && document.activeElement.list;
  const onButton = e.target.closest('button, summary');
  let done = true;
  if (e.key in COMMANDS) COMMANDS[e.key]();
  else if (/^[1-6]$/.test(e.key)) setView(VIEWS[e.key - 1][0]);
  else if (list === tree && (e.key === 'ArrowRight' || e.key === 'ArrowLeft') && tree.at >= 0) walkTree(e.key === 'ArrowRight');
  else if (onButton && e.key === 'Enter') done = false;
  else if (list) done = list.key(e.key);
  else if (['j', 'k', 'ArrowDown', 'ArrowUp'].includes(e.key) && e.target === document.body) done = (state.view === 'traces' ? tree : tableList).key(e.key);
  else done = false;
  if (done) e.preventDefault();
});

// Right opens, or goes to the first bridge; left closes, or goes to what a bridge hangs on.
function walkTree(right) {
  const n = treeRows[tree.at].trace;
  if (n === NONE) return;
  if (right && !opened.has(n)) toggle(n, true);
  else if (right && bridges[n].length) tree.go(tree.at + 1);
  else if (!right && opened.has(n)) toggle(n, false);
  else if (!right && data.traces[n].from) { showInTree(data.traces[n].from[0]); openTrace(data.traces[n].from[0]); }
}

// ---- the address remembers what is shown, so that it can be sent along

function remember() {
  if (!started) return;
  const parts = [`view=${state.view}`];
  if (state.trace !== NONE) parts.push(`trace=${state.trace}`, `mode=${state.mode}`);
  const at = state.mode === 'left' ? state.op : state.recorded;
  if (at !== NONE) parts.push(`op=${at}`);
  history.replaceState(null, '', `#${parts.join('&')}`);
}

function recall() {
  const wanted = new Map(location.hash.slice(1).split('&').map(p => p.split('=')));
  const whole = (name, end) => { const n = Number(wanted.get(name)); return wanted.has(name) && Number.isInteger(n) && n >= 0 && n < end ? n : NONE; };
  const n = whole('trace', data.traces.length);
  const hottest = groups.flatMap(g => g.roots).sort(byHeat)[0];
  if (n !== NONE || hottest !== undefined) openTrace(n !== NONE ? n : hottest, true);
  else showFile(data.files.length ? 0 : NONE);
  if (state.trace !== NONE) {
    if (wanted.get('mode') === 'recorded') setMode('recorded');
    const t = trace(state.trace);
    const op = whole('op', state.mode === 'left' ? t.leftOps.length : t.recordedOps.length);
    if (op !== NONE) (state.mode === 'left' ? pickLeft : pickRecorded)(op, true);
  }
  if (wanted.has('view')) setView(wanted.get('view'));
  if (wanted.has('help')) showHelp();
}

// ---- the start

let started = false;
function start() {
  document.title = `${data.title} – Holloway explorer`;
  $('title').textContent = data.title;
  const all = data.totals;
  $('totals').textContent = data.ended
    ? [count(all.loops || 0, 'loop'), count(all.functions || 0, 'function'), count(all.bridges || 0, 'bridge'), count(all.aborts || 0, 'abort'), `${number(all.recorded || 0)} ops recorded, ${number(all.left || 0)} left`, `${number(all.exits || 0)} exits`].join(' · ')
    : `${count(data.traces.length, 'trace')}`;
  const note = words => $('notes').append(el('p', '', words));
  if (data.cut) note('The log ends in the middle of a line: the program was killed, or was still running. All before that line is here; how often exits were taken is not known.');
  else if (!data.ended) note('The log has no end: the program was killed, or was still running. How often exits were taken is not known.');
  $('tabs').replaceChildren(...VIEWS.map(([name, title, n], k) => {
    const tab = el('button', '', title, n ? el('span', 'count', number(n)) : '');
    Object.assign(tab.dataset, { view: name });
    tab.title = `${title} (${k + 1})`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-selected', name === state.view);
    tab.addEventListener('click', () => setView(name));
    return tab;
  }));
  drawFiles();
  drawTree();
  recall();
  if (state.view === 'traces' && !$('help-box').open) $('tree').focus({ preventScroll: true });
  started = true;
}
