//! Input for compilers that nobody would write: bytes, soups of tokens, programs from a grammar, and programs of the tests with mistakes put in.
//!
//! **Problem.** Any text may come to `load` or `compile`, so no text may make the compiler panic, hang or use memory out of proportion.
//!
//! **Invariants.** An input depends on its seed alone. An input's seed is in the report, and in a file while the input is compiled, should the
//! process die of it.
//!
//! **Not promised.** Nothing is said of what the compiler makes of an input: the conformance scripts and the random programs look at that.
//!
//! **Example.** `SOUP_INPUTS=1000000 cargo test --release -p holloway-lua --test any_text`; `SOUP_SEED=77 SOUP_INPUTS=1` compiles the input with
//! seed 77 alone.

use std::alloc::{GlobalAlloc, Layout, System};
use std::os::unix::fs::FileExt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Inputs when the environment names no number.
const INPUTS: u64 = 6_000;
/// Longest that an input may take, on a busy machine and in builds without optimization too.
const LIMIT: Duration = Duration::from_secs(60);
/// What any input may use of memory, and what each of its bytes may add.
const ROOM: usize = 32 << 20;
const ROOM_PER_BYTE: usize = 16 << 10;

/// Counts what is allocated.
pub struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it came; only counters are added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(IN_USE.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(ptr, layout) }
    }
}

/// A small generator of numbers (splitmix64).
pub struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
    /// True once in `n` times.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// What inputs of a language are made of.
pub struct Language {
    /// Its name, for reports.
    pub name: &'static str,
    /// The grammar: a letter and its productions, in which `$X` stands for letter X, and the bytes 1 and 2 go in and out of a block. The first of
    /// each has no `$`. Programs are what `$P` makes.
    pub grammar: &'static [(char, &'static [&'static str])],
    /// Texts that belong together, for soups.
    pub tokens: &'static [&'static str],
    /// What to repeat for programs that are nested deeply.
    pub nests: &'static [&'static str],
    /// Folders with programs, and how their names end.
    pub programs: (&'static [&'static str], &'static str),
    /// Compiles a text.
    pub compile: fn(&[u8]),
}

impl Language {
    fn expand(&self, rng: &mut Rng, letter: char, depth: usize, indent: &mut usize, out: &mut String) {
        let Some((_, ways)) = self.grammar.iter().find(|g| g.0 == letter) else {
            panic!("the grammar of {} has no {letter}", self.name)
        };
        let way = if depth == 0 || out.len() > 20_000 { ways[0] } else { rng.pick(ways) };
        let mut chars = way.chars();
        while let Some(c) = chars.next() {
            match c {
                '$' => {
                    self.expand(rng, chars.next().expect("a letter"), depth.saturating_sub(1), indent, out)
                }
                '\u{1}' => *indent += 1,
                '\u{2}' => *indent = indent.saturating_sub(1),
                '\n' => {
                    out.push('\n');
                    (0..*indent).for_each(|_| out.push(' '));
                }
                c => out.push(c),
            }
        }
    }

    fn program(&self, rng: &mut Rng) -> String {
        let (mut out, depth) = (String::new(), 3 + rng.below(9));
        self.expand(rng, 'P', depth, &mut 0, &mut out);
        out
    }

    fn soup(&self, rng: &mut Rng) -> String {
        let n = 1 + rng.below(60);
        (0..n).map(|_| format!("{}{}", rng.pick(self.tokens), rng.pick(&[" ", " ", "", "\n"]))).collect()
    }

    fn nest(&self, rng: &mut Rng) -> String {
        let (a, b) = (*rng.pick(self.nests), *rng.pick(self.nests));
        let n = *rng.pick(&[10, 100, 190, 201, 300, 1000, 5000]);
        format!("{}{}{}", a.repeat(n), self.program(rng), b.repeat(rng.below(n)))
    }

    /// Puts mistakes into a text: bytes, tokens and lines lost, doubled, swapped, from elsewhere.
    fn spoil(&self, rng: &mut Rng, mut text: Vec<u8>) -> Vec<u8> {
        for _ in 0..rng.below(6) {
            let (at, len) = (rng.below(text.len()), 1 + rng.below(12));
            let end = (at + len).min(text.len());
            match rng.below(7) {
                0 => drop(text.drain(at..end)),
                1 => text.truncate(at),
                2 => text.insert(at, rng.next() as u8),
                3 => {
                    let piece = text[at..end].to_vec();
                    let to = rng.below(text.len());
                    text.splice(to..to, piece);
                }
                4 | 5 => {
                    let token = rng.pick(self.tokens).as_bytes().to_vec();
                    text.splice(at..at, token);
                }
                _ => {
                    let other = self.program(rng).into_bytes();
                    text.splice(at..end, other);
                }
            }
            if text.is_empty() {
                break;
            }
        }
        text
    }

    /// The input with this seed.
    fn input(&self, seed: u64, corpus: &[Vec<u8>]) -> Vec<u8> {
        let rng = &mut Rng(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        match rng.below(16) {
            0 => (0..rng.below(200)).map(|_| rng.next() as u8).collect(),
            1 | 2 => self.soup(rng).into_bytes(),
            3 => self.nest(rng).into_bytes(),
            4 | 5 if !corpus.is_empty() => {
                let text = rng.pick(corpus);
                let lines: Vec<&[u8]> = text.split_inclusive(|&b| b == b'\n').collect();
                let first = rng.below(lines.len());
                let some = lines[first..].iter().take(1 + rng.below(40));
                let piece = some.copied().collect::<Vec<_>>().concat();
                self.spoil(rng, piece)
            }
            6..=8 => {
                let text = self.program(rng).into_bytes();
                self.spoil(rng, text)
            }
            _ => self.program(rng).into_bytes(),
        }
    }

    /// Compiles as many inputs as the environment says.
    pub fn run(self) {
        let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
        let (inputs, first) = (number("SOUP_INPUTS").unwrap_or(INPUTS), number("SOUP_SEED").unwrap_or(1));
        let corpus = corpus(self.programs);
        let name = self.name;
        let file = std::env::temp_dir().join(format!("any-text-{name}-{}", std::process::id()));
        let note = std::fs::File::create(&file).expect("a file for the seed");
        println!("{name}: {inputs} inputs from seed {first}; {} has the running one's seed", file.display());
        let (seed, began) = (&*Box::leak(Box::new(AtomicU64::new(0))), Instant::now());
        let since: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(0)));
        std::thread::spawn(move || loop {
            std::thread::sleep(Duration::from_secs(1));
            let taken = began.elapsed().saturating_sub(Duration::from_millis(since.load(Relaxed)));
            if taken > LIMIT {
                println!("{name}: the input with seed {} takes more than {LIMIT:?}", seed.load(Relaxed));
                std::process::exit(1);
            }
        });
        let compile_all = move || {
            let mut wrong = 0;
            for k in first..first + inputs {
                seed.store(k, Relaxed);
                since.store(began.elapsed().as_millis() as u64, Relaxed);
                note.write_at(k.to_string().as_bytes(), 0).expect("the seed's file");
                let text = self.input(k, &corpus);
                let before = IN_USE.load(Relaxed);
                PEAK.store(before, Relaxed);
                let ran = catch_unwind(AssertUnwindSafe(|| (self.compile)(&text)));
                let used = PEAK.load(Relaxed) - before;
                let large = used > ROOM + ROOM_PER_BYTE * text.len();
                if ran.is_err() || large {
                    let shown = String::from_utf8_lossy(&text[..text.len().min(1500)]).into_owned();
                    println!("seed {k}: {used} bytes used, panicked: {}\n{shown}\n---", ran.is_err());
                    wrong += 1;
                }
                if wrong == 10 {
                    break;
                }
            }
            wrong
        };
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(compile_all);
        let wrong = thread.expect("a thread").join().expect("the campaign");
        // A file left behind in the temporary folder harms nothing.
        let _ = std::fs::remove_file(&file);
        println!("{name}: {wrong} inputs were wrong ({:.1} s)", began.elapsed().as_secs_f64());
        std::process::exit(i32::from(wrong > 0));
    }
}

/// The programs in these folders.
fn corpus((folders, end): (&[&str], &str)) -> Vec<Vec<u8>> {
    let files = folders.iter().flat_map(|f| std::fs::read_dir(Path::new(f)).into_iter().flatten().flatten());
    let mut paths: Vec<_> = files.map(|f| f.path()).filter(|p| p.to_string_lossy().ends_with(end)).collect();
    paths.sort();
    paths.iter().filter_map(|p| std::fs::read(p).ok()).filter(|t| !t.is_empty()).collect()
}
