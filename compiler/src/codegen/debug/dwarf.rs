//! Frames and lines of a piece of native code in DWARF, and an object file around them.
//!
//! **Problem.** gdb takes code that was made at run time as an object file in memory, with addresses that hold already. Unwinders take the same description of
//! frames as the bare section `.eh_frame`.
//!
//! **Frames.** A trace saves its caller's frame base and nothing else: the code that enters native code from Rust saves what else the caller wants
//! ([`Backend::enter`](crate::codegen::Backend::enter)). So three rules say all, one for each [`Framing`] (`pushed`: bytes that a call pushes, 8 or 0):
//! ```text
//! Called    caller's stack pointer = stack pointer + pushed
//! Pushed    caller's stack pointer = stack pointer + 16     frame base and return address are the two words below that
//! Standing  caller's stack pointer = frame base + 16        the same
//! ```
//!
//! **Inlined functions.** Code of a line in another function is an inlined call of that function, from the piece's own line that precedes it in the code.
//!
//! **Not promised.** Variables of the guest are not described, nor the functions between the piece's own and the one that a line is in.
//!
//! **Example.** `object(dwarf, &piece)` has the sections `.text` (an address, no bytes), `.debug_frame`, `.debug_line`, `.debug_info`, `.debug_abbrev`, and one symbol.

use super::{Dwarf, Framing, Piece};
use gimli::write::{
    Address, AttributeValue, CallFrameInstruction, CommonInformationEntry, DebugFrame, DwarfUnit, EhFrame,
    EndianVec, FileId, FrameDescriptionEntry, FrameTable, LineProgram, LineString, Sections, UnitEntryId,
};
use gimli::{Encoding, Format, LineEncoding, Register, RunTimeEndian, SectionId};
use object::elf;
use object::write::elf::{FileHeader, SectionHeader, Sym, Writer};

type Bytes = EndianVec<RunTimeEndian>;

fn bytes() -> Bytes {
    EndianVec::new(if cfg!(target_endian = "little") { RunTimeEndian::Little } else { RunTimeEndian::Big })
}

fn encoding(version: u16) -> Encoding {
    Encoding { format: Format::Dwarf32, version, address_size: 8 }
}

/// How to get from a frame of this code to its caller's.
fn frame_table(dwarf: Dwarf, piece: &Piece<'_>) -> FrameTable {
    let [stack, frame, returns] = [dwarf.stack, dwarf.frame, dwarf.returns].map(Register);
    let pushed = i32::from(dwarf.pushed);
    // Version 1 is what `.eh_frame` has.
    let mut common = CommonInformationEntry::new(encoding(1), 1, -8, returns);
    common.add_instruction(CallFrameInstruction::Cfa(stack, pushed));
    if pushed != 0 {
        common.add_instruction(CallFrameInstruction::Offset(returns, -pushed));
    }
    let mut entry =
        FrameDescriptionEntry::new(Address::Constant(piece.code.addr as u64), piece.code.len as u32);
    let mut saved = false;
    for (at, framing) in piece.framing {
        let saves = *framing != Framing::Called;
        entry.add_instruction(
            *at,
            match framing {
                Framing::Called => CallFrameInstruction::Cfa(stack, pushed),
                Framing::Pushed => CallFrameInstruction::Cfa(stack, 16),
                Framing::Standing => CallFrameInstruction::Cfa(frame, 16),
            },
        );
        for (register, below) in [(frame, -16), (returns, -8)].into_iter().filter(|_| saves != saved) {
            let change = match saves {
                true => CallFrameInstruction::Offset(register, below),
                false => CallFrameInstruction::Restore(register),
            };
            entry.add_instruction(*at, change);
        }
        saved = saves;
    }
    let mut table = FrameTable::default();
    let common = table.add_cie(common);
    table.add_fde(common, entry);
    table
}

/// The section `.eh_frame` for a piece of code, with the word of zeros that ends it.
///
/// # Errors
/// If DWARF cannot say it.
pub fn eh_frame(dwarf: Dwarf, piece: &Piece<'_>) -> Result<Vec<u8>, String> {
    let mut section = EhFrame(bytes());
    frame_table(dwarf, piece).write_eh_frame(&mut section).map_err(|e| e.to_string())?;
    let mut bytes = section.0.into_vec();
    bytes.extend([0; 4]);
    Ok(bytes)
}

/// An object file for a piece of code: its name, its frames and its lines.
///
/// # Errors
/// If DWARF cannot say it.
pub fn object(dwarf: Dwarf, piece: &Piece<'_>) -> Result<Vec<u8>, String> {
    let mut frames = DebugFrame(bytes());
    frame_table(dwarf, piece).write_debug_frame(&mut frames).map_err(|e| e.to_string())?;
    let mut sections = Sections::new(bytes());
    unit(piece).write(&mut sections).map_err(|e| e.to_string())?;
    let mut contents = vec![(SectionId::DebugFrame.name(), frames.0.into_vec())];
    let added = sections.for_each(|id, data| -> Result<(), gimli::write::Error> {
        if !data.slice().is_empty() {
            contents.push((id.name(), data.slice().to_vec()));
        }
        Ok(())
    });
    added.map_err(|e| e.to_string())?;
    elf(dwarf, piece, &contents).map_err(|e| e.to_string())
}

/// Code of an inlined function.
struct Inlined<'a> {
    from: u64,
    to: u64,
    name: &'a str,
    /// The line of the call.
    call: Option<(FileId, u64)>,
}

fn text(s: &str) -> Vec<u8> {
    s.replace('\0', " ").into_bytes()
}

/// A compilation unit with one function, and those that are inlined in it.
fn unit(piece: &Piece<'_>) -> DwarfUnit {
    let mut dwarf = DwarfUnit::new(encoding(4));
    let here = text(&format!("{}/", std::env::current_dir().unwrap_or_default().display()));
    let first = piece.lines.iter().find_map(|(_, line)| line.file.as_deref());
    let mut inlined = Vec::new();
    if let Some(first) = first {
        (dwarf.unit.line_program, inlined) = line_program(piece, &here, first);
    }
    let root = dwarf.unit.root();
    let function = dwarf.unit.add(root, gimli::DW_TAG_subprogram);
    let string = |s: &str| AttributeValue::String(text(s));
    let mut set = |entry, name, value| dwarf.unit.get_mut(entry).set(name, value);
    set(root, gimli::DW_AT_producer, string("holloway"));
    set(root, gimli::DW_AT_name, string(first.unwrap_or(piece.name)));
    set(root, gimli::DW_AT_comp_dir, AttributeValue::String(here));
    set(function, gimli::DW_AT_name, string(piece.name));
    let mut ranges = vec![(root, 0, piece.code.len as u64), (function, 0, piece.code.len as u64)];
    let mut origins: Vec<(&str, UnitEntryId)> = Vec::new();
    for part in &inlined {
        let origin = origins.iter().find(|o| o.0 == part.name).map_or_else(
            || {
                let origin = dwarf.unit.add(root, gimli::DW_TAG_subprogram);
                let entry = dwarf.unit.get_mut(origin);
                entry.set(gimli::DW_AT_name, string(part.name));
                entry.set(gimli::DW_AT_inline, AttributeValue::Inline(gimli::DW_INL_inlined));
                origin
            },
            |o| o.1,
        );
        origins.push((part.name, origin));
        let id = dwarf.unit.add(function, gimli::DW_TAG_inlined_subroutine);
        let entry = dwarf.unit.get_mut(id);
        entry.set(gimli::DW_AT_abstract_origin, AttributeValue::UnitRef(origin));
        if let Some((file, line)) = part.call {
            entry.set(gimli::DW_AT_call_file, AttributeValue::FileIndex(Some(file)));
            entry.set(gimli::DW_AT_call_line, AttributeValue::Udata(line));
        }
        ranges.push((id, part.from, part.to));
    }
    for (id, from, to) in ranges {
        let from_address = Address::Constant(piece.code.addr as u64 + from);
        let entry = dwarf.unit.get_mut(id);
        entry.set(gimli::DW_AT_low_pc, AttributeValue::Address(from_address));
        entry.set(gimli::DW_AT_high_pc, AttributeValue::Udata(to - from));
    }
    dwarf
}

/// The lines of a piece, and what of its code is of inlined functions.
fn line_program<'a>(piece: &Piece<'a>, here: &[u8], first: &str) -> (LineProgram, Vec<Inlined<'a>>) {
    let string = |s: &str| LineString::String(text(s));
    let here = LineString::String(here.to_vec());
    let mut program = LineProgram::new(encoding(4), LineEncoding::default(), here, None, string(first), None);
    let folder = program.default_directory();
    let mut inlined: Vec<Inlined<'a>> = Vec::new();
    program.begin_sequence(Some(Address::Constant(piece.code.addr as u64)));
    let end = piece.code.len as u64;
    let mut file = program.add_file(string(first), folder, None);
    // The last line of the function's own: what is inlined behind it is called there.
    let mut own = None;
    for (k, (from, line)) in piece.lines.iter().enumerate() {
        let from = u64::from(*from);
        let to = piece.lines.get(k + 1).map_or(end, |next| u64::from(next.0));
        if let Some(name) = &line.file {
            file = program.add_file(string(name), folder, None);
        }
        let number = u64::from(line.number);
        let row = program.row();
        (row.address_offset, row.file, row.line) = (from, file, number);
        program.generate_row();
        match (&line.inlined, inlined.last_mut()) {
            (None, _) if number > 0 => own = Some((file, number)),
            (None, _) => {}
            (Some(name), Some(last)) if last.to == from && *last.name == **name && last.call == own => {
                last.to = to;
            }
            (Some(name), _) => inlined.push(Inlined { from, to, name, call: own }),
        }
    }
    program.end_sequence(end);
    (program, inlined)
}

/// The file around these sections. The code is where it is, so `.text` has an address and no bytes, and nothing needs relocation.
fn elf(dwarf: Dwarf, piece: &Piece<'_>, sections: &[(&str, Vec<u8>)]) -> object::write::Result<Vec<u8>> {
    let endian =
        if cfg!(target_endian = "little") { object::Endianness::Little } else { object::Endianness::Big };
    let mut file = Vec::new();
    let mut w = Writer::new(endian, true, &mut file);
    w.reserve_file_header();
    let at: Vec<u64> = sections.iter().map(|(_, data)| w.reserve(data.len() as u64, 8)).collect();
    w.reserve_null_section_index();
    let text_name = w.add_section_name(b".text");
    let text = w.reserve_section_index();
    let names: Vec<_> = sections
        .iter()
        .map(|(name, _)| {
            w.reserve_section_index();
            w.add_section_name(name.as_bytes())
        })
        .collect();
    let symbol = w.add_string(piece.name.as_bytes());
    w.reserve_symbol_index(Some(text));
    w.reserve_symtab_section_index();
    w.reserve_symtab();
    w.reserve_strtab_section_index();
    w.reserve_strtab()?;
    w.reserve_shstrtab_section_index();
    w.reserve_shstrtab()?;
    w.reserve_section_headers();

    w.write_file_header(&FileHeader {
        os_abi: elf::ELFOSABI_NONE,
        abi_version: 0,
        e_type: elf::ET_REL,
        e_machine: elf::Machine(dwarf.machine),
        e_entry: 0,
        e_flags: elf::FileFlags(0),
    })?;
    for (_, data) in sections {
        w.write_align(8);
        w.write(data);
    }
    let (addr, len) = (piece.code.addr as u64, piece.code.len as u64);
    w.write_null_symbol();
    w.write_symbol(&Sym {
        section: Some(text.0),
        st_name: w.string_offset(Some(symbol)),
        st_info: elf::SymbolInfo::new(elf::STB_GLOBAL, elf::STT_FUNC),
        st_other: elf::SymbolOther(0),
        st_shndx: elf::SymbolSection(0),
        // In a file of this kind, a distance from the section's start.
        st_value: 0,
        st_size: len,
    });
    w.write_strtab();
    w.write_shstrtab();
    w.write_null_section_header();
    let header = SectionHeader {
        sh_name: w.section_name_offset(Some(text_name)),
        sh_type: elf::SHT_NOBITS,
        sh_flags: elf::SHF_ALLOC | elf::SHF_EXECINSTR,
        sh_addr: addr,
        sh_offset: 0,
        sh_size: len,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: 16,
        sh_entsize: 0,
    };
    w.write_section_header(&header);
    for ((name, at), (_, data)) in names.iter().zip(at).zip(sections) {
        w.write_section_header(&SectionHeader {
            sh_name: w.section_name_offset(Some(*name)),
            sh_type: elf::SHT_PROGBITS,
            sh_flags: elf::SectionFlags(0),
            sh_addr: 0,
            sh_offset: at,
            sh_size: data.len() as u64,
            sh_addralign: 1,
            ..header
        });
    }
    w.write_symtab_section_header(1);
    w.write_strtab_section_header();
    w.write_shstrtab_section_header();
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::super::Line;
    use super::*;
    use crate::codegen::arena::Code;
    use gimli::{BaseAddresses, CfaRule, RegisterRule, UnwindContext, UnwindSection};

    const X86: Dwarf = Dwarf { machine: 62, stack: 7, frame: 6, returns: 16, pushed: 8, ret: 1 };
    const ARM: Dwarf = Dwarf { machine: 183, stack: 31, frame: 29, returns: 30, pushed: 0, ret: 4 };

    fn piece(framing: &[(u32, Framing)]) -> Piece<'_> {
        Piece { name: "f [loop-0]", code: Code { addr: 0x7f00_1000, len: 64 }, framing, lines: &[] }
    }

    #[test]
    fn frames_are_read_back_as_they_are_made() {
        let framing =
            [(0, Framing::Called), (4, Framing::Pushed), (8, Framing::Standing), (60, Framing::Called)];
        for dwarf in [X86, ARM] {
            let bytes = eh_frame(dwarf, &piece(&framing)).unwrap();
            assert_eq!(bytes[bytes.len() - 4..], [0; 4], "registering it needs the end");
            let section = gimli::EhFrame::new(&bytes, gimli::NativeEndian);
            let bases = BaseAddresses::default();
            let rules = |at: u64| {
                let mut context = UnwindContext::new();
                let from = gimli::EhFrame::cie_from_offset;
                let row =
                    section.unwind_info_for_address(&bases, &mut context, 0x7f00_1000 + at, from).unwrap();
                let CfaRule::RegisterAndOffset { register, offset } = *row.cfa() else {
                    panic!("an expression")
                };
                let saved = |r| match row.register(Register(r)) {
                    Some(RegisterRule::Offset(n)) => Some(n),
                    None | Some(RegisterRule::Undefined | RegisterRule::SameValue) => None,
                    other => panic!("{other:?}"),
                };
                (register.0, offset, saved(dwarf.frame), saved(dwarf.returns))
            };
            let called = (dwarf.stack, i64::from(dwarf.pushed), None, (dwarf.pushed > 0).then_some(-8));
            assert_eq!(rules(0), called);
            assert_eq!(rules(4), (dwarf.stack, 16, Some(-16), Some(-8)));
            for at in [8, 59] {
                assert_eq!(rules(at), (dwarf.frame, 16, Some(-16), Some(-8)));
            }
            assert_eq!(rules(60), called);
        }
    }

    #[test]
    fn an_object_names_its_code_and_has_its_frames_and_lines() {
        let line = |n| Line { file: Some("count.scm".into()), number: n, inlined: None };
        let inner = |n| Line { inlined: Some("inner".into()), ..line(n) };
        let lines = [(0, line(3)), (9, Line::default()), (20, line(4)), (24, inner(8)), (30, inner(9))];
        let framing = [(0, Framing::Standing)];
        let with_lines = object(X86, &Piece { lines: &lines, ..piece(&framing) }).unwrap();
        let without = object(X86, &piece(&framing)).unwrap();
        let has = |object: &[u8], word: &str| object.windows(word.len()).any(|w| w == word.as_bytes());
        for word in [".text", ".debug_frame", ".debug_info", ".symtab", "f [loop-0]"] {
            assert!(has(&with_lines, word) && has(&without, word), "{word}");
        }
        assert!(has(&with_lines, ".debug_line") && has(&with_lines, "count.scm"));
        assert!(has(&with_lines, "inner"));
        assert!(!has(&without, "count.scm"));
        assert_eq!(with_lines[..5], *b"\x7fELF\x02");
    }
}
