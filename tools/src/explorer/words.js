// The log's words as sentences.
const WHY = {
  'fold/constants': 'its operands are constants, so it was computed once and for all',
  'guards/implied': 'what it asks is known already',
  'guards/rewritten': 'in a simpler form, as part of what it asks is known',
  'virtuals/virtual allocation': 'nobody else sees the object, so it is not made',
  'virtuals/store into a virtual': 'it writes to an object that is not made',
  'virtuals/read of a virtual': 'it reads from an object that is not made, so the value is known',
  'virtuals/put off': 'the allocation happens later, where others come to see the object',
  'order/implied': 'comparisons before it decide it',
  'cse/duplicate': 'the same was computed before',
  'cse/implied': 'a guard before it has settled the same question',
  'heap/forwarded': 'the value in memory is known from an access before',
  'heap/stored already': 'the same value is in memory already',
  'heap/overwritten': 'a later store writes the same place before anybody looks',
  'dce/unused': 'nobody uses its result',
};

function why(pass, reason) {
  return WHY[`${pass}/${reason}`] || (pass === 'fold' ? `by the rule ${reason}` : reason);
}

const lettered = op => (op.match(/^[a-z]\d+ = (\S+)|^([a-z_]+)/) || []).slice(1).find(Boolean) || '';

// What an op does, for its colour.
function flavour(op) {
  const name = lettered(op);
  return name.startsWith('guard') ? 'guard' : name.startsWith('call') || name.startsWith('new') ? 'calls' : '';
}

// A button that goes somewhere.
function link(label, go) {
  const b = el('button', 'link', label);
  b.type = 'button';
  b.addEventListener('click', go);
  return b;
}

const recordedLink = (t, k) => link(`${k}: ${t.recordedOps[k] || '?'}`, () => { setMode('recorded'); pickRecorded(k, true); });
const leftLink = (t, k) => link(`op ${k}`, () => { setMode('left'); pickLeft(k, true); });
const traceLink = (n, label) => link(label || data.traces[n].name, () => { setView('traces'); openTrace(n, true); $('ops').focus(); });
const spotLink = spot => link(place(spot), () => { setView('traces'); pickSpots([spot]); });

// What became of a recorded op: parts of a sentence.
function fateOf(t, k) {
  const [, , , fate, at, preamble, pass, reason, of] = t.fates[k];
  const [by, because] = [text(pass), text(reason)];
  const parts = [];
  if (fate === 0) {
    parts.push('It is left, as ', leftLink(t, at));
    if (preamble !== NONE) parts.push(' in the loop and as ', leftLink(t, preamble), ' before it');
    if (by) parts.push(`; the pass ${by} changed it: ${why(by, because)}`);
  } else if (fate === 1) {
    parts.push('It runs once, before the loop, as ', leftLink(t, preamble));
    if (by) parts.push(`. In the loop the pass ${by} does without: ${why(by, because)}`);
  } else {
    parts.push(by ? `The pass ${by} removed it: ${why(by, because)}` : 'It is gone');
  }
  if (of !== NONE) parts.push(', because of ', recordedLink(t, of));
  parts.push('.');
  return parts;
}

// The same in a few words, for the side of a row.
function fateShort(t, k) {
  const [, , , fate, , , pass, reason, of] = t.fates[k];
  if (pass === NONE) return '';
  const because = of === NONE ? '' : ` ←${of}`;
  return fate === 1 ? `before the loop · ${text(pass)}: ${text(reason)}${because}` : `${text(pass)}: ${text(reason)}${because}`;
}
