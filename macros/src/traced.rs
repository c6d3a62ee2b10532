//! `#[derive(Traced)]`: the state walker of a frame, field by field in declaration order.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields};

pub fn expand(input: DeriveInput) -> Result<TokenStream, Error> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(
            &input.ident,
            "Traced is derived for structs: frames are structs of greens and reds",
        ));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "Traced needs named fields"));
    };
    if let Some(borrowed) = input.generics.lifetimes().next() {
        return Err(Error::new_spanned(
            borrowed,
            "a frame borrows nothing: it is copied into traces, and out of them",
        ));
    }
    let path = crate::framework(&input.attrs)?;
    let name = &input.ident;
    // A frame without reds needs no type parameter: it is a frame over any values.
    let (v, extra) = match input.generics.type_params().next() {
        Some(p) => (p.ident.clone(), quote!()),
        None => (quote::format_ident!("V_"), quote!(<V_: #path::machine::Values>)),
    };
    let names: Vec<_> = fields.named.iter().map(|f| f.ident.as_ref()).collect();
    let labels = fields.named.iter().map(|f| f.ident.as_ref().map(ToString::to_string).unwrap_or_default());
    let types: Vec<_> = fields.named.iter().map(|f| &f.ty).collect();
    let (impls, ty, wher) = input.generics.split_for_impl();
    Ok(quote! {
        impl #impls #extra #path::machine::Traced<#v> for #name #ty #wher {
            fn walk<W_: #path::machine::Walker<#v>>(&mut self, w: &mut W_) {
                #(
                    w.field(#labels);
                    <#types as #path::machine::Traced<#v>>::walk(&mut self.#names, w);
                )*
            }
            fn blank() -> Self {
                #name { #(#names: <#types as #path::machine::Traced<#v>>::blank()),* }
            }
        }
    })
}
