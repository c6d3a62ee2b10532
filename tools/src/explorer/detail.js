// The line below: what is known of what is selected.
const line = (...parts) => el('p', '', ...parts);
const key = word => el('span', 'key', `${word} `);
const about = (...lines) => $('detail').replaceChildren(...lines.filter(Boolean));

// Where an op comes from: a line of the guest, one of the interpreter.
function whence(t, k) {
  const [spot, detail, lineOf] = t.fates[k];
  const parts = [key('guest'), spotLink(spot), text(detail) ? ` ${text(detail)}` : ''];
  if (sourceText(spot)) parts.push('  ', el('code', '', sourceText(spot)));
  return [line(...parts), lineOf === NONE ? null : line(key('interpreter'), el('code', '', text(lineOf)))];
}

function aboutExit(t, at) {
  const k = t.exitAt.get(at);
  if (k === undefined) return null;
  const times = t.exits[k][2];
  const bridge = bridgeAt[t.n].get(k);
  const parts = [key('exit'), `${k}, `];
  if (bridge !== undefined) parts.push('goes on in ', traceLink(bridge), times ? `; before that it was taken ${count(times, 'time')}` : '');
  else parts.push(times ? `taken ${count(times, 'time')}, each of which left native code` : data.ended ? 'never taken' : 'not known how often, as the log has no end');
  if (k in t.broken) parts.push(`; what it assumes was found to be broken: ${t.broken[k]}`);
  return line(...parts, '.');
}

function aboutLeft(t, n) {
  const k = t.origins[n][1];
  const head = line(el('code', '', `${n}  ${t.leftOps[n] || ''}`));
  if (k === NONE) {
    const spot = t.origins[n][0];
    return about(head, line('Nobody recorded it: the optimizer added it (a label, what a loop carries, a conversion, a write barrier, or an object that was put off).'),
      spot === NONE ? null : line(key('guest'), spotLink(spot)), aboutExit(t, n));
  }
  const copy = t.fates[k][5] === n && t.fates[k][4] !== NONE ? 'This is its copy before the loop. ' : '';
  about(head, line(key('recorded as'), recordedLink(t, k), '. ', copy, ...fateOf(t, k)), aboutExit(t, n), ...aboutAllocation(t, k), ...whence(t, k));
}

function aboutRecorded(t, k) {
  const at = t.fates[k][4] !== NONE ? t.fates[k][4] : t.fates[k][5];
  about(line(el('code', '', `${k}  ${t.recordedOps[k] || ''}`)), line(...fateOf(t, k)), at === NONE ? null : aboutExit(t, at), ...aboutAllocation(t, k), ...whence(t, k));
}

function aboutAllocation(t, k) {
  return data.allocations.filter(a => a.trace === t.n && a.op === k).map(a => line(key('made because'), `${a.why}`, ...(a.of === NONE ? [] : [' (', recordedLink(t, a.of), ')'])));
}

function aboutSpots(spots) {
  if (!spots.length) return about(line('No trace has ops of this line.'));
  const [recorded, left, hoisted, exits, plain] = sums(spots);
  const traces = [...new Set(spots.flatMap(n => data.spots[n].traces))].sort(byHeat);
  const lines = [line(el('b', '', [...new Set(spots.map(place))].join(', ')), '  ', el('code', '', sourceText(spots[0])))];
  lines.push(line(`${count(recorded, 'op')} recorded in ${count(traces.length, 'trace')}: ${left} left, ${hoisted} before a loop only, ${recorded - left - hoisted} removed. `,
    exits ? `Exits here were taken ${count(exits, 'time')}.` : ''));
  if (plain) {
    const p = data.plain.find(x => spots.includes(x.spot));
    lines.push(line(`Plain execution was found here in ${percent(plain, data.samples)} of all samples`, p ? `: ${p.why}.` : '.'));
  }
  const shown = traces.slice(0, 40);
  if (traces.length) {
    const links = shown.flatMap((n, k) => [k ? ', ' : '', link(data.traces[n].name, () => { openTrace(n, true); pickSpots(spots, true); })]);
    lines.push(line(key('traces'), ...links, traces.length > shown.length ? ` and ${traces.length - shown.length} more` : ''));
  }
  about(...lines);
}

function aboutTrace(t) {
  const from = t.from ? [' It goes on from ', traceLink(t.from[0], `exit ${t.from[1]} of ${data.traces[t.from[0]].name}`), '.'] : [];
  const kind = { loop: 'a loop', function: 'a function', bridge: 'a bridge', join: 'a join, in which several ways go on together' }[t.kind] || t.kind;
  const lines = [line(el('b', '', t.name), ` is ${kind}`, t.spot === NONE ? '' : ' at ', t.spot === NONE ? '' : spotLink(t.spot), '.', ...from, ` It ends in ${t.end.replace(/ None$/, '')}.`)];
  const hot = t.exits.map((e, k) => [e[2], k]).filter(e => e[0]).sort((a, b) => b[0] - a[0]);
  const parts = hot.slice(0, 12).flatMap(([times, k], i) => [i ? ', ' : '', link(`exit ${k}`, () => { setMode('left'); pickLeft(t.exits[k][0], true); }), ` ${number(times)}× at ${place(t.exits[k][1])}`]);
  if (hot.length) lines.push(line(key('left most by'), ...parts, hot.length > 12 ? ` and ${hot.length - 12} more` : '', '.'));
  if (bridges[t.n].length) {
    lines.push(line(key('bridges'), ...[...bridges[t.n]].sort(byHeat).slice(0, 30).flatMap((n, k) => [k ? ', ' : '', traceLink(n)]), bridges[t.n].length > 30 ? ` and ${bridges[t.n].length - 30} more` : ''));
  }
  if (t.head) {
    const more = el('details', '', el('summary', '', 'helpers, types and fields'), el('pre', '', t.head));
    lines.push(more);
  }
  about(...lines);
}
