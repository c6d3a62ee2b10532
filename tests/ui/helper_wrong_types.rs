//! What goes to a helper and comes from it is words.
use holloway::machine::{Cx, Raised};
use holloway::{elidable, residual};
use tla::Tla;

#[residual]
fn takes_a_text(_cx: &Cx<Tla>, _name: String) {}

#[residual]
fn gives_a_text(_cx: &Cx<Tla>) -> String {
    String::new()
}

#[residual]
fn raises_a_text(_cx: &Cx<Tla>) -> Result<i64, String> {
    Ok(1)
}

#[residual]
fn may_give_a_list(_cx: &Cx<Tla>) -> Result<Vec<i64>, Raised> {
    Ok(Vec::new())
}

#[elidable]
fn is_of_a_text(_cx: &Cx<Tla>, name: &str) -> i64 {
    name.len() as i64
}

fn main() {}
