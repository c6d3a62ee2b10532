//! `#[derive(Tagged)]`: packing and unpacking of a language's value enum.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, Type};

/// The IR type of a payload, by the last name of its type.
fn payload(ty: &Type) -> Result<&'static str, Error> {
    let name = match ty {
        Type::Path(p) => p.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    };
    Ok(match name.as_deref() {
        Some("Int" | "Bool") => "Int",
        Some("Float") => "Float",
        Some("Ref" | "OptRef") => "Ref",
        _ => {
            return Err(Error::new_spanned(
                ty,
                "a payload is one red: Int<V>, Bool<V>, Float<V>, Ref<V, T> or OptRef<V, T>",
            ))
        }
    })
}

pub fn expand(input: DeriveInput) -> Result<TokenStream, Error> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "Tagged is derived for the language's value enum"));
    };
    let repr = input
        .attrs
        .iter()
        .any(|a| a.path().is_ident("repr") && a.parse_args::<syn::Ident>().is_ok_and(|i| i == "u64"));
    if !repr {
        return Err(Error::new_spanned(
            &input.ident,
            "put #[repr(u64)] on the enum: a packed value is reinterpreted as it",
        ));
    }
    let mut generics = input.generics.params.iter();
    match (generics.next(), generics.next()) {
        (Some(syn::GenericParam::Type(_)), None) => {}
        (None | Some(syn::GenericParam::Type(_)), second) => {
            let at = second.map_or_else(|| input.ident.span(), Spanned::span);
            return Err(Error::new(
                at,
                "the value enum is generic over its words, and nothing else: `<V: Values>`",
            ));
        }
        (Some(other), _) => {
            return Err(Error::new_spanned(
                other,
                "the value enum is generic over its words, and nothing else: `<V: Values>`",
            ))
        }
    }
    let path = crate::framework(&input.attrs)?;
    let name = &input.ident;
    let mut payloads = Vec::new();
    let (mut packs, mut parts, mut tags) = (Vec::new(), Vec::new(), Vec::new());
    for (i, v) in data.variants.iter().enumerate() {
        let (id, tag) = (&v.ident, i as u64);
        if v.discriminant.is_some() {
            return Err(Error::new_spanned(
                v,
                "tags are numbered by the framework: no explicit discriminants",
            ));
        }
        tags.push(quote! { #[doc = "Tag of the variant."] pub const #id: u64 = #tag; });
        match &v.fields {
            Fields::Unit => {
                payloads.push(quote!(Void));
                packs.push(quote! { #name::#id => #path::machine::Slot::raw(#tag, 0, #path::ir::Ty::Int) });
                parts.push(quote! { #tag => #name::#id });
            }
            Fields::Unnamed(f) if f.unnamed.len() == 1 => {
                let ty = &f.unnamed[0].ty;
                let kind = quote::format_ident!("{}", payload(ty)?);
                payloads.push(quote!(#kind));
                let float = kind == "Float";
                let to = if float { quote!(V_::d_as_w(x.0)) } else { quote!(x.0) };
                packs.push(quote! { #name::#id(x) => #path::machine::Slot(V_::slot(V_::word(#tag, #path::ir::Ty::Int), #to)) });
                let from = match () {
                    () if float => quote!(#path::machine::Float(V_::w_as_d(payload))),
                    () => {
                        let Type::Path(p) = ty else { return Err(Error::new_spanned(ty, "a red")) };
                        let red = &p.path.segments[p.path.segments.len() - 1].ident;
                        let word = quote!(V_::w_as(payload, #path::ir::Ty::#kind));
                        if kind == "Ref" {
                            quote!(#path::machine::#red(#word, ::std::marker::PhantomData))
                        } else {
                            quote!(#path::machine::#red(#word))
                        }
                    }
                };
                parts.push(quote! { #tag => #name::#id(#from) });
            }
            _ => return Err(Error::new_spanned(v, "a variant has no payload or one red")),
        }
    }
    let tag_mod = quote::format_ident!("Tag");
    let vis = &input.vis;
    Ok(quote! {
        #[doc = "Tags of the value enum, in order."]
        #[allow(non_snake_case, non_upper_case_globals)]
        #vis mod #tag_mod { #(#tags)* }

        const _: () = assert!(::std::mem::size_of::<#name<#path::machine::Conc>>() == 16, "a value is a tag and one word");

        // SAFETY: the enum is `repr(u64)` and 16 bytes (asserted above); tags are the discriminants, in order; every plain word is a valid
        // payload of every red.
        unsafe impl #path::machine::Tagged for #name<#path::machine::Conc> {
            type At<V_: #path::machine::Values> = #name<V_>;
            const PAYLOADS: &'static [#path::ir::Ty] = &[#(#path::ir::Ty::#payloads),*];
            #[inline(always)]
            fn pack<V_: #path::machine::Values>(v: #name<V_>) -> #path::machine::Slot<V_> {
                match v { #(#packs),* }
            }
            fn from_parts<V_: #path::machine::Values>(tag: u64, payload: V_::W) -> #name<V_> {
                match tag { #(#parts,)* _ => unreachable!("a tag of no variant") }
            }
            #[inline(always)]
            fn from_raw(s: #path::heap::RawSlot) -> #name<#path::machine::Conc> {
                // SAFETY: both are 16 bytes, tag first; slots only ever hold tags of variants.
                unsafe { ::std::mem::transmute(s) }
            }
        }
        impl<V_: #path::machine::Values> ::std::convert::From<#name<V_>> for #path::machine::Slot<V_> {
            #[inline(always)]
            fn from(v: #name<V_>) -> Self {
                <#name<#path::machine::Conc> as #path::machine::Tagged>::pack(v)
            }
        }
    })
}
