// The views that are tables: what is hot and interpreted, what failed, helpers, allocations, devices.
let tableList = null;

// A table; columns have a title, a function of the row, and a class.
function grid(columns, rows, go) {
  const head = el('tr', '', ...columns.map(c => el('th', c[2] || '', c[0])));
  const body = rows.map(r => el('tr', '', ...columns.map(c => {
    const value = c[1](r);
    return el('td', c[2] || '', ...(Array.isArray(value) ? value : [value]));
  })));
  const table = el('table', '', el('thead', '', head), el('tbody', '', ...body));
  return { table, body, go: k => go(rows[k]) };
}

function section(title, lead, grids) {
  return { node: el('section', '', el('h2', '', title), lead ? el('p', 'lead', ...[].concat(lead)) : '', ...grids.map(g => g.table || g)), grids: grids.filter(g => g.table) };
}

// A line of the guest with its text.
const where = spot => (spot === NONE ? '' : [spotLink(spot), el('span', 'quote', sourceText(spot))]);
const toSpot = r => { if (r.spot !== NONE) { setView('traces'); pickSpots([r.spot]); $('source').focus(); } };

const COLOURS = { 'native code': '#3b7fc4', helpers: '#8e6bbf', plain: '#d98f2b', exits: '#c0564a', recording: '#5f9e6e', optimizing: '#4c8f8b', assembling: '#8aa04a', collecting: '#8b8f94' };

function hotView() {
  const sections = [];
  if (!measured) {
    const lead = 'The log has no times. Run the program with HOLLOWAY_LOG=json=FILE,census,times to see where its time goes: this page then shows it for each trace, helper and line that is still interpreted.';
    return [section('Where the time goes', lead, [])];
  }
  const phases = data.phases.filter(p => p[1]).sort((a, b) => b[1] - a[1]);
  const bar = el('div', 'bar', ...phases.map(([name, n]) => {
    const part = el('i', '');
    part.style.width = percent(n, data.samples);
    part.style.background = COLOURS[name] || '#888';
    part.title = `${name} ${percent(n, data.samples)}`;
    return part;
  }));
  const legend = el('div', 'legend', ...phases.map(([name, n]) => {
    const dot = el('i', '');
    dot.style.background = COLOURS[name] || '#888';
    return el('span', '', dot, `${name} ${percent(n, data.samples)}`);
  }));
  sections.push(section('Where the time goes', `By ${number(data.samples)} samples, two a millisecond, without the time that writing the log took.`, [bar, legend]));
  const hot = data.traces.map((t, n) => ({ n, spot: t.spot, t })).filter(r => r.t.ran && r.t.ran[2]).sort((a, b) => b.t.ran[2] - a.t.ran[2]).slice(0, 40);
  sections.push(section('Hottest traces', 'Time in helpers that they call is not counted here, and is in the view “Helpers”.', [grid([
    ['time', r => percent(r.t.ran[2], data.samples), 'num'], ['trace', r => [traceLink(r.n)], 'place'], ['begins at', r => where(r.spot)],
    ['entries', r => number(r.t.ran[0]), 'num'], ['turns', r => (r.t.ran[1] ? number(r.t.ran[1]) : ''), 'num'], ['ops left', r => number(r.t.counts[1]), 'num'],
  ], hot, r => { setView('traces'); openTrace(r.n, true); $('ops').focus(); })]));
  sections.push(section('Hot and still interpreted', 'Where plain execution was found, at its next end of a loop or call of a function.', [grid([
    ['time', r => percent(r.samples, data.samples), 'num'], ['place', r => where(r.spot)], ['why', r => r.why], ['what to do', r => r.advice],
  ], data.plain, toSpot)]));
  return sections;
}

function failedView() {
  const aborts = [...data.aborts].sort((a, b) => b.count - a.count);
  const left = data.traces.flatMap((t, n) => t.exits.map((e, k) => ({ n, k, spot: e[1], times: e[2], at: e[0] }))).filter(r => r.times).sort((a, b) => b.times - a.times);
  const top = left.slice(0, 100);
  const open = r => { setView('traces'); openTrace(r.n, true); setMode('left'); pickLeft(r.at, true); $('ops').focus(); };
  return [
    section('Recordings that came to nothing', aborts.length ? 'Nothing is given up for good: a place waits longer before it is tried again.' : 'None.', aborts.length ? [grid([
      ['times', r => number(r.count), 'num'], ['what', r => r.kind], ['place', r => where(r.spot)], ['why', r => [r.text, r.detail ? el('span', 'quote', r.detail) : '']], ['what to do', r => r.advice],
    ], aborts, toSpot)] : []),
    section('Exits by how often they were taken', [`Each time native code was left, and a step was done plainly. An exit that has a bridge is counted up to then. ${left.length > top.length ? `The first ${top.length} of ${left.length}.` : ''}`], left.length ? [grid([
      ['times', r => number(r.times), 'num'], ['exit', r => [link(`${data.traces[r.n].name} exit ${r.k}`, () => open(r))], 'place'], ['place', r => where(r.spot)],
      ['what failed', r => el('code', '', trace(r.n).leftOps[r.at] || '')],
      ['since then', r => { const b = bridgeAt[r.n].get(r.k); return b === undefined ? 'no bridge' : ['goes on in ', traceLink(b)]; }],
    ], top, open)] : []),
    section('What else went wrong', data.troubles.length ? '' : 'Nothing.', data.troubles.length ? [grid([
      ['what', r => r[0]], ['place', r => where(r[1])],
    ], data.troubles, r => toSpot({ spot: r[1] }))] : []),
  ];
}

function helpersView() {
  if (!data.census[0]) return [section('Helpers', 'The log has no census. Run the program with HOLLOWAY_LOG=json=FILE,census,times to see which helpers its traces call, how often and from where.', [])];
  const sites = [...data.sites].sort((a, b) => b.samples - a.samples || b.calls - a.calls);
  return [section('Helpers that traces call', 'A helper is what a trace cannot look into. Behind one that may write, the trace has to load again what it knew of memory.', [grid([
    ['time', r => (measured ? percent(r.samples, data.samples) : ''), 'num'], ['calls', r => number(r.calls), 'num'], ['helper', r => el('code', '', r.helper)], ['place', r => where(r.spot)],
    ['interpreter', r => el('code', '', r.source || '')], ['memory', r => (r.forgets ? 'forgotten' : 'kept')],
  ], sites, toSpot)])];
}

function allocationsView() {
  const often = a => { const ran = data.traces[a.trace].ran; return ran ? (a.hoisted ? ran[0] : ran[1] || ran[0]) : 0; };
  const rows = [...data.allocations].sort((a, b) => often(b) - often(a) || a.trace - b.trace || a.op - b.op);
  const open = r => { setView('traces'); openTrace(r.trace, true); setMode('recorded'); pickRecorded(r.op, true); $('ops').focus(); };
  return [section('Allocations that stayed', 'An object that nobody else sees is not made. These are made, because something comes to see them. Helpers allocate too, which is not shown here.', rows.length ? [grid([
    ['at most', r => (often(r) ? number(often(r)) : ''), 'num'], ['what', r => el('code', '', r.what)], ['place', r => where(r.spot)],
    ['trace', r => [link(`${data.traces[r.trace].name} op ${r.op}`, () => open(r)), r.hoisted ? ' before the loop' : ''], 'place'],
    ['why it stayed', r => [r.why, r.of === NONE ? '' : el('span', 'quote', trace(r.trace).recordedOps[r.of] || '')]],
  ], rows, open)] : [el('p', '', 'None.')])];
}

function deviceView() {
  const cards = data.regions.map(([r, spot]) => {
    const lines = [el('h3', '', spotLink(spot), `  ${r.refused ? 'stays on the processor' : r.runs ? `${count(r.runs, 'run')} on ${r.device || 'no device'}, ${number(r.discarded || 0)} came to nothing` : 'has never run elsewhere'}`)];
    if (sourceText(spot)) lines.push(el('code', '', sourceText(spot)));
    if (r.refused) lines.push(el('p', '', r.refused));
    if (r.why) lines.push(el('p', '', key('the last that came to nothing'), r.why));
    if (r.given_up) lines.push(el('p', '', key('given up'), r.given_up));
    const refused = data.refusals.filter(x => x[0] === spot);
    if (refused.length && !r.refused) lines.push(el('p', '', key('did not run as'), refused.map(([, why, n]) => (n > 1 ? `${why} (${number(n)} times)` : why)).join('; ')));
    const said = a => `${a.what}${a.how === 'at entry' ? '' : ` (${a.place})`}: ${a.how}`;
    const loops = (r.loops || []).map(l => el('li', '', el('b', '', l.place), `, entered ${count(l.entered || 0, 'time')}: `,
      l.verdict === 'kernel' ? `a kernel, ${number(l.iterations || 0)} iterations${l.folded ? ', the host adds up a sum' : ''}` : `on the processor: ${l.why || ''}`,
      el('ul', '', ...(l.edges || []).map(e => el('li', '', e.text)), ...(l.assumptions || []).map(a => el('li', '', said(a))))));
    if (loops.length) lines.push(el('ul', '', ...loops));
    if ((r.assumptions || []).length) lines.push(el('p', '', key('assumed at entry'), [...new Set(r.assumptions.map(a => a.what))].join('; ')));
    if (r.whole_ns) {
      const ms = k => `${(r[k] / 1e6).toFixed(1)} ms`;
      lines.push(el('p', '', key('time'), `analysis ${ms('analysis_ns')}, build ${ms('build_ns')}, copying ${ms('copy_ns')}, kernels ${ms('kernels_ns')}, all ${ms('whole_ns')}`));
    }
    return el('div', 'card', ...lines);
  });
  const lead = data.no_device ? `There was no device: ${data.no_device}.` : data.regions.length ? 'Loops that were explored to run on a device, and what became of them.' : 'No loop was explored. Under HOLLOWAY_GPU=force or auto loops may run on a device; see docs/gpu.md.';
  return [section('Device regions', lead, cards)];
}

const VIEWS = [
  ['traces', 'Traces', data.traces.length, null],
  ['hot', 'Time', null, hotView],
  ['failed', 'Failed', data.aborts.length + data.troubles.length, failedView],
  ['helpers', 'Helpers', data.sites.length, helpersView],
  ['allocations', 'Allocations', data.allocations.length, allocationsView],
  ['device', 'Device', data.regions.length, deviceView],
];

function setView(name) {
  const view = VIEWS.find(v => v[0] === name) || VIEWS[0];
  if (state.view === view[0]) return;
  state.view = view[0];
  for (const tab of $('tabs').children) tab.setAttribute('aria-selected', tab.dataset.view === state.view);
  const isTable = view[3] !== null;
  $('traces').hidden = isTable;
  $('table').hidden = !isTable;
  if (isTable) {
    const sections = view[3]();
    const grids = sections.flatMap(s => s.grids);
    const rows = grids.flatMap(g => g.body);
    const going = grids.flatMap(g => g.body.map((_, k) => () => g.go(k)));
    if (!tableList) tableList = new List($('table'));
    tableList.open = at => going[at]();
    tableList.fill(sections.map(s => s.node), rows);
    $('table').focus({ preventScroll: true });
  }
  remember();
}
