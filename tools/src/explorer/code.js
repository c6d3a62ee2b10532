// A trace: its ops and its machine code, and the links between them and the source.
let opNumbers = [];
let asmNumbers = [];
const ops = new List($('ops'), at => (state.mode === 'left' ? pickLeft(opNumbers[at]) : pickRecorded(opNumbers[at])), () => $('asm').focus());
const asm = new List($('asm'), at => { if (asmNumbers[at] !== NONE) pickLeft(asmNumbers[at], false, 'asm'); else linkUp(new Set(), new Set(), new Set([NONE])); });

// An op's text with its name marked.
function opText(op) {
  const name = lettered(op);
  const at = name ? op.indexOf(name, op.indexOf('=') > 0 && /^[a-z]\d+ =/.test(op) ? op.indexOf('=') : 0) : -1;
  return at < 0 ? el('span', 'text', op) : el('span', 'text', op.slice(0, at), el('span', 'op-name', name), op.slice(at + name.length));
}

// What a row of an op has at its side: its exit, how often it was taken, its bridge.
function exitSide(t, at) {
  const k = t.exitAt.get(at);
  if (k === undefined) return '';
  const bridge = bridgeAt[t.n].get(k);
  const times = t.exits[k][2];
  const side = el('span', 'side', `exit ${k}`, times ? ` ✗${number(times)}` : '', k in t.broken ? ' broken' : '');
  if (bridge !== undefined) side.append(' → ', traceLink(bridge));
  return side;
}

function drawOps(t) {
  const children = [];
  const rows = [];
  opNumbers = [];
  const row = (n, op, cls, mark, side) => {
    const r = el('div', `row ${cls} ${flavour(op)}`, el('span', 'no', n), mark === null ? '' : el('span', 'mark', mark), opText(op), side);
    r.setAttribute('role', 'option');
    children.push(r);
    rows.push(r);
    opNumbers.push(n);
  };
  if (state.mode === 'left') {
    t.leftOps.forEach((op, n) => {
      if (n === 0 && t.body !== NONE) children.push(el('div', 'sep', 'before the loop'));
      if (n === t.body) children.push(el('div', 'sep', 'the loop'));
      row(n, op, t.origins[n][1] === NONE ? 'added' : '', null, exitSide(t, n));
    });
  } else {
    const words = ['kept', 'hoisted', 'removed'];
    t.recordedOps.forEach((op, n) => {
      const fate = t.fates[n][3];
      row(n, op, words[fate], ['●', '◐', '○'][fate], el('span', 'side', fateShort(t, n)));
    });
  }
  if (!children.length) children.push(el('div', 'empty', 'The log has no ops of this trace.'));
  ops.fill(children, rows);
  $('mode-left').setAttribute('aria-pressed', state.mode === 'left');
  $('mode-recorded').setAttribute('aria-pressed', state.mode !== 'left');
}

const PARTS = { entry: 'the way in', cold: 'off the path: what seldom happens', exits: 'stubs of exits', body: 'the way of other traces into the loop' };

function drawAsm(t) {
  const children = [];
  const rows = [];
  asmNumbers = [];
  let instructions = 0;
  for (const [part, block] of t.asm) {
    const number = typeof part === 'number' ? part : NONE;
    if (number === NONE) children.push(el('div', 'sep', PARTS[part] || part));
    else if (number === t.body) children.push(el('div', 'sep', 'the loop'));
    block.split('\n').forEach((line, k) => {
      const [at, inst] = line.split(/ {2}(.*)/s);
      const r = el('div', 'row', el('span', 'no', at), el('span', 'text', inst || ''), el('span', 'side', k === 0 && number !== NONE ? `op ${number}` : ''));
      r.setAttribute('role', 'option');
      children.push(r);
      rows.push(r);
      asmNumbers.push(number);
      instructions += 1;
    });
  }
  if (!children.length) children.push(el('div', 'empty', 'The log has no machine code: run the program with HOLLOWAY_LOG=json=FILE,asm to have it here.'));
  asm.fill(children, rows);
  $('asm-facts').textContent = rows.length ? `${count(instructions, 'instruction')}, ${number(t.counts[3])} bytes` : `${number(t.counts[3])} bytes`;
}

// Shows a trace; with `quiet` the cursor of the tree is moved to it.
function openTrace(n, quiet) {
  if (state.trace === n && ops.rows.length && !quiet) return;
  state.trace = n;
  state.op = state.recorded = NONE;
  const t = trace(n);
  $('trace-name').textContent = t.name;
  const facts = [`${t.counts[0]} recorded → ${t.counts[1]} left`];
  if (t.ran) facts.push(`entered ${number(t.ran[0])}×`, t.ran[1] ? `${number(t.ran[1])} turns` : '');
  if (t.ran && measured) facts.push(`${percent(t.ran[2], data.samples)} of time`);
  if (t.gone) facts.push('thrown away');
  $('trace-facts').textContent = facts.filter(Boolean).join(' · ');
  drawOps(t);
  drawAsm(t);
  showFile(fileOfTrace(t));
  markSource(new Set([t.spot]), true);
  aboutTrace(t);
  if (quiet) showInTree(n);
  remember();
}

function setMode(mode) {
  if (state.mode === mode || state.trace === NONE) return;
  state.mode = mode;
  const { op, recorded } = state;
  const t = trace(state.trace);
  drawOps(t);
  if (mode === 'left' && op !== NONE) pickLeft(op, true);
  else if (mode === 'recorded' && recorded !== NONE) pickRecorded(recorded, true);
}

// Marks what belongs together: spots, recorded ops, ops left. `from` is the pane that need not be scrolled.
function linkUp(spots, recorded, left, from) {
  const shown = state.mode === 'left' ? left : recorded;
  const mark = (list, numbers, set, name) => {
    let first = -1;
    list.rows.forEach((row, k) => {
      const on = set.has(numbers[k]) && numbers[k] !== NONE;
      row.classList.toggle('hl', on);
      if (on && first < 0) first = k;
    });
    if (first >= 0 && from !== name) reveal(list.root, list.rows[first]);
    return first;
  };
  mark(ops, opNumbers, shown, 'ops');
  mark(asm, asmNumbers, left, 'asm');
  const spot = [...spots].find(n => n !== NONE && fileOf(n) !== state.file);
  const here = [...spots].some(n => n !== NONE && fileOf(n) === state.file);
  if (from !== 'source' && spot !== undefined && !here && data.spots[spot].line > 0) showFile(fileOf(spot));
  markSource(spots, from !== 'source');
}

// An op that is left.
function pickLeft(n, jump, from = 'ops') {
  const t = trace(state.trace);
  const [spot, recorded] = t.origins[n] || [NONE, NONE];
  Object.assign(state, { op: n, recorded });
  linkUp(new Set([spot]), new Set([recorded]), new Set([n]), from);
  if (jump && state.mode === 'left') ops.go(opNumbers.indexOf(n), true);
  aboutLeft(t, n);
  remember();
}

// A recorded op.
function pickRecorded(k, jump) {
  const t = trace(state.trace);
  const [spot, , , , at, preamble] = t.fates[k];
  Object.assign(state, { recorded: k, op: at !== NONE ? at : preamble });
  linkUp(new Set([spot]), new Set([k]), new Set([at, preamble]), 'ops');
  if (jump && state.mode === 'recorded') ops.go(opNumbers.indexOf(k), true);
  aboutRecorded(t, k);
  remember();
}

// Lines of the source: all ops of the trace at hand that are theirs. If it has none, a trace that has some is shown.
function pickSpots(spots, inSource) {
  const set = new Set(spots);
  const others = spots.flatMap(n => data.spots[n].traces).sort(byHeat);
  const has = n => trace(n).fates.some(f => set.has(f[0]));
  if (!inSource && others.length && (state.trace === NONE || !has(state.trace))) openTrace(others[0], true);
  if (!inSource && spots.length) showFile(fileOf(spots[0]));
  const t = state.trace === NONE ? null : trace(state.trace);
  const numbers = (list, of) => new Set(list.map((x, k) => (set.has(x[of]) ? k : NONE)));
  if (t) linkUp(set, numbers(t.fates, 0), numbers(t.origins, 0), 'source');
  if (!inSource) {
    const at = markSource(set, true);
    if (at !== NONE) source.go(at, true);
  }
  aboutSpots(spots);
}

$('mode-left').addEventListener('click', () => setMode('left'));
$('mode-recorded').addEventListener('click', () => setMode('recorded'));
