// tokens: texts of assignments become lists of tokens, these trees of expressions, and these are evaluated; the last units are kept.
// Objects: a token of four properties for each word, nodes of five classes, a text for each token. The last four units live on.
"use strict";

const MOD = 1000003;
const KEPT = 4;

// The remainder that has the sign of MOD.
function wrap(value) {
  const rest = value % MOD;
  return rest < 0 ? rest + MOD : rest;
}

class Token {
  constructor(kind, text, line) {
    this.kind = kind;
    this.text = text;
    this.line = line;
    this.next = null;
  }
}

class NumberNode {
  constructor(value, line) {
    this.value = value;
    this.line = line;
  }
  evaluate() {
    return this.value;
  }
}

class Name {
  constructor(name, line) {
    this.name = name;
    this.line = line;
  }
  evaluate(values) {
    return values.get(this.name) ?? 1;
  }
}

class Negative {
  constructor(operand, line) {
    this.operand = operand;
    this.line = line;
  }
  evaluate(values) {
    return -this.operand.evaluate(values);
  }
}

class Call {
  constructor(name, args, line) {
    this.name = name;
    this.args = args;
    this.line = line;
  }
  evaluate(values) {
    let most = -MOD;
    for (const arg of this.args) {
      const value = arg.evaluate(values);
      if (value > most) most = value;
    }
    return most;
  }
}

class Binary {
  constructor(sign, left, right, line) {
    this.sign = sign;
    this.left = left;
    this.right = right;
    this.line = line;
  }
  evaluate(values) {
    const left = this.left.evaluate(values);
    const right = this.right.evaluate(values);
    if (this.sign === "+") return wrap(left + right);
    if (this.sign === "-") return wrap(left - right);
    return wrap(left * right);
  }
}

class Statement {
  constructor(name, value) {
    this.name = name;
    this.value = value;
    this.next = null;
  }
}

// A text of `n` assignments.
function textOf(n, seed) {
  const lines = [];
  for (let i = 1; i <= n; i++) {
    seed = (seed * 3877 + 29573) % 139968;
    const [a, b, c] = [seed % 97, seed % 89, seed % 83];
    lines.push(
      `v${i % 50} = (v${a % 50} + ${b}) * max(${c}, v${b % 50} - ${a}, v${c % 50}) - -v${i % 7};`,
    );
  }
  return lines.join("\n") + "\n";
}

function isLetter(c) {
  return c >= 97 && c <= 122;
}

function isDigit(c) {
  return c >= 48 && c <= 57;
}

// The first of a chain of tokens: a kind, a text, a line, and the next one.
function tokenize(text) {
  const first = new Token("start", "", 0);
  let last = first;
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const c = text.charCodeAt(at);
    const start = at++;
    if (c === 32 || c === 10) {
      if (c === 10) line++;
      continue;
    }
    let kind = "sign";
    if (isLetter(c)) {
      kind = "name";
      while (at < text.length && (isLetter(text.charCodeAt(at)) || isDigit(text.charCodeAt(at)))) at++;
    } else if (isDigit(c)) {
      kind = "number";
      while (at < text.length && isDigit(text.charCodeAt(at))) at++;
    }
    const token = new Token(kind, text.slice(start, at), line);
    last.next = token;
    last = token;
  }
  last.next = new Token("end", "", line);
  return first.next;
}

class Parser {
  constructor(token) {
    this.token = token;
  }

  accept(text) {
    if (this.token.text !== text) return false;
    this.token = this.token.next;
    return true;
  }

  expect(text) {
    if (!this.accept(text)) throw new Error(`expected ${text}`);
  }

  primary() {
    const here = this.token;
    if (this.accept("(")) {
      const inner = this.expression();
      this.expect(")");
      return inner;
    }
    if (this.accept("-")) return new Negative(this.primary(), here.line);
    this.token = here.next;
    if (here.kind === "number") return new NumberNode(Number(here.text), here.line);
    if (!this.accept("(")) return new Name(here.text, here.line);
    const args = [this.expression()];
    while (this.accept(",")) args.push(this.expression());
    this.expect(")");
    return new Call(here.text, args, here.line);
  }

  product() {
    let left = this.primary();
    while (this.token.text === "*") {
      const line = this.token.line;
      this.token = this.token.next;
      left = new Binary("*", left, this.primary(), line);
    }
    return left;
  }

  expression() {
    let left = this.product();
    while (this.token.text === "+" || this.token.text === "-") {
      const { text, line } = this.token;
      this.token = this.token.next;
      left = new Binary(text, left, this.product(), line);
    }
    return left;
  }

  // A chain of assignments.
  parse() {
    let chain = null;
    let last = null;
    while (this.token.kind !== "end") {
      const name = this.token.text;
      this.token = this.token.next;
      this.expect("=");
      const statement = new Statement(name, this.expression());
      this.expect(";");
      if (last === null) chain = statement;
      else last.next = statement;
      last = statement;
    }
    return chain;
  }
}

function run(chain) {
  const values = new Map();
  let sum = 0;
  for (; chain !== null; chain = chain.next) {
    const value = chain.value.evaluate(values);
    values.set(chain.name, value);
    sum = wrap(sum * 31 + value);
  }
  return sum;
}

function workload(n) {
  const lines = [];
  const kept = new Array(KEPT).fill(null);
  for (let unit = 1; unit <= 30; unit++) {
    const tokens = tokenize(textOf(n, unit));
    let last = tokens;
    while (last.next !== null) last = last.next;
    kept[unit % KEPT] = { tokens, chain: new Parser(tokens).parse() };
    let sum = 0;
    for (const old of kept) {
      if (old !== null) sum = (sum * 7 + run(old.chain)) % MOD;
    }
    lines.push(`${last.line} ${sum}`);
  }
  return lines.join("\n");
}

// Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
const size = Number(process.argv[2] ?? 25);
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
