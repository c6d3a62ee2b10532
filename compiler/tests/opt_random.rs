//! Random traces of the IR's generator, optimized under every choice of passes, mean what they meant before.

use holloway_testkit::meaning;

#[test]
fn optimized_traces_mean_the_same() {
    meaning::cases(meaning::case);
}
