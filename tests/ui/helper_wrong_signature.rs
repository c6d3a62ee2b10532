//! What a helper must be like.
use holloway::{elidable, residual};

#[residual]
fn without_context(x: i64) -> i64 {
    x
}

#[residual]
fn nothing() {}

#[elidable]
fn raises(_cx: &holloway::machine::Cx<tla::Tla>, x: i64) -> Result<i64, holloway::machine::Raised> {
    Ok(x)
}

#[residual(read)]
fn misspelt(_cx: &holloway::machine::Cx<tla::Tla>) {}

#[residual(recipe = open)]
fn of_elidable_ones(_cx: &holloway::machine::Cx<tla::Tla>) {}

#[residual]
fn generic<const N: usize>(_cx: &holloway::machine::Cx<tla::Tla>) {}

struct Method;
impl Method {
    #[residual]
    fn method(&self, _cx: &holloway::machine::Cx<tla::Tla>) {}
}

#[residual]
async fn later(_cx: &holloway::machine::Cx<tla::Tla>) {}

#[residual]
struct NoFunction;

fn main() {}
