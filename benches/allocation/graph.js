// graph: graphs of nodes with lists of edges are built, walked, turned round and dropped; parts of each are kept for a while.
// Objects: nodes of four properties, edges of two, lists of any length. The last four parts live on.
"use strict";

const MOD = 1000003;
const KEPT = 4;

class Edge {
  constructor(to, cost) {
    this.to = to;
    this.cost = cost;
  }
}

class Node {
  constructor(id) {
    this.id = id;
    this.edges = [];
    this.mark = 0;
    this.cost = -1;
  }
}

function build(n, seed) {
  const nodes = [];
  for (let i = 1; i <= n; i++) nodes.push(new Node(i));
  for (let i = 1; i <= n; i++) {
    const edges = nodes[i - 1].edges;
    edges.push(new Edge(nodes[i % n], 50));
    for (let k = 0; k < i % 4; k++) {
      seed = (seed * 3877 + 29573) % 139968;
      edges.push(new Edge(nodes[seed % n], seed % 40));
    }
  }
  return nodes;
}

// Nodes in the order in which a walk from the first one meets them; each gets what the way to it costs.
function walk(nodes, mark) {
  const first = nodes[0];
  const queue = [first];
  first.mark = mark;
  first.cost = 0;
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head];
    for (const edge of node.edges) {
      const to = edge.to;
      if (to.mark !== mark) {
        to.mark = mark;
        to.cost = node.cost + edge.cost;
        queue.push(to);
      }
    }
  }
  return queue;
}

function digest(order) {
  let sum = 0;
  for (const node of order) sum = (sum * 31 + node.id + node.cost) % MOD;
  return sum;
}

// The graph with all edges the other way.
function turned(nodes) {
  const result = nodes.map((node) => new Node(node.id));
  nodes.forEach((node, i) => {
    for (const edge of node.edges) result[edge.to.id - 1].edges.push(new Edge(result[i], edge.cost));
  });
  return result;
}

// A graph of the first `n` nodes of an order, and of the edges among them.
function part(order, n) {
  const copies = new Map();
  const result = [];
  for (let i = 0; i < n; i++) {
    const copy = new Node(i + 1);
    copies.set(order[i].id, copy);
    result.push(copy);
  }
  for (let i = 0; i < n; i++) {
    for (const edge of order[i].edges) {
      const to = copies.get(edge.to.id);
      if (to !== undefined) result[i].edges.push(new Edge(to, edge.cost));
    }
  }
  return result;
}

function workload(n) {
  const lines = [];
  const kept = new Array(KEPT).fill(null);
  for (let round = 1; round <= 12; round++) {
    const graph = build(n, round);
    const order = walk(graph, 1);
    const back = walk(turned(graph), 1);
    kept[round % KEPT] = part(order, order.length >> 1);
    let sum = 0;
    for (const old of kept) {
      if (old !== null) sum = (sum * 7 + digest(walk(old, round))) % MOD;
    }
    lines.push(`${digest(order)} ${digest(back)} ${sum}`);
  }
  return lines.join("\n");
}

// Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
const size = Number(process.argv[2] ?? 120);
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
