//! `#[derive(Object)]`.
//!
//! What the types of the fields mean to the collector is not read off their tokens (an alias would fool that) but asked of the trait
//! `FieldType`; only `Own` and `Tail` are recognized by name, as they get no field constant, and a wrong guess does not compile.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Field, Fields, Path, Result, Type};

/// The implementation for one struct.
pub fn expand(input: DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    if let Some(p) = input.generics.params.first() {
        return Err(Error::new(
            p.span(),
            "a heap object type can't be generic: its type number is one per type",
        ));
    }
    if !has_repr_c(&input)? {
        return Err(Error::new(name.span(), "a heap object needs a fixed layout: add `#[repr(C)]`"));
    }
    let heap = heap_path(&input)?;
    let fields = match &input.data {
        Data::Struct(s) => match &s.fields {
            Fields::Named(f) => f.named.iter().collect::<Vec<_>>(),
            _ => {
                return Err(Error::new(
                    name.span(),
                    "a heap object is a struct with named fields, `header: Header` first",
                ))
            }
        },
        _ => return Err(Error::new(name.span(), "only a struct can be a heap object")),
    };
    let (header, rest) = match fields.split_first() {
        Some((h, rest)) if ident(h) == "header" => (*h, rest),
        first => {
            let at = first.map_or(name.span(), |(f, _)| f.span());
            return Err(Error::new(at, "the first field of a heap object is `header: Header`"));
        }
    };
    let (tail, plain) = match rest.split_last() {
        Some((t, plain)) if is_named(&t.ty, "Tail") => (Some(*t), plain),
        _ => (None, rest),
    };
    if let Some(t) = plain.iter().find(|f| is_named(&f.ty, "Tail")) {
        return Err(Error::new(
            t.span(),
            "a `Tail<_>` must be the last field: its elements lie behind the object",
        ));
    }

    let text = name.to_string();
    let header_ty = &header.ty;
    let hints = plain.iter().map(|f| is_hint(f)).collect::<Result<Vec<bool>>>()?;
    let shapes = plain.iter().zip(hints).map(|(f, hint)| {
        let (id, ty) = (&f.ident, &f.ty);
        let label = ident(f);
        quote_spanned! { crate::at(&f.ty) =>
            #heap::FieldShape {
                name: #label,
                offset: ::core::mem::offset_of!(#name, #id) as u32,
                bytes: ::core::mem::size_of::<#ty>() as u32,
                hint: #hint,
                gc: <#ty as #heap::FieldType>::GC,
            }
        }
    });
    let consts = plain.iter().filter(|f| !is_named(&f.ty, "Own")).map(|f| {
        let (id, ty, vis) = (&f.ident, &f.ty, &f.vis);
        let label = format!("{text}.{}", ident(f));
        let doc = format!("The field `{}` of [`{text}`], for machines.", ident(f));
        // What is wrong with the type is wrong there.
        quote_spanned! { crate::at(&f.ty) =>
            #[doc = #doc]
            // SAFETY: offset and type are the field's.
            #vis const #id: #heap::Field<#name, #ty> = unsafe { <#heap::Field<#name, #ty>>::new(#label, ::core::mem::offset_of!(#name, #id)) };
        }
    });
    let (tail_shape, tail_impl) = match tail {
        Some(t) => tail_parts(name, t, &heap)?,
        None => (quote! { ::core::option::Option::None }, quote! {}),
    };
    // The header's type, checked here so that the error is at the field.
    let header = quote_spanned! { crate::at(&header_ty) =>
        fn header_is_a_header(o: &#name) -> &#heap::Header {
            &o.header
        }
        let _ = header_is_a_header;
    };
    Ok(quote! {
        const _: () = {
            #header
            assert!(::core::mem::offset_of!(#name, header) == 0);
        };
        // SAFETY: the derive checked `repr(C)` and the header, and took offsets and types from the declaration; the cells are statics of this
        // type alone.
        unsafe impl #heap::Object for #name {
            const SHAPE: #heap::Shape = #heap::Shape {
                name: #text,
                size: ::core::mem::size_of::<#name>() as u32,
                fields: &[#(#shapes),*],
                tail: #tail_shape,
            };
            #[inline(always)]
            fn type_cell() -> &'static #heap::TypeCell {
                static CELL: #heap::TypeCell = #heap::TypeCell::new(<#name as #heap::Object>::SHAPE);
                &CELL
            }
        }
        // SAFETY: the cell is a static of this type's arrays alone.
        unsafe impl #heap::RefElement for #name {
            fn ref_array_cell() -> &'static #heap::TypeCell {
                static CELL: #heap::TypeCell = #heap::TypeCell::new(<#heap::RefArray<#name> as #heap::Object>::SHAPE);
                &CELL
            }
        }
        #[allow(non_upper_case_globals, dead_code)]
        impl #name {
            #(#consts)*
        }
        #tail_impl
    })
}

/// Whether a field is marked `#[object(hint)]`.
fn is_hint(f: &Field) -> Result<bool> {
    let mut hint = false;
    for a in f.attrs.iter().filter(|a| a.path().is_ident("object")) {
        a.parse_nested_meta(|m| match m.path.is_ident("hint") {
            true => {
                hint = true;
                Ok(())
            }
            false => Err(m.error("a field may be marked `#[object(hint)]`")),
        })?;
    }
    Ok(hint)
}

/// Shape and `ArrayObject` implementation of a tail.
fn tail_parts(name: &syn::Ident, t: &Field, heap: &TokenStream) -> Result<(TokenStream, TokenStream)> {
    let (id, ty) = (&t.ident, &t.ty);
    let elem = tail_elem(ty).ok_or_else(|| {
        Error::new(ty.span(), "write the element type: `Tail<u8>`, `Tail<Mut<RawSlot>>`, ...")
    })?;
    let names = ["[]", "[].tag", "[].payload"].map(|s| format!("{name}{s}"));
    let len = format!("{name}[].len");
    let gc = quote_spanned! { crate::at(&elem) => <<#elem as #heap::Stored>::Value as #heap::HeapValue>::GC };
    let shape = quote! {
        ::core::option::Option::Some({
            // Elements follow the length directly, and nothing follows them.
            assert!(::core::mem::offset_of!(#name, #id) + 8 == ::core::mem::size_of::<#name>(), "the tail is not at the end of the object");
            #heap::TailShape {
                len_offset: ::core::mem::offset_of!(#name, #id) as u32,
                elems_offset: ::core::mem::size_of::<#name>() as u32,
                stride: ::core::mem::size_of::<#elem>() as u32,
                gc: #gc,
            }
        })
    };
    let imp = quote_spanned! { crate::at(&elem) =>
        // SAFETY: the tail is the last field and begins with its length.
        unsafe impl #heap::ArrayObject for #name {
            type Elem = #elem;
            // SAFETY: the elements follow the struct.
            const ELEMS: #heap::Elems<#name, #elem> = unsafe { <#heap::Elems<#name, #elem>>::new(&[#(#names),*], ::core::mem::size_of::<#name>()) };
            // SAFETY: a tail begins with its length.
            const LEN: #heap::Field<#name, i64> = unsafe { #heap::Field::length(#len, ::core::mem::offset_of!(#name, #id)) };
            #[inline(always)]
            fn tail(&self) -> &#heap::Tail<#elem> {
                &self.#id
            }
        }
    };
    Ok((shape, imp))
}

fn ident(f: &Field) -> String {
    f.ident.as_ref().map(|i| i.to_string()).unwrap_or_default()
}

fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(p) => p.path.segments.last(),
        Type::Group(g) => last_segment(&g.elem),
        _ => None,
    }
}

fn is_named(ty: &Type, name: &str) -> bool {
    last_segment(ty).is_some_and(|s| s.ident == name)
}

/// The `E` of `Tail<E>`.
fn tail_elem(ty: &Type) -> Option<&Type> {
    match &last_segment(ty)?.arguments {
        syn::PathArguments::AngleBracketed(a) => match a.args.first()? {
            syn::GenericArgument::Type(t) => Some(t),
            _ => None,
        },
        _ => None,
    }
}

fn has_repr_c(input: &DeriveInput) -> Result<bool> {
    let mut found = false;
    for a in input.attrs.iter().filter(|a| a.path().is_ident("repr")) {
        a.parse_nested_meta(|m| {
            found |= m.path.is_ident("C");
            if m.path.is_ident("packed") {
                return Err(m.error("a heap object can't be packed: its fields are read as aligned words"));
            }
            // Skip an argument, as in `align(16)`.
            if m.input.peek(syn::token::Paren) {
                let content;
                syn::parenthesized!(content in m.input);
                content.parse::<TokenStream>()?;
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// The path of the heap module: `::holloway::heap` unless the attribute names another crate.
fn heap_path(input: &DeriveInput) -> Result<TokenStream> {
    let mut path = quote! { ::holloway };
    for a in input.attrs.iter().filter(|a| a.path().is_ident("object")) {
        a.parse_nested_meta(|m| {
            if m.path.is_ident("crate") {
                let p: Path = m.value()?.parse()?;
                path = quote! { #p };
                Ok(())
            } else {
                Err(m.error("unknown attribute: only `#[object(crate = path)]` is known"))
            }
        })?;
    }
    Ok(quote! { #path::heap })
}
