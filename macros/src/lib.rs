//! Derives and attributes of Holloway.
//!
//! Each macro has its module; all report errors at the token that causes them. Generated code names the framework by the path `::holloway`,
//! or by the one given in an attribute (`#[object(crate = path)]`).

mod object;

use proc_macro::TokenStream;

/// Makes a struct a heap object type.
///
/// The struct is `#[repr(C)]`, not generic, and its first field is `header: Header`. Plain fields are immutable, `Mut<_>` fields may change,
/// `Own<_>` fields hold Rust values; a last field of type `Tail<_>` makes it an array object. For each field the derive makes a constant of
/// the field's name and visibility: `Table::len` is a `Field<Table, Mut<i64>>`.
#[proc_macro_derive(Object, attributes(object))]
pub fn derive_object(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    object::expand(input).unwrap_or_else(syn::Error::into_compile_error).into()
}
