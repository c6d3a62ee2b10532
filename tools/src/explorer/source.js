// The program's source, a file at a time. What has no file is shown as a list of places.
let sourceSpots = [];
const source = new List($('source'), at => pickSpots(sourceSpots[at], true), () => $('ops').focus());

// The sum of what is known of some spots.
function sums(spots) {
  const c = [0, 0, 0, 0, 0];
  for (const n of spots) {
    data.spots[n].counts.forEach((v, k) => { c[k] += v; });
    c[4] += data.spots[n].plain;
  }
  return c;
}

function sourceRow(no, line, spots) {
  const row = el('div', `row${spots.length ? '' : ' none'}`, el('span', 'no', no), el('span', 'text', line || ' '));
  row.setAttribute('role', 'option');
  const [recorded, left, hoisted, exits, plain] = sums(spots);
  const side = [];
  if (exits) side.push(`✗${brief(exits)}`);
  if (recorded) side.push(`${brief(recorded)}→${brief(left)}`);
  row.append(el('span', 'side', side.join('  ')));
  const title = [];
  if (recorded) title.push(`${count(recorded, 'op')} recorded in all traces, ${left} left, ${hoisted} before a loop only; exits taken ${count(exits, 'time')}`);
  if (plain) {
    row.classList.add('plain');
    title.push(`plain execution was found here in ${percent(plain, data.samples)} of all samples`);
  }
  row.title = title.join('\n');
  return row;
}

function showFile(file) {
  if (state.file === file && source.rows.length) return;
  state.file = file;
  $('file').value = file;
  const rows = [];
  sourceSpots = [];
  if (file === NONE) {
    homeless.forEach(n => {
      rows.push(sourceRow('', place(n), [n]));
      sourceSpots.push([n]);
    });
    if (!rows.length) rows.push(el('div', 'empty', 'Give the program’s source to see it here: holloway-tools explore LOG -o PAGE.html --source FILE'));
  } else {
    lines[file].forEach((line, k) => {
      const spots = spotsAt[file].get(k + 1) || [];
      rows.push(sourceRow(k + 1, line, spots));
      sourceSpots.push(spots);
    });
  }
  source.fill(rows, sourceSpots.length ? rows : []);
  markSource(new Set());
}

// Marks lines with ops of the trace at hand, and those that are linked; the first of these is shown.
function markSource(linked, show) {
  const inTrace = state.trace === NONE ? new Set() : trace(state.trace).spotSet || (trace(state.trace).spotSet = new Set(trace(state.trace).origins.map(o => o[0]).concat(trace(state.trace).fates.map(f => f[0]))));
  let first = NONE;
  sourceSpots.forEach((spots, k) => {
    const row = source.rows[k];
    row.classList.toggle('in', spots.some(n => inTrace.has(n)));
    const on = spots.some(n => linked.has(n));
    row.classList.toggle('hl', on);
    if (on && first === NONE) first = k;
  });
  if (show && first !== NONE) reveal($('source'), source.rows[first], true);
  return first;
}

// The file that has a spot, or most spots of a trace.
const fileOf = spot => (spot === NONE ? NONE : data.spots[spot].file);
function fileOfTrace(t) {
  if (fileOf(t.spot) !== NONE) return fileOf(t.spot);
  const found = t.origins.map(o => fileOf(o[0])).find(f => f !== NONE);
  return found === undefined ? NONE : found;
}

// A file's name, with as much of its path as tells it from others.
function fileName(path) {
  const parts = path.split('/');
  for (let n = 1; n < parts.length; n++) {
    const end = parts.slice(-n).join('/');
    if (data.files.filter(f => f.name === end || f.name.endsWith(`/${end}`)).length === 1) return end;
  }
  return path;
}

function drawFiles() {
  const used = data.files.map((f, k) => k).filter(k => spotsAt[k].size);
  const unused = data.files.map((f, k) => k).filter(k => !spotsAt[k].size);
  const option = (value, label) => Object.assign(el('option', '', label), { value });
  const short = k => fileName(data.files[k].name);
  const options = used.map(k => option(k, short(k))).concat(unused.map(k => option(k, `${short(k)} (no traces)`)));
  if (homeless.length || !options.length) options.push(option(NONE, data.files.length ? 'places without a file' : 'places (no source given)'));
  $('file').replaceChildren(...options);
  $('file').addEventListener('change', e => { showFile(Number(e.target.value)); markSource(new Set()); });
}
