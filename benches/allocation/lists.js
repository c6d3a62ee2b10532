// lists: a large list of objects lives on while its elements are replaced, filtered out, sliced, paired and added.
// Objects: records of three properties, pairs, short lists. The large list and most of its elements grow old.
"use strict";

const MOD = 1000003;
const CHUNK = 250;

class Item {
  constructor(id, round) {
    this.id = id;
    this.round = round;
    this.weight = (id * 7) % 1009;
  }
}

// Puts new records in the place of every `step`th one.
function replace(list, step, round) {
  for (let i = step - 1; i < list.length; i += step) list[i] = new Item(list[i].id + 1, round);
}

// Those whose weight does not end a cycle of three.
function filtered(list, round) {
  return list.filter((item) => (item.weight + round) % 3 !== 0);
}

// The list in slices, every other one turned round.
function chunks(list) {
  const result = [];
  for (let first = 0; first <= list.length - CHUNK; first += CHUNK) {
    let chunk = list.slice(first, first + CHUNK);
    if (result.length % 2 === 1) chunk = chunk.reverse();
    result.push(chunk);
  }
  return result;
}

// Neighbours as pairs, those of equal weight left out.
function pairsOf(list) {
  const result = [];
  for (let i = 1; i < list.length; i++) {
    const a = list[i - 1];
    const b = list[i];
    if (a.weight !== b.weight) result.push([a, b]);
  }
  return result;
}

function refill(list, n, round) {
  while (list.length < n) list.push(new Item(list.length + round, round));
}

function digest(list) {
  let sum = 0;
  for (const item of list) sum = (sum * 31 + item.id + item.round * item.weight) % MOD;
  return sum;
}

function workload(n) {
  const lines = [];
  let list = [];
  let sum = 0;
  refill(list, n, 0);
  for (let round = 1; round <= 20; round++) {
    replace(list, 7, round);
    const all = chunks(list);
    for (const chunk of all) sum = (sum + digest(chunk)) % MOD;
    const pairs = pairsOf(list);
    for (let i = 0; i < pairs.length; i += 5) {
      const [a, b] = pairs[i];
      sum = (sum + a.weight * b.id) % MOD;
    }
    list = filtered(list, round);
    lines.push(`${all.length} ${pairs.length} ${list.length} ${sum}`);
    refill(list, n, round);
  }
  lines.push(`${digest(list)}`);
  return lines.join("\n");
}

// Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
const size = Number(process.argv[2] ?? 500);
const repeats = process.argv[3];
let answer;
for (let k = 1; k <= Number(repeats ?? 1); k++) {
  const start = performance.now();
  const result = workload(size);
  const seconds = (performance.now() - start) / 1000;
  if (repeats) process.stderr.write(`iter ${k} ${seconds.toFixed(6)}\n`);
  if (answer !== undefined && answer !== result) throw new Error("two runs of the same work disagree");
  answer = result;
}
console.log(answer);
