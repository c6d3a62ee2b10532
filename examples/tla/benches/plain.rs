//! Plain execution against a hand-written interpreter of the same instructions (invariant 8): `cargo bench -p tla`.
//!
//! Both run the same program, alternating, several times; the ratio of the medians is printed. The hand-written one uses a plain 16-byte
//! enum, a growing `Vec` of registers with windows, and no framework.

use std::time::{Duration, Instant};
use tla::compile::{Compiler, Op};
use tla::Code;

#[derive(Clone, Copy)]
enum Val {
    Nil,
    Int(i64),
}

fn int(v: Val) -> i64 {
    match v {
        Val::Int(x) => x,
        Val::Nil => panic!("not a number"),
    }
}

fn run(codes: &[Code]) -> i64 {
    let mut stack = vec![Val::Nil; 1 << 20];
    let mut frames: Vec<(usize, usize, usize)> = vec![(0, 0, 0)];
    let mut printed = 0;
    'frame: loop {
        let &(f, start, base) = frames.last().expect("a frame");
        let code = &codes[f];
        let mut pc = start;
        let r = stack[base..].first_chunk_mut::<256>().expect("room");
        loop {
            let op = code.ops[pc];
            pc += 1;
            match op {
                Op::Int(d, n) => r[d as usize] = Val::Int(n as i64),
                Op::Nil(d) => r[d as usize] = Val::Nil,
                Op::Move(d, a) => r[d as usize] = r[a as usize],
                Op::Bin(op, d, a, b) => {
                    let (a, b) = (int(r[a as usize]), int(r[b as usize]));
                    r[d as usize] = Val::Int(match op {
                        '+' => a.wrapping_add(b),
                        '-' => a.wrapping_sub(b),
                        '*' => a.wrapping_mul(b),
                        '<' => (a < b) as i64,
                        '=' => (a == b) as i64,
                        _ if b == 0 => panic!("division by zero"),
                        '/' => a.div_euclid(b),
                        _ => a.rem_euclid(b),
                    });
                }
                Op::JumpUnless(a, to) => {
                    if int(r[a as usize]) == 0 {
                        pc = to as usize
                    }
                }
                Op::Jump(to) | Op::Loop(to) => pc = to as usize,
                Op::Call(a, f) => {
                    frames.last_mut().expect("a frame").1 = pc;
                    frames.push((f as usize, 0, base + a as usize));
                    continue 'frame;
                }
                Op::Return(a) => {
                    let v = r[a as usize];
                    frames.pop();
                    let Some(&(f, pc, base)) = frames.last() else { return printed };
                    if let Op::Call(a, _) = codes[f].ops[pc - 1] {
                        stack[base + a as usize] = v;
                    }
                    continue 'frame;
                }
                Op::Print(a) => printed = int(r[a as usize]),
                _ => panic!("not used by the programs"),
            }
        }
    }
}

const PROGRAMS: &[(&str, &str)] = &[
    ("sum", "let i = 0; let s = 0; while i < 20000000 { s = s + i % 7; i = i + 1 } print s"),
    ("fib", "fn fib(n) { if n < 2 { return n } return fib(n - 1) + fib(n - 2) } print fib(31)"),
    (
        "nested",
        "let s = 0; let i = 0; while i < 3000 { let j = 0; while j < 3000 { if j % 3 == 0 { s = s + j } else { s = s - 1 } j = j + 1 } i = i + 1 } print s",
    ),
];

fn median(mut t: Vec<Duration>) -> Duration {
    t.sort();
    t[t.len() / 2]
}

fn main() {
    let tla = env!("CARGO_BIN_EXE_tla");
    for (name, source) in PROGRAMS {
        let file = std::env::temp_dir().join(format!("tla-plain-{name}-{}.tla", std::process::id()));
        std::fs::write(&file, source).expect("a temporary file");
        let (mut ours, mut hand) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let began = Instant::now();
            let out = std::process::Command::new(tla)
                .arg(&file)
                .env("HOLLOWAY_JIT", "off")
                .output()
                .expect("tla runs");
            ours.push(began.elapsed());
            let codes = Compiler::new(source, &[]).program().expect("the program compiles");
            let began = Instant::now();
            let printed = run(std::hint::black_box(&codes));
            hand.push(began.elapsed());
            assert_eq!(String::from_utf8_lossy(&out.stdout).trim(), printed.to_string(), "{name}");
        }
        let (ours, hand) = (median(ours), median(hand));
        println!(
            "{name:8} framework {ours:?}, hand-written {hand:?}, ratio {:.2}",
            ours.as_secs_f64() / hand.as_secs_f64()
        );
        let _ = std::fs::remove_file(file);
    }
}
