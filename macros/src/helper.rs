//! `#[residual]` and `#[elidable]`: a machine entry and a red-typed caller for a helper function.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    parse::Parser, punctuated::Punctuated, Error, FnArg, GenericArgument, GenericParam, ItemFn,
    PathArguments, ReturnType, Signature, Token, Type,
};

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Residual,
    Elidable,
}

/// The language in `&Cx<L>` or `&Cx<'_, L>`.
fn language(arg: &FnArg) -> Option<Type> {
    let FnArg::Typed(t) = arg else { return None };
    let Type::Reference(r) = &*t.ty else { return None };
    let Type::Path(p) = &*r.elem else { return None };
    let last = p.path.segments.last()?;
    let PathArguments::AngleBracketed(a) = &last.arguments else { return None };
    a.args.iter().find_map(|a| match a {
        GenericArgument::Type(t) if last.ident == "Cx" => Some(t.clone()),
        _ => None,
    })
}

/// `T` of `Result<T, Raised>`.
fn ok_type(ty: &Type) -> Option<Type> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last()?;
    let PathArguments::AngleBracketed(a) = &last.arguments else { return None };
    match a.args.first()? {
        GenericArgument::Type(t) if last.ident == "Result" => Some(t.clone()),
        _ => None,
    }
}

/// Whether it is `Gc<_>`.
fn is_object(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Gc"))
}

/// Whether a helper can be what it is declared as: native code calls one function, by its address. Of one that is generic over types there is one for each choice of them.
fn plain(sig: &Signature) -> Result<(), Error> {
    let only = "a helper is a plain function";
    if let Some(FnArg::Receiver(r)) = sig.inputs.first() {
        return Err(Error::new_spanned(r, format!("{only}: no method")));
    }
    if let Some(p) = sig.generics.params.iter().find(|p| matches!(p, GenericParam::Const(_))) {
        return Err(Error::new_spanned(p, format!("{only}: it may be generic over types alone")));
    }
    let marks = [
        sig.asyncness.map(|t| t.span()),
        sig.unsafety.map(|t| t.span()),
        sig.constness.map(|t| t.span()),
        sig.abi.as_ref().map(Spanned::span),
    ];
    match marks.into_iter().flatten().next() {
        Some(at) => Err(Error::new(at, format!("{only}: neither `async`, `unsafe`, `const` nor `extern`"))),
        None => Ok(()),
    }
}

pub fn expand(kind: Kind, attr: TokenStream, mut f: ItemFn) -> Result<TokenStream, Error> {
    let options = Punctuated::<syn::Meta, Token![,]>::parse_terminated.parse2(attr)?;
    let mut path = quote!(::holloway);
    let mut reads = false;
    let mut recipe = None;
    let mut inline = None;
    for o in options {
        match o {
            syn::Meta::NameValue(nv) if nv.path.is_ident("crate_path") => {
                let e = &nv.value;
                path = quote!(#e);
            }
            syn::Meta::NameValue(nv) if nv.path.is_ident("recipe") && kind == Kind::Elidable => {
                recipe = Some(nv.value);
            }
            syn::Meta::NameValue(nv) if nv.path.is_ident("inline") && kind == Kind::Elidable => {
                inline = Some(nv.value);
            }
            syn::Meta::Path(p) if p.is_ident("reads") => reads = true,
            o => {
                return Err(Error::new_spanned(
                    o,
                    "known options: `reads` (the heap is read, and not written), `recipe = function` and `inline = work` (of elidable helpers), `crate_path = ...`",
                ))
            }
        }
    }
    plain(&f.sig)?;
    let Some(lang) = f.sig.inputs.first().and_then(language) else {
        let at = f.sig.inputs.first().map_or_else(|| f.sig.ident.span(), Spanned::span);
        return Err(Error::new(at, "a helper's first argument is its context: `cx: &Cx<Language>`"));
    };
    let unit: Type = syn::parse_quote!(());
    let ret = match &f.sig.output {
        ReturnType::Type(_, t) => (**t).clone(),
        ReturnType::Default => unit,
    };
    let fallible = ok_type(&ret);
    if kind == Kind::Elidable && fallible.as_ref().is_some_and(|t| !is_object(t)) {
        return Err(Error::new_spanned(
            &f.sig.output,
            "an elidable helper that may raise answers an object, `Result<Gc<_>, Raised>`: traces see by a null that it did not",
        ));
    }
    let value = fallible.clone().unwrap_or_else(|| ret.clone());
    let mut names = Vec::new();
    let mut types = Vec::new();
    for a in f.sig.inputs.iter().skip(1) {
        let FnArg::Typed(t) = a else { return Err(Error::new_spanned(a, "a helper is a plain function")) };
        types.push((*t.ty).clone());
        names.push(format_ident!("a{}", names.len()));
    }
    // What is wrong with a type is wrong where it is written.
    let of = |t: &Type, what: TokenStream| quote_spanned!(crate::at(&t) => <#t as #path::machine::HelperArg>::#what);
    let reds: Vec<_> = types.iter().map(|t| of(t, quote_spanned!(crate::at(&t) => Red<M_::V>))).collect();
    let sizes: Vec<_> = types.iter().map(|t| of(t, quote_spanned!(crate::at(&t) => WORDS))).collect();
    let readers: Vec<_> = types.iter().map(|t| of(t, quote_spanned!(crate::at(&t) => read))).collect();
    let pushes: Vec<_> =
        types.iter().map(|t| of(t, quote_spanned!(crate::at(&t) => push::<M_::V>))).collect();
    let red = quote_spanned!(crate::at(&value) => <#value as #path::machine::HelperRet>::Red<M_::V>);
    let name = f.sig.ident.clone();
    let body_name = format_ident!("{}_host", name);
    let text = name.to_string();
    let vis = f.vis.clone();
    let docs: Vec<_> = f.attrs.iter().filter(|a| a.path().is_ident("doc")).cloned().collect();
    f.sig.ident = body_name.clone();
    f.attrs.retain(|a| !a.path().is_ident("doc"));
    let effect = match (kind, reads) {
        (Kind::Residual, false) => quote!(All),
        (Kind::Elidable, false) => quote!(Pure),
        (_, true) => quote!(Read),
    };
    // An elidable helper that may raise is two: what answers null then, and what is called to raise.
    let raises_too = kind == Kind::Elidable && fallible.is_some();
    let wrap = if fallible.is_some() {
        // Where the function's result is another one, the error is there.
        quote_spanned!(crate::at(&f.sig.output) => {
            let r: ::std::result::Result<#value, #path::machine::Raised> = r;
            r
        })
    } else {
        quote!(::std::result::Result::Ok(r))
    };
    let raises = fallible.is_some();
    // Items in a function do not see what it is generic over: they have the same parameters once more.
    let params: Vec<_> =
        f.sig.generics.params.iter().filter(|p| matches!(p, GenericParam::Type(_))).cloned().collect();
    let types_of: Vec<_> = f.sig.generics.type_params().map(|p| p.ident.clone()).collect();
    let bounds = f.sig.generics.where_clause.clone();
    let instance = quote!(Instance_::<#(#types_of),*>);
    // The length of an array may not depend on types: two words are the most that an argument has.
    let most = 2 * types.len();
    let (body, room) = match types_of.is_empty() {
        true => (quote!(#body_name), quote!(#instance::WORDS)),
        false => (quote!(#body_name::<#(#types_of),*>), quote!(#most)),
    };
    // Native code relies on the arguments being what the work is about.
    let (alike, inline) = match inline {
        None => (quote!(), quote!(::std::option::Option::None)),
        // `Key(keys)`
        Some(syn::Expr::Call(c)) => {
            let (what, keys) = (&c.func, &c.args);
            (
                quote!(),
                quote!(::std::option::Option::Some(#path::ir::Inline::#what((#keys).search::<#lang>(#body)))),
            )
        }
        Some(what) => (
            quote!(const ALIKE: #path::machine::helper::inline::#what<#lang> = #body;),
            quote!({ let _ = Self::ALIKE; ::std::option::Option::Some(#path::ir::Inline::#what) }),
        ),
    };
    let (result, call) = match (kind, fallible.is_some()) {
        (Kind::Elidable, false) => {
            (quote!(#red), quote!(call_pure::<M_, #value>(m, #instance::REF, &words[..at])))
        }
        (Kind::Elidable, true) => (
            quote!(::std::result::Result<#red, #path::machine::Raised>),
            quote!(call_or_raise::<M_, #value>(m, #instance::REF, Raising_::<#(#types_of),*>::REF, &words[..at])),
        ),
        (_, true) => (
            quote!(::std::result::Result<#red, #path::machine::Raised>),
            quote!(call::<M_, #value>(m, #instance::REF, &words[..at])),
        ),
        (_, false) => (
            quote!(#red),
            quote!(call::<M_, #value>(m, #instance::REF, &words[..at]).unwrap_or_else(|_| unreachable!("the helper cannot raise"))),
        ),
    };
    let entry = |instance_name: Ident,
                 effect: TokenStream,
                 value_only: bool,
                 alike: TokenStream,
                 inline: TokenStream| {
        quote! {
            struct #instance_name<#(#params),*>(::std::marker::PhantomData<fn() -> (#(#types_of,)*)>) #bounds;
            impl<#(#params),*> #instance_name<#(#types_of),*> #bounds {
                const WORDS: usize = 0 #(+ #sizes)*;
                #alike
                const REF: &'static #path::machine::HelperRef = &#path::machine::HelperRef {
                    name: #text,
                    id: ::std::any::TypeId::of::<Self>,
                    shim: Self::shim,
                    effect: #path::ir::HelperEffect::#effect,
                    never_null: Self::VALUE && <#value as #path::machine::HelperRet>::NEVER_NULL,
                    direct: if Self::DIRECT { ::std::option::Option::Some(Self::direct) } else { ::std::option::Option::None },
                    inline: #inline,
                };
                /// Whether its one result is answered in a register.
                const VALUE: bool = #value_only;
                const DIRECT: bool = Self::WORDS <= #path::machine::DIRECT_ARGS;

                /// # Safety
                /// `word` gives this helper's argument words.
                #[inline(always)]
                unsafe fn run(
                    ctx: *const #path::machine::NativeCtx,
                    out: &mut [u64],
                    word: impl ::std::ops::Fn(usize) -> u64,
                ) -> u64 {
                    // SAFETY: forwarded from the caller.
                    unsafe {
                        #path::machine::helper::shim_body::<#lang, #value, #raises>(ctx, out, |cx| {
                            let mut at = 0usize;
                            #(
                                // SAFETY: the words were pushed for an argument of this type.
                                let #names = unsafe { #readers(|k| word(at + k)) };
                                at += #sizes;
                            )*
                            let _ = at;
                            let r = #body(cx, #(#names),*);
                            #wrap
                        })
                    }
                }
                #path::machine::native! {
                    /// # Safety
                    /// Called by native code with this helper's argument words.
                    unsafe fn direct(
                        ctx: *const #path::machine::NativeCtx,
                        out: *mut u64,
                        w0: u64,
                        w1: u64,
                        w2: u64,
                    ) -> #path::machine::Answer {
                        if !Self::DIRECT {
                            ::std::unreachable!();
                        }
                        let word = |k| match k { 0 => w0, 1 => w1, _ => w2 };
                        let mut value = [0];
                        // SAFETY: forwarded from the caller; there is room for as many results as any helper has.
                        let status = unsafe {
                            let n = <#value as #path::machine::HelperRet>::KINDS.len();
                            let out = if Self::VALUE { &mut value[..] } else { ::std::slice::from_raw_parts_mut(out, n) };
                            Self::run(ctx, out, word)
                        };
                        #path::machine::Answer { status, value: value[0] }
                    }
                }
                #path::machine::native! {
                    /// # Safety
                    /// Called by machines and native code with this helper's argument words.
                    unsafe fn shim(ctx: *const #path::machine::NativeCtx, args: *const u64, out: *mut u64) -> u64 {
                        // SAFETY: forwarded from the caller; there is room for as many results as any helper has.
                        unsafe {
                            if Self::DIRECT {
                                return #path::machine::helper::from_memory(Self::direct, ctx, args, Self::WORDS, out, Self::VALUE);
                            }
                            let out = ::std::slice::from_raw_parts_mut(out, <#value as #path::machine::HelperRet>::KINDS.len());
                            Self::run(ctx, out, |k| #path::machine::helper::word_at(args, k))
                        }
                    }
                }
            }
        }
    };
    let mut instances =
        vec![entry(format_ident!("Instance_"), effect, kind == Kind::Elidable, alike, inline)];
    if raises_too {
        let none = quote!(::std::option::Option::None);
        instances.push(entry(format_ident!("Raising_"), quote!(Read), false, quote!(), none));
    }
    let open = recipe.map(|recipe| {
        quote!(if #path::machine::Machine::opens_recipes(m) {
            return #recipe(m, #(#names),*);
        })
    });
    Ok(quote! {
        #[inline]
        #[doc = "The helper itself, for use by other helpers."]
        #f

        #(#docs)*
        #[inline(always)]
        #[track_caller]
        #[allow(clippy::too_many_arguments)] // the machine comes on top of what the author decided on
        #vis fn #name<#(#params,)* M_: #path::machine::Machine<L = #lang>>(m: &M_, #(#names: #reds),*) -> #result #bounds {
            #(#instances)*
            #open
            let mut words = [<M_::V as #path::machine::Values>::word(0, #path::ir::Ty::Int); #room];
            let mut at = 0usize;
            #(
                #pushes(#names, &mut words[at..]);
                at += #sizes;
            )*
            #path::machine::helper::#call
        }
    })
}
