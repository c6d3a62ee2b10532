//! Derives and attributes of Holloway.
//!
//! Each macro has its module; all report errors at the token that causes them. Generated code names the framework by the path `::holloway`,
//! or by the one given in an attribute (`#[object(crate = path)]`).

mod helper;
mod object;
mod tagged;
mod traced;

use proc_macro::TokenStream;

/// Makes a struct a heap object type.
///
/// The struct is `#[repr(C)]`, not generic, and its first field is `header: Header`. Plain fields are immutable, `Mut<_>` fields may change,
/// `Own<_>` fields hold Rust values; a last field of type `Tail<_>` makes it an array object. For each field the derive makes a constant of
/// the field's name and visibility: `Table::len` is a `Field<Table, Mut<i64>>`. So the type can have no method of a field's name (rustc's error is "duplicate
/// definitions", at the derive).
#[proc_macro_derive(Object, attributes(object))]
pub fn derive_object(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    object::expand(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// The place of something that was written, for code that is not what was written there: of errors, and not of what lints look for.
fn at(what: &impl syn::spanned::Spanned) -> proc_macro2::Span {
    proc_macro2::Span::call_site().located_at(what.span())
}

/// The framework's path: `::holloway`, or what `#[holloway(crate = path)]` says.
fn framework(attrs: &[syn::Attribute]) -> Result<proc_macro2::TokenStream, syn::Error> {
    let mut path = quote::quote!(::holloway);
    for a in attrs.iter().filter(|a| a.path().is_ident("holloway")) {
        a.parse_nested_meta(|m| {
            if !m.path.is_ident("crate") {
                return Err(m.error("unknown attribute: only `#[holloway(crate = path)]` is known"));
            }
            let p: syn::Path = m.value()?.parse()?;
            path = quote::quote!(#p);
            Ok(())
        })?;
    }
    Ok(path)
}

/// Makes a frame walkable: every field is a green (integer, `bool`, `OptGc<T>`) or a red (`Int<V>`, `Float<V>`, `Ref`, `Slot<V>`, ...).
#[proc_macro_derive(Traced, attributes(holloway))]
pub fn derive_traced(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    traced::expand(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Makes an enum the language's tagged value. It is `#[repr(u64)]`, generic over `V: Values`, and each variant has at most one red of one
/// word. Also makes a module `Tag` with each variant's tag, and `From<Value<V>> for Slot<V>`.
#[proc_macro_derive(Tagged, attributes(holloway))]
pub fn derive_tagged(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    tagged::expand(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// A helper that traces call but do not look into. `fn f(cx: &Cx<L>, x: Gc<T>, ..) -> Result<R, Raised>` (or plain `R`) becomes
/// `f(m, Ref<..>, ..)` over reds; the original is kept as `f_host` for other helpers. With `reads` it promises to write nothing that the program, other
/// helpers or traces can see (it may allocate, and raise): what a trace knows of the heap then outlives the call.
#[proc_macro_attribute]
pub fn residual(attr: TokenStream, item: TokenStream) -> TokenStream {
    let f = syn::parse_macro_input!(item as syn::ItemFn);
    helper::expand(helper::Kind::Residual, attr.into(), f)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// A helper whose result depends on its arguments alone: folded when they are constant, called once when they are equal. With `reads` it may
/// read the heap, and is called again after something was written. It cannot raise and gives one word.
///
/// With `recipe = function` the helper can also be done on values that are not there yet, as a kernel for a device needs it. The recipe takes a machine
/// and the reds of the arguments, and gives the same word for all of them, to the bit:
///
/// ```text
/// #[elidable(recipe = open_softplus)]
/// fn softplus(_cx: &Cx<L>, x: f64) -> f64 {
///     math::native::log(1.0 + math::native::exp(x))
/// }
/// fn open_softplus<M: Machine>(m: &M, x: Float<M::V>) -> Float<M::V> {
///     math::log(m, math::exp(m, x) + 1.0)
/// }
/// ```
///
/// With `inline = Entry` native code does the work itself where it would call the helper, which must answer the same: see `ir::Inline`, and
/// `containers::places::seek`, which is such a helper for any language. With `inline = Key(keys)`, where `keys` says where tables have what a search for a key needs
/// (`machine::helper::inline::Keys`), it looks for the key first and calls the helper where it does not find it.
#[proc_macro_attribute]
pub fn elidable(attr: TokenStream, item: TokenStream) -> TokenStream {
    let f = syn::parse_macro_input!(item as syn::ItemFn);
    helper::expand(helper::Kind::Elidable, attr.into(), f)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
