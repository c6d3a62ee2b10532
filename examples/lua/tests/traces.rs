//! How many traces a program gets: what is compiled must not grow with the number of paths through outer loops.

#[path = "../../langkit/testing/counters.rs"]
mod counters;

/// Runs a chunk and reads the number of bridges from the counters.
fn bridges(chunk: &str) -> u32 {
    counter(chunk, "bridges")
}

/// Runs a chunk and reads a counter.
fn counter(chunk: &str, what: &str) -> u32 {
    counters::counter(env!("CARGO_BIN_EXE_holloway-lua"), &["-e", chunk], what)
}

/// The last peeled loop of a chunk as it was optimized, from its label on.
fn last_body(chunk: &str) -> String {
    let log = counters::logged(env!("CARGO_BIN_EXE_holloway-lua"), &["-e", chunk], "ops");
    let body = log.rsplit("\nlabel(").next().expect("a loop");
    body.split("\njump ").next().expect("its end").to_string()
}

/// An element was checked against the table's length and against the room of the array behind it.
#[test]
fn an_element_is_checked_once() {
    let chunk = "local a, b = {}, {} for i = 1, 100 do a[i] = i * 0.5 b[i] = i * 0.25 end local s = 0.0 \
                 for r = 1, 3 do s = 0.0 for i = 1, 1000 do local k = (i & 63) + 1 s = s + a[k] * b[k] end end assert(s > 0)";
    let body = last_body(chunk);
    assert_eq!(body.matches("load_elem").count(), 2, "{body}");
    assert_eq!(body.matches("uint_lt").count(), 2, "{body}");
}

/// Each turn replaces the vector by a new one: 13 times as long as elsewhere, while it was allocated.
#[test]
fn an_object_that_each_turn_replaces_is_not_allocated() {
    let chunk = "local V = {} V.__index = V \
                 V.__add = function(a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, V) end \
                 local p, v = setmetatable({x = 0.0, y = 0.0}, V), setmetatable({x = 0.5, y = 0.25}, V) \
                 for i = 1, 1000 do p = p + v end assert(p.x == 500 and p.y == 250 and getmetatable(p) == V)";
    let body = last_body(chunk);
    assert_eq!(body.matches("float_add").count(), 2, "{body}");
    assert!(!body.contains(" new ") && !body.contains(" store "), "{body}");
}

/// Quicksort has three inner loops and many short ways past them. With bridges that went on through the headers of its outer
/// loops, each way was compiled after each other: 4,681 bridges for these ten sorts of 200,000 elements.
#[test]
fn outer_loops_are_joined() {
    let sort = "local a = {} for r = 1, 5 do for i = 1, 20000 do a[i] = (i * 7919) % 20011 end \
                table.sort(a, function(x, y) return x < y end) end";
    let n = bridges(sort);
    assert!((20..300).contains(&n), "{n} bridges");
}

/// A state that changes in every iteration makes a loop of as many iterations as it has values. It used to be aborted for ever: the second
/// iteration was sure to fail the first one's guards.
#[test]
fn state_machines_are_compiled() {
    let machine =
        "local st, c = 'a', 0 for i = 1, 5000 do if st == 'a' then st = 'b' elseif st == 'b' then st = 'c' \
                   elseif st == 'c' then st = 'd' else st = 'a' c = c + 1 end end assert(c == 1250)";
    assert_eq!(bridges(machine), 0);
    // Sixty-four states are too many for one loop: each iteration chooses anew.
    let long = "local st = 0 local seen = 0 for i = 1, 20000 do if st == 63 then st = 0 seen = seen + 1 \
                elseif st >= 32 then st = st + 1 else st = st + 1 end end assert(seen == 312)";
    assert!(bridges(long) < 8);
}

/// Two functions that tail-call each other are one loop through two headers. Recordings from each of them used to end at the other for ever.
#[test]
fn loops_through_several_headers_are_compiled() {
    let chunk = "local even, odd function even(n) if n == 0 then return true end return odd(n - 1) end \
                 function odd(n) if n == 0 then return false end return even(n - 1) end assert(even(100000))";
    assert!(counter(chunk, "aborts") <= 6);
    // The one that goes round, and one from the other header that leads into it.
    assert_eq!(counter(chunk, "roots"), 2);
}

/// A function with a loop of its own that only a compiled loop calls: plain execution never sees it entered, so native code's calls count.
#[test]
fn functions_called_by_native_code_alone_are_compiled() {
    let chunk = "local function f(n) local s = 0 for i = 1, n do if i % 3 == 0 then s = s + i else s = s - 1 end end return s end \
                 local t = 0 for i = 1, 20000 do t = t + f(20 + i % 50) end assert(t == 6841200, t)";
    assert_eq!(counter(chunk, "functions"), 1);
}

/// A program with a branch for each of the lowest 12 bits of random numbers.
fn many_ways(head: &str, turn: &str, tail: &str) -> String {
    let branches: String = (0..12)
        .map(|i| format!("if r & {} ~= 0 then s = s + {i} else s = s ~ {} end ", 1 << i, 3 * i))
        .collect();
    format!("local x, s = 12345, 0 {head} x = (x * 1103515245 + 12345) % 2147483648 local r = x >> 8 {branches} {turn} {tail}")
}

/// Each of 4,096 ways was compiled, and nearly each turn left native code: fifteen branches ran 15 times slower than plainly. Then the tree rested most
/// of the time. Now the ways come together behind each branch, so that there are few of them and no turn leaves.
#[test]
fn twelve_branches_in_a_row_come_together() {
    let in_a_loop = many_ways("for i = 1, 600000 do", "", "end assert(s == 19823754)");
    let in_a_function = many_ways(
        "local function f(n) if n == 0 then return 0 end",
        "return f(n - 1) + 1",
        "end for i = 1, 30000 do f(20) end assert(s == 19823754)",
    );
    for (program, most) in [(in_a_loop, 600), (in_a_function, 1_500)] {
        let log = counters::logged(env!("CARGO_BIN_EXE_holloway-lua"), &["-e", &program], "summary");
        assert!(!log.lines().any(|l| l.ends_with(" rests")), "{log}");
        let (bridges, joins) = (bridges(&program), counter(&program, "joins"));
        assert!(bridges <= most && joins >= 10, "{bridges} bridges, {joins} joins");
    }
}

/// Tables whose fields came in any of 120 orders had a way for each three of them that met: 575 bridges, and no end.
#[test]
fn tables_of_many_shapes_share_a_way() {
    let n = bridges(
        r#"
        local names, many, seed = { "a", "b", "c", "d", "e" }, {}, 1
        for i = 1, 400 do
          local t, order = {}, { table.unpack(names) }
          for j = 5, 2, -1 do
            seed = seed * 16807 % 2147483647
            local k = seed % j + 1
            order[j], order[k] = order[k], order[j]
          end
          for j, name in ipairs(order) do t[name] = j end
          many[i] = t
        end
        local total = 0
        for round = 1, 300 do
          for i = 1, 399 do
            local t, u, v = many[i], many[i + 1], many[400 - i]
            total = total + t.a + u.b + v.c + t.d * u.e
            v.a, v.b = v.b, v.a
          end
        end
        assert(total == 2171400, total)"#,
    );
    assert!(n <= 80, "{n} bridges");
}
