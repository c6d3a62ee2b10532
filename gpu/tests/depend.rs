//! Dependence tests against enumeration: a proof of independence must be one, for random small nests.
//!
//! `DEPEND_COUNT=200000 cargo test -p holloway-gpu --release --test depend` runs that many.

use holloway_draws::{campaign, Draws, Limits};
use holloway_gpu::affine::Affine;
use holloway_gpu::depend::{carried, Access, Domain, Pair, Test, Verdict, TESTS};
use std::cell::RefCell;

/// A nest of loops `0..n` and two accesses in it; loop `l`'s bound may depend on loops before it.
fn nest(d: &mut Draws) -> (Domain, Access, Access, usize) {
    // Loops 0, 1, 2 are around the first access; the second leaves the path somewhere and goes on with loop 3.
    let depth = 1 + d.below(3);
    let mut affine = |loops: &[usize], c: i128, k: (i128, i128)| {
        let mut a = Affine { c: vec![0; 4], k: k.0 + d.below((k.1 - k.0 + 1) as usize) as i128 };
        loops
            .iter()
            .for_each(|&l| a.c[l] = if d.chance(60) { d.below(2 * c as usize + 1) as i128 - c } else { 0 });
        a
    };
    let mut domain: Domain = (0..3).map(|l| Some(affine(&(0..l).collect::<Vec<_>>(), 1, (-1, 4)))).collect();
    let common = 1 + affine(&[], 0, (0, depth as i128 - 1)).k as usize;
    domain.push(Some(affine(&(0..common).collect::<Vec<_>>(), 1, (0, 4))));
    let a: Vec<usize> = (0..depth).collect();
    let mut b: Vec<usize> = (0..common).collect();
    if affine(&[], 0, (0, 1)).k == 1 {
        b.push(3);
    }
    let dims = 1 + affine(&[], 0, (0, 1)).k;
    let mut subs = |path: &[usize]| -> Vec<Option<Affine>> {
        (0..dims).map(|_| Some(affine(path, 3, (-6, 6))).filter(|s| s.k != 6)).collect()
    };
    let (sa, sb) = (subs(&a), subs(&b));
    let level = d.below(common);
    (domain, Access { path: a, subs: sa }, Access { path: b, subs: sb }, level)
}

/// All iterations of the loops of a path.
fn iterations(domain: &Domain, path: &[usize]) -> Vec<Vec<i128>> {
    let mut all = vec![vec![0; 4]];
    for &l in path {
        let last = domain[l].as_ref().unwrap();
        all = all
            .into_iter()
            .flat_map(|t| {
                (0..=last.at(&t)).map(move |x| {
                    let mut t = t.clone();
                    t[l] = x;
                    t
                })
            })
            .collect();
    }
    all
}

/// The distances at which the first access meets the second in a later iteration of the level.
fn meetings(domain: &Domain, a: &Access, b: &Access, level: usize) -> Vec<i128> {
    let mut out = Vec::new();
    let second = iterations(domain, &b.path);
    for s in iterations(domain, &a.path) {
        for t in &second {
            let l = a.path[level];
            let later = a.path[..level].iter().all(|&o| s[o] == t[o]) && t[l] > s[l];
            let equal = |(f, g): (&Option<Affine>, &Option<Affine>)| match (f, g) {
                (Some(f), Some(g)) => f.at(&s) == g.at(t),
                _ => true,
            };
            if later && a.subs.iter().zip(&b.subs).all(equal) {
                out.push(t[l] - s[l]);
            }
        }
    }
    out
}

#[test]
fn what_is_proved_independent_is_independent() {
    // Questions, meetings, proofs by each test, and proofs that were missed.
    let counts = RefCell::new(([0u64; 3], [0u64; TESTS.len()]));
    campaign(&Limits::from_env("DEPEND"), |d| {
        let (domain, a, b, level) = nest(d);
        let found = meetings(&domain, &a, &b, level);
        let pair = Pair::new(&domain, &a, &b, level);
        let (asked, proved) = &mut *counts.borrow_mut();
        asked[0] += 1;
        asked[1] += u64::from(!found.is_empty());
        for (i, &test) in TESTS.iter().enumerate().filter(|(_, t)| pair.proves(**t)) {
            proved[i] += 1;
            if !found.is_empty() {
                return Err(format!("{test:?} proves too much of {domain:?} {a:?} {b:?} at level {level}"));
            }
        }
        match pair.verdict() {
            Verdict::Dependent(Some(d)) if found.iter().any(|f| *f != d) => {
                return Err(format!(
                    "distance {d}, not {found:?}, of {domain:?} {a:?} {b:?} at level {level}"
                ));
            }
            Verdict::Dependent(_) => asked[2] += u64::from(found.is_empty()),
            Verdict::Independent(_) => {}
        }
        let either = carried(&domain, &a, &b, level);
        let back = meetings(&domain, &b, &a, level);
        match either {
            Verdict::Independent(_) if !(found.is_empty() && back.is_empty()) => {
                Err(format!("independent: {domain:?} {a:?} {b:?} at level {level}"))
            }
            _ => Ok(true),
        }
    });
    let ([asked, met, missed], proved) = counts.into_inner();
    println!("{asked} questions, {met} with meetings, {missed} proofs missed, by test {TESTS:?} {proved:?}");
    if asked > 1000 {
        assert!(proved.iter().all(|p| *p > asked / 1000), "each test proves something: {proved:?}");
        assert!(missed < asked / 100, "{missed} of {asked} independent pairs are not seen as such");
    }
}

/// A loop of `n` iterations, and accesses in it.
fn one(n: i128, f: (i128, i128), g: (i128, i128)) -> Verdict {
    let access =
        |s: (i128, i128)| Access { path: vec![0], subs: vec![Some(Affine { c: vec![s.0], k: s.1 })] };
    carried(&vec![Some(Affine::constant(n - 1))], &access(f), &access(g), 0)
}

#[test]
fn textbook_cases() {
    assert_eq!(one(100, (0, 3), (0, 4)), Verdict::Independent(Test::Ziv));
    assert_eq!(one(100, (0, 3), (0, 3)), Verdict::Dependent(None));
    assert_eq!(one(100, (1, 0), (1, 0)), Verdict::Independent(Test::StrongSiv));
    assert_eq!(one(100, (1, 3), (1, 0)), Verdict::Dependent(Some(3)));
    assert_eq!(one(3, (1, 3), (1, 0)), Verdict::Independent(Test::StrongSiv));
    assert_eq!(one(100, (2, 0), (4, 1)), Verdict::Independent(Test::Gcd));
    assert_eq!(one(100, (1, 0), (-1, 500)), Verdict::Independent(Test::Banerjee));
    assert_eq!(one(100, (1, 0), (-1, 99)), Verdict::Dependent(None));
    assert_eq!(one(1, (0, 3), (0, 3)), Verdict::Independent(Test::Empty));
}

#[test]
fn two_subscripts_meet_at_one_distance_or_never() {
    let domain: Domain = vec![Some(Affine::constant(99))];
    let access = |ks: [i128; 2]| {
        let subs = ks.map(|k| Some(Affine { c: vec![1], k })).to_vec();
        Access { path: vec![0], subs }
    };
    let of = |f, g| carried(&domain, &access(f), &access(g), 0);
    assert_eq!(of([3, 5], [0, 2]), Verdict::Dependent(Some(3)));
    assert_eq!(of([3, 5], [0, 1]), Verdict::Independent(Test::StrongSiv));
}

#[test]
fn triangles_need_exact_elimination() {
    // for i in 0..n: for j in 0..i: a[i], a[j]: they meet, but a[j] and a[i + j + 1] with j < i of the same i do not.
    let domain: Domain = vec![Some(Affine::constant(99)), Some(Affine { c: vec![1], k: -1 })];
    let access = |c: [i128; 2], k| Access { path: vec![0, 1], subs: vec![Some(Affine { c: c.to_vec(), k })] };
    assert_eq!(carried(&domain, &access([1, 0], 0), &access([0, 1], 0), 0), Verdict::Dependent(None));
    let apart = carried(&domain, &access([0, 1], 0), &access([1, 0], 0), 1);
    assert_eq!(apart, Verdict::Independent(Test::Exact));
}
