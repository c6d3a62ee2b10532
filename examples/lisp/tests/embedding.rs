//! The Lisp in an application: functions and values of the application's, its threads, several run times. `docs/recipes.md` quotes from here.

use holloway::heap::{HeapConfig, Mutator};
use holloway::machine::Tagged;
use holloway::{Interrupter, Params};
use lisp::helpers::{expected, fail, Want};
use lisp::natives::{integer, Entry};
use lisp::value::{foreign, int, void, with_foreign, Plain, Value};
use lisp::{Lisp, Program};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// A value of the application's: programs hold it and cannot look into it.
struct Account {
    balance: i64,
    /// Counts those that are there.
    open: Rc<Cell<i64>>,
}

impl Drop for Account {
    fn drop(&mut self) {
        self.open.set(self.open.get() - 1);
    }
}

thread_local! {
    static OPEN: Rc<Cell<i64>> = Rc::default();
}

/// The application's functions.
const ACCOUNTS: &[Entry] = &[
    ("open-account", 1, 1, |cx, a| {
        let (balance, open) = (integer(cx, a[0])?, OPEN.with(Rc::clone));
        open.set(open.get() + 1);
        Ok(foreign(&cx.rt.heap, Account { balance, open }))
    }),
    ("deposit!", 2, 2, |cx, a| {
        let n = integer(cx, a[1])?;
        match with_foreign(&cx.rt.heap, a[0], |account: &mut Account| {
            account.balance.checked_add(n).map(|b| account.balance = b)
        }) {
            Some(Some(())) => Ok(void()),
            Some(None) => fail(cx.rt, "that is too much"),
            None => expected(cx, Want::Foreign, a[0]),
        }
    }),
    ("balance", 1, 1, |cx, a| {
        match with_foreign(&cx.rt.heap, a[0], |account: &mut Account| account.balance) {
            Some(n) => Ok(int(n)),
            None => expected(cx, Want::Foreign, a[0]),
        }
    }),
    ("collect", 0, 0, |cx, _| {
        cx.rt.heap.request_collection();
        Ok(void())
    }),
    ("open-accounts", 0, 0, |_, _| Ok(int(OPEN.with(|o| o.get())))),
];

/// Work on another thread: plain Rust goes there and comes back, values of the program's do not.
const WORK: &[Entry] = &[
    ("start", 1, 1, |cx, a| {
        let n = integer(cx, a[0])?;
        let worker = std::thread::spawn(move || (1..=n).sum::<i64>());
        Ok(foreign(&cx.rt.heap, Some(worker)))
    }),
    ("wait", 1, 1, |cx, a| {
        let worker = with_foreign(&cx.rt.heap, a[0], |w: &mut Option<JoinHandle<i64>>| w.take());
        match worker.map(|w| w.map(JoinHandle::join)) {
            Some(Some(Ok(sum))) => Ok(int(sum)),
            Some(Some(Err(_))) => fail(cx.rt, "the work was not done"),
            Some(None) => fail(cx.rt, "that has been waited for"),
            None => expected(cx, Want::Foreign, a[0]),
        }
    }),
];

/// Everything is compiled soon.
fn eager() -> Params {
    Params { threshold: 4, function_threshold: 6, bridge_threshold: 2, ..Params::default() }
}

/// What a program's procedure `answer` gives.
fn answer(source: &str, natives: &[Entry], params: Params) -> Result<i64, String> {
    let program = Program::new("a program", source, natives)?;
    holloway::run_with(
        params,
        HeapConfig::default(),
        |heap| Lisp::new(heap, program, Vec::new()),
        |rt| {
            Lisp::run(rt)?;
            let procedure = Lisp::global(rt, "answer").ok_or("there is no `answer`")?;
            let value = Lisp::apply(rt, procedure, &[]).map_err(|_| Lisp::message(rt))?;
            match Plain::from_raw(value) {
                Value::Int(n) => Ok(n.value()),
                _ => Err("no integer".into()),
            }
        },
    )?
}

#[test]
fn programs_use_values_of_the_application() {
    let source = "(define (answer)
        (let ((account (open-account 5)))
          (let loop ((i 0)) (when (< i 1000) (deposit! account i) (loop (+ i 1))))
          (balance account)))";
    for params in [eager(), Params { jit: false, ..Params::default() }] {
        assert_eq!(answer(source, ACCOUNTS, params), Ok(5 + 999 * 1000 / 2));
    }
    let wrong = answer("(define (answer) (balance 5))", ACCOUNTS, eager());
    assert!(
        wrong.as_ref().is_err_and(|e| e.contains("expected a foreign value of the right type, got 5")),
        "{wrong:?}"
    );
}

/// What is wrong with a program, as an application's own error.
#[derive(Debug, PartialEq)]
enum Failed {
    Setting(String),
    Program(String),
}

impl From<String> for Failed {
    fn from(text: String) -> Failed {
        Failed::Setting(text)
    }
}

/// A language is made on its thread, with the heap at hand, and may fail; then nothing runs.
#[test]
fn a_language_that_cannot_be_made_is_an_error() {
    let made = |source: &str, params: Params| {
        let make = |heap: &Mutator| {
            assert_eq!(std::thread::current().name(), Some("guest"));
            let program = Program::new("text", source, &[]).map_err(Failed::Program)?;
            Lisp::new(heap, program, Vec::new()).map_err(Failed::Program)
        };
        holloway::run_with(params, HeapConfig::default(), make, Lisp::run)
    };
    assert_eq!(made("(car '(1 2))", eager()), Ok(Ok(())));
    let wrong = "text:1: `)` is missing for the list that begins here";
    assert_eq!(made("(", eager()), Err(Failed::Program(wrong.into())));
    let nowhere = Params { log_json: Some("/nowhere/log".into()), ..eager() };
    assert!(matches!(made("1", nowhere), Err(Failed::Setting(e)) if e.starts_with("/nowhere/log: ")));
}

/// Values that no program can reach any more are dropped when garbage is collected, on the thread of their run time.
#[test]
fn values_of_the_application_are_dropped() {
    let source = "(define (answer)
        (let loop ((i 0))
          (if (< i 100) (begin (open-account i) (loop (+ i 1))) #f))
        (collect)
        (let loop ((i 0)) (if (< i 10) (loop (+ i 1)) (open-accounts))))";
    let left = answer(source, ACCOUNTS, Params { jit: false, ..Params::default() }).expect("a number");
    assert!(left <= 1, "{left} of 100 are left");
}

#[test]
fn work_is_done_by_other_threads() {
    let source = "(define (answer)
        (let ((all (map start '(10 100 1000))))
          (fold (lambda (w sum) (+ sum (wait w))) 0 all)))";
    assert_eq!(answer(source, WORK, eager()), Ok(55 + 5050 + 500500));
    let twice = answer("(define (answer) (let ((w (start 1))) (wait w) (wait w)))", WORK, eager());
    assert!(twice.is_err_and(|e| e.contains("that has been waited for")));
}

/// Another thread ends a program that does not end by itself.
#[test]
fn another_thread_interrupts() {
    for params in [eager(), Params { jit: false, ..Params::default() }] {
        let (send, receive) = mpsc::channel::<Interrupter>();
        let watchdog = std::thread::spawn(move || {
            let interrupter = receive.recv().expect("a run time");
            std::thread::sleep(Duration::from_millis(50));
            interrupter.interrupt();
        });
        let program = Program::new("forever", "(define (f n) (f (+ n 1)))\n(f 0)", &[]).expect("a program");
        let ended = holloway::run_with(
            params,
            HeapConfig::default(),
            |heap| Lisp::new(heap, program, Vec::new()),
            |rt| {
                send.send(rt.interrupter()).expect("a watchdog");
                Lisp::run(rt)
            },
        );
        assert_eq!(ended, Ok(Err("forever:1: in f: interrupted".to_string())));
        watchdog.join().expect("its end");
    }
}

/// Each run time has its own thread, heap and traces; plain data goes between them.
#[test]
fn several_run_times_work_side_by_side() {
    let source = "(define (answer) (let loop ((i 0) (s 0)) (if (= i 20000) s (loop (+ i 1) (+ s i)))))";
    let workers: Vec<_> = (0..4).map(|_| std::thread::spawn(|| answer(source, &[], eager()))).collect();
    for worker in workers {
        assert_eq!(worker.join().expect("no panic"), Ok(19999 * 20000 / 2));
    }
}

/// One run time that is asked again and again: what it has compiled it keeps.
#[test]
fn a_run_time_answers_requests() {
    let source = "(define seen 0)
        (define (handle n) (set! seen (+ seen 1)) (let loop ((i 0) (s seen)) (if (= i n) s (loop (+ i 1) (+ s i)))))";
    let (requests, inbox) = mpsc::channel::<(i64, mpsc::Sender<Result<i64, String>>)>();
    let server = std::thread::spawn(move || {
        let program = Program::new("server", source, &[])?;
        holloway::run_with(
            eager(),
            HeapConfig::default(),
            |heap| Lisp::new(heap, program, Vec::new()),
            move |rt| {
                Lisp::run(rt)?;
                let handle = Lisp::global(rt, "handle").ok_or("there is no `handle`")?;
                // The global keeps the procedure alive between the calls.
                for (n, reply) in inbox {
                    let answer = Lisp::apply(rt, handle, &[int(n)]).map_err(|_| Lisp::message(rt));
                    let answer = answer.and_then(|v| match Plain::from_raw(v) {
                        Value::Int(n) => Ok(n.value()),
                        _ => Err("no integer".into()),
                    });
                    // Whoever asked may be gone.
                    let _ = reply.send(answer);
                }
                Ok::<(), String>(())
            },
        )?
    });
    for k in 1..=100 {
        let (send, receive) = mpsc::channel();
        requests.send((10, send)).expect("a server");
        assert_eq!(receive.recv().expect("an answer"), Ok(k + 45));
    }
    drop(requests);
    assert_eq!(server.join().expect("no panic"), Ok(()));
}
