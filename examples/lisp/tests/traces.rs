//! What becomes of loops: the ops of the loop proper, after one iteration was taken out before it.

use holloway::heap::HeapConfig;
use holloway::Params;
use lisp::{Lisp, Program};

/// The loop proper of the program's first trace: its ops by name, `load` with what is loaded.
fn body(name: &str, source: &str) -> Vec<String> {
    let log = std::env::temp_dir().join(format!("lisp-{name}-{}.json", std::process::id()));
    let params = Params { log_json: Some(log.clone()), ..Params::default() };
    let program = Program::new(name, source, &[]).expect("a program");
    holloway::run_with(params, HeapConfig::default(), |heap| Lisp::new(heap, program, Vec::new()), Lisp::run)
        .expect("a run time")
        .expect("no error");
    let text = std::fs::read_to_string(&log).expect("a log");
    std::fs::remove_file(&log).expect("removable");
    let events = text.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON"));
    let traces: Vec<_> = events.filter(|e| e["event"] == "trace" && e["kind"] == "loop").collect();
    assert_eq!(traces.len(), 1, "{name}: one loop");
    let optimized = traces[0]["optimized"].as_str().expect("its text");
    let ops = optimized.lines().skip_while(|l| !l.starts_with("label(")).skip(1);
    ops.take_while(|l| !l.starts_with("s0 ")).map(op).collect()
}

/// The name of the op in a line.
fn op(line: &str) -> String {
    let made = line.split(" = ").nth(1).unwrap_or(line);
    made.split([' ', '(']).next().unwrap_or_default().to_string()
}

fn count(ops: &[String], name: &str) -> usize {
    ops.iter().filter(|o| *o == name).count()
}

const ALLOCATIONS: [&str; 2] = ["new", "new_array"];

#[test]
fn a_procedure_that_calls_itself_last_is_one_loop() {
    let ops = body(
        "tail",
        "(define (count n acc) (if (= n 0) acc (count (- n 1) (+ acc n))))\n(print (count 5000 0))",
    );
    // Two numbers go round: each with its operation and the test that it did not overflow.
    let expected = [
        "phi",
        "phi",
        "guard_poll",
        "guard_true",
        "int_add_ovf",
        "int_add",
        "guard_false",
        "int_add_ovf",
        "int_add",
        "guard_false",
        "jump",
    ];
    assert_eq!(ops, expected);
}

#[test]
fn pairs_that_do_not_leave_a_turn_are_not_made() {
    let swap = "(define (f p n) (if (= n 0) (car p) (f (cons (cdr p) (+ (car p) 1)) (- n 1))))\n(print (f (cons 1 2) 5000))";
    let ops = body("pairs", swap);
    assert!(ALLOCATIONS.iter().all(|a| count(&ops, a) == 0), "{ops:?}");
}

/// The record comes from a vector, so its map must be asked in each turn.
#[test]
fn a_field_is_a_load_behind_a_guard_of_the_map() {
    let source = "(define v (vector (record (x 1) (y 2)) (record (x 3) (y 4))))
        (define (sum n) (let loop ((i 0) (s 0)) (if (= i n) s (loop (+ i 1) (+ s (get (vector-ref v (bitwise-and i 1)) y))))))
        (print (sum 5000))";
    let ops = body("fields", source);
    // The vector's element and the field are two loads each, a tag and a payload; then the map, and how many fields there are.
    assert_eq!((count(&ops, "load_elem"), count(&ops, "load")), (4, 2), "{ops:?}");
    assert!(!ops.iter().any(|o| o.starts_with("call")), "{ops:?}");
}

#[test]
fn calls_of_closures_are_inlined() {
    let source = "(define (add n) (lambda (x) (+ x n)))
        (define (sum f n) (let loop ((i 0) (s 0)) (if (= i n) s (loop (+ i 1) (+ s (f i))))))
        (print (sum (add 5) 5000))";
    let ops = body("closures", source);
    assert!(!ops.iter().any(|o| o.starts_with("call") || o.starts_with("load")), "{ops:?}");
    assert_eq!(count(&ops, "int_add"), 3, "{ops:?}");
}

#[test]
fn closures_that_are_called_where_they_are_made_are_not_made() {
    let source = "(define (twice f x) (f (f x)))
        (define (sum n) (let loop ((i 0) (s 0)) (if (= i n) s (loop (+ i 1) (+ s (twice (lambda (x) (+ x i)) 1))))))
        (print (sum 5000))";
    let ops = body("made", source);
    assert!(ALLOCATIONS.iter().all(|a| count(&ops, a) == 0), "{ops:?}");
    assert!(!ops.iter().any(|o| o.starts_with("call")), "{ops:?}");
}

#[test]
fn a_key_that_is_read_and_written_is_looked_up_once() {
    let source = "(define t (make-hash-table))
        (hash-table-set! t 'hits 0)
        (define (count n) (if (= n 0) (hash-table-ref/default t 'hits 0)
          (begin (hash-table-set! t 'hits (+ (hash-table-ref/default t 'hits 0) 1)) (count (- n 1)))))
        (print (count 5000))";
    let ops = body("counted", source);
    let looks = ops.iter().filter(|o| o.starts_with("call")).count();
    assert!(looks <= 1, "{ops:?}");
}

#[test]
fn items_of_a_vector_that_grows_are_loads() {
    let source = "(define v (flexvector 1 2 3 4))
        (define (sum n s) (if (= n 0) s (sum (- n 1) (+ s (flexvector-ref v (bitwise-and n 3))))))
        (print (sum 5000 0))";
    let ops = body("items", source);
    assert_eq!((count(&ops, "load_elem"), count(&ops, "load")), (1, 0), "{ops:?}");
    assert!(!ops.iter().any(|o| o.starts_with("call")), "{ops:?}");
}
