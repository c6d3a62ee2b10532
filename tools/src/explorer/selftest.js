// The page's test of itself, under the fragment #selftest: goes along links both ways, through all views and by keys, and writes what it found.
function selfTest(ready) {
  const failures = [];
  let checks = 0;
  const check = (ok, what) => { checks += 1; if (!ok && failures.length < 20) failures.push(what); };
  const press = key => (document.activeElement || document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const marked = (list, numbers) => new Set(list.rows.flatMap((row, k) => (row.classList.contains('hl') ? [numbers[k]] : [])));
  const step = Math.max(1, Math.floor(data.traces.length / 25));

  for (let n = 0; n < data.traces.length; n += step) {
    openTrace(n, true);
    setMode('left');
    const t = trace(n);
    const name = t.name;
    check(ops.rows.length === t.counts[1], `${name}: ${ops.rows.length} rows for ${t.counts[1]} ops left`);
    check(treeRows[tree.at] && treeRows[tree.at].trace === n, `${name} is not shown in the tree`);
    const compiled = new Set(asmNumbers);
    for (let at = 0; at < t.leftOps.length; at += Math.max(1, Math.floor(t.leftOps.length / 15))) {
      ops.go(at);
      const spot = t.origins[at][0];
      check(marked(ops, opNumbers).has(at), `${name}: op ${at} is not marked`);
      if (compiled.has(at)) check(marked(asm, asmNumbers).has(at), `${name}: op ${at} has instructions that are not marked`);
      const row = sourceSpots.findIndex(spots => spots.includes(spot));
      if (spot !== NONE && data.spots[spot].line > 0) {
        check(row >= 0 && source.rows[row].classList.contains('hl'), `${name}: op ${at} at ${place(spot)} has no line`);
        source.go(row);
        check(marked(ops, opNumbers).has(at), `${name}: line ${place(spot)} does not lead back to op ${at}`);
      }
      const first = asmNumbers.indexOf(at);
      if (first >= 0) {
        asm.go(first);
        check(state.op === at && marked(ops, opNumbers).has(at), `${name}: an instruction does not lead back to op ${at}`);
      }
      check($('detail').textContent.length > 0, `${name}: nothing is said of op ${at}`);
    }
    for (const [k, how] of Object.entries(t.broken)) {
      ops.go(t.exits[k][0]);
      check($('detail').textContent.includes(how), `${name}: exit ${k} does not say what broke it`);
    }
    setMode('recorded');
    check(ops.rows.length === t.counts[0], `${name}: ${ops.rows.length} rows for ${t.counts[0]} recorded ops`);
    for (let k = 0; k < t.recordedOps.length; k += Math.max(1, Math.floor(t.recordedOps.length / 10))) {
      ops.go(k);
      check(state.recorded === k && $('detail').textContent.includes('.'), `${name}: nothing is said of recorded op ${k}`);
    }
    setMode('left');
    if (t.from) {
      press('p');
      check(state.trace === t.from[0], `${name}: p does not lead to what it comes from`);
      press('b');
      check(state.trace === bridgeAt[t.from[0]].get(t.from[1]), `${name}: b does not lead back`);
    }
  }

  const rows = { hot: null, failed: data.aborts.length, helpers: data.sites.length, allocations: data.allocations.length, device: 0 };
  VIEWS.slice(1).forEach(([name], k) => {
    press(String(k + 2));
    check(state.view === name && !$('table').hidden, `${k + 2} does not show ${name}`);
    if (rows[name] !== null) check(tableList.rows.length >= rows[name], `${name} has ${tableList.rows.length} rows`);
    if (tableList.rows.length) {
      press('j');
      check(tableList.at === 0, `${name}: j does not go to the first row`);
    }
  });
  press('1');
  check(state.view === 'traces' && !$('traces').hidden, '1 does not show the traces');
  if (treeRows.length > 1) {
    $('tree').focus();
    tree.go(0);
    press('j');
    check(tree.at === 1, 'j does not go down');
    press('k');
    check(tree.at === 0, 'k does not go up');
  }
  press('?');
  check($('help-box').open, '? shows no help');
  $('help-box').close();
  press('/');
  check($('find-box').open, '/ does not search');
  if (data.traces.length) {
    search(data.traces[0].name);
    check(hits.length > 0, 'the first trace is not found');
    found.key('Enter');
    check(!$('find-box').open && state.trace !== NONE, 'Enter does not go to what was found');
  } else $('find-box').close();
  const verdict = { ok: failures.length === 0, ready_ms: Math.round(ready), checks, traces: data.traces.length, failures };
  $('verdict').textContent = JSON.stringify(verdict);
  $('verdict').hidden = false;
}

start();
const ready = performance.now();
document.documentElement.dataset.ready = Math.round(ready);
if (location.hash === '#selftest') selfTest(ready);
