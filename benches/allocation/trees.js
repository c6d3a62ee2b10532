// trees: small trees are grown, walked and dropped beside a large one, whose branches are replaced now and then.
// Objects: nodes of three properties. The large tree lives throughout.
"use strict";

const MOD = 1000003;

class Node {
  constructor(key, left = null, right = null) {
    this.key = key;
    this.left = left;
    this.right = right;
  }
}

function grow(depth, key) {
  if (depth === 0) return new Node(key);
  const below = (2 * key) % 65521;
  return new Node(key, grow(depth - 1, below), grow(depth - 1, below + 1));
}

function total(tree) {
  const left = tree.left;
  if (left === null) return tree.key;
  return (tree.key + total(left) + total(tree.right)) % MOD;
}

// A tree of the same inner keys, with other leaves.
function copied(tree) {
  if (tree.left === null) return new Node(tree.key + 1);
  return new Node(tree.key, copied(tree.left), copied(tree.right));
}

// Replaces what is at `steps` below a node on the way that the bits of `path` say.
function graft(tree, path, steps, branch) {
  for (; steps > 1; steps--, path >>= 1) tree = path % 2 === 0 ? tree.left : tree.right;
  if (path % 2 === 0) tree.left = branch;
  else tree.right = branch;
}

function workload(depth) {
  const lines = [];
  const lasting = grow(depth, 1);
  lines.push(`grown ${total(lasting)}`);
  let sum = 0;
  for (let round = 1; round <= 40; round++) {
    const small = 2 + (round % (depth - 6));
    for (let i = 1; i <= 1 << (depth - 3 - small); i++) {
      const tree = grow(small, i + round);
      sum = (sum + total(tree) * 3 + total(copied(tree))) % MOD;
    }
    graft(lasting, round * 37, 5, grow(depth - 5, round));
    if (round % 10 === 0) lines.push(`${round} rounds ${sum} ${total(lasting)}`);
  }
  return lines.join("\n");
}

// Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
const size = Number(process.argv[2] ?? 8);
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
