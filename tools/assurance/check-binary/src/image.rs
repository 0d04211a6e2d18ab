//! A program or a shared library as it lies in memory: its segments, with relocations applied.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use crate::execution::Architecture;
use crate::thumb;
use crate::wasm::Module;
use object::elf;
use object::read::elf::{ElfFile, FileHeader, ProgramHeader};
use object::{
    Endianness, FileKind, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SymbolKind,
};

/// Where a program that may lie anywhere is put.
const BASE: u64 = 0x5555_0000_0000;
/// Where the first function of another library is put, 16 bytes for each.
const IMPORTS: u64 = 0x7777_0000_0000;

/// A part of the memory of a program.
struct Segment {
    start: u64,
    bytes: Vec<u8>,
    writable: bool,
}

impl Segment {
    fn contains(&self, address: u64) -> bool {
        self.start <= address && address < self.start + self.bytes.len() as u64
    }
}

/// The memory of a program, before it runs.
pub struct Image {
    segments: Vec<Segment>,
    /// The places that become read-only before the program starts: the table of addresses.
    relocated: Vec<(u64, u64)>,
    imports: Vec<String>,
    symbols: Vec<(u64, u64, String)>,
    /// Where functions start, in order.
    functions: Vec<u64>,
    /// The section of marks, or all memory of a module: its address and its content.
    pub marks: (u64, Vec<u8>),
    /// The module of WebAssembly that the program is, if it is one. Its code is not in memory.
    pub module: Option<Module>,
    /// The architecture of the program.
    pub architecture: Architecture,
}

impl Image {
    /// Reads a file in the ELF format, or a module of WebAssembly.
    pub fn read(path: &Path) -> Result<Self, String> {
        let data = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let image = if Module::is_one(&data) { Module::parse(data).map(Self::of_module) } else { Self::of_file(&data) };
        image.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns a module with its memory.
    pub fn of_module(module: Module) -> Self {
        let (memory, constants) = (&module.memory, module.constants.clone());
        let segment = |part: std::ops::Range<usize>, writable| Segment {
            start: part.start as u64,
            bytes: memory[part].to_vec(),
            writable,
        };
        let segments = vec![
            segment(0..constants.start, true),
            segment(constants.clone(), false),
            segment(constants.end..memory.len(), true),
        ];
        let functions: Vec<u64> = module.names.iter().map(|function| function.0).collect();
        let vectors = functions.iter().any(|&start| crate::wasm::has_products(module.body_at(start)));
        Self {
            segments,
            relocated: Vec::new(),
            imports: Vec::new(),
            symbols: module.names.clone(),
            functions,
            marks: (0, memory.clone()),
            architecture: Architecture::Wasm { vectors },
            module: Some(module),
        }
    }

    /// Returns the address that a mark names, of a function or of a byte, by the word at a place.
    pub fn marked(&self, place: u64, word: u64, is_function: bool) -> Result<u64, String> {
        match &self.module {
            None if self.architecture == Architecture::Thumb => Ok(word),
            None => Ok(place.wrapping_add(word)),
            Some(module) if is_function => {
                module.address_of_pointer(word).ok_or_else(|| "a mark of no function".into())
            }
            Some(_) => Ok(word),
        }
    }

    fn of_file(data: &[u8]) -> Result<Self, String> {
        match FileKind::parse(data).map_err(text)? {
            FileKind::Elf32 => Self::parse::<elf::FileHeader32<Endianness>>(data),
            _ => Self::parse::<elf::FileHeader64<Endianness>>(data),
        }
    }

    fn parse<E: FileHeader<Endian = Endianness>>(data: &[u8]) -> Result<Self, String> {
        let file = ElfFile::<E>::parse(data).map_err(text)?;
        let endian = file.endian();
        let header = file.elf_header();
        let kind = header.e_type(endian);
        if kind != elf::ET_DYN && kind != elf::ET_EXEC {
            return Err("expected a program or a shared library, found another file of the ELF format".into());
        }
        let architecture = match header.e_machine(endian) {
            elf::EM_X86_64 => Architecture::X86_64,
            elf::EM_AARCH64 => Architecture::AArch64,
            elf::EM_ARM if kind == elf::ET_EXEC && endian == Endianness::Little => Architecture::Thumb,
            other => return Err(format!("expected x86-64, AArch64 or firmware for Arm, found machine {other}")),
        };
        let bias = if kind == elf::ET_DYN { BASE } else { 0 };

        let (mut segments, mut relocated) = (Vec::new(), Vec::new());
        for segment in file.elf_program_headers() {
            let start = bias + segment.p_vaddr(endian).into();
            let size: u64 = segment.p_memsz(endian).into();
            match segment.p_type(endian) {
                elf::PT_LOAD => {
                    let mut bytes = segment.data(endian, data).map_err(|()| "a segment ends behind the file")?.to_vec();
                    bytes.resize(size as usize, 0);
                    segments.push(Segment { start, bytes, writable: segment.p_flags(endian) & elf::PF_W != 0 });
                }
                elf::PT_GNU_RELRO => relocated.push((start, start + size)),
                _ => {}
            }
        }

        let section =
            file.section_by_name("vectru_entries").ok_or("no section vectru_entries: no product is marked")?;
        let marks = (bias + section.address(), section.data().map_err(text)?.to_vec());
        let mut image = Self {
            segments,
            relocated,
            imports: Vec::new(),
            symbols: Vec::new(),
            functions: Vec::new(),
            marks,
            module: None,
            architecture,
        };
        let mut symbols: Vec<_> = file
            .symbols()
            .chain(file.dynamic_symbols())
            .filter(|symbol| symbol.is_definition() && symbol.size() > 0)
            .map(|symbol| {
                let is_function = architecture == Architecture::Thumb && symbol.kind() == SymbolKind::Text;
                let address = if is_function { thumb::code_address(symbol.address()) } else { symbol.address() };
                (bias + address, symbol.size(), symbol.name().unwrap_or_default().to_owned())
            })
            .collect();
        symbols.sort();
        image.symbols = symbols;
        image.relocate(&file, bias)?;
        let unwinding =
            file.section_by_name(".eh_frame_hdr").and_then(|section| Some((section.address(), section.data().ok()?)));
        if let Some((address, table)) = unwinding {
            image.functions = starts(bias + address, table);
        }
        if architecture == Architecture::Thumb {
            // Firmware has no tables for unwinding. Of its symbols, those in code are functions.
            let starts = image.symbols.iter().map(|symbol| symbol.0);
            let mut functions: Vec<_> = starts.filter(|&address| image.code(address).is_some()).collect();
            functions.dedup();
            image.functions = functions;
        }
        Ok(image)
    }

    /// Returns a program of code alone, with memory behind it that it may write.
    #[cfg(test)]
    pub fn of_code(code: &[u8], architecture: Architecture) -> Self {
        let writable = Segment { start: Self::DATA, bytes: vec![0; 64], writable: true };
        let code = Segment { start: Self::CODE, bytes: code.to_vec(), writable: false };
        Self {
            segments: vec![code, writable],
            relocated: Vec::new(),
            imports: Vec::new(),
            symbols: Vec::new(),
            functions: Vec::new(),
            marks: (0, Vec::new()),
            module: None,
            architecture,
        }
    }

    /// Where the code of such a program lies.
    #[cfg(test)]
    pub const CODE: u64 = 0x10000;
    /// Where the memory that it may write lies.
    #[cfg(test)]
    pub const DATA: u64 = 0x20000;

    /// Replaces bytes of the program, and returns those that were there.
    #[cfg(test)]
    pub fn patch(&mut self, address: u64, bytes: &[u8], is_code: bool) -> Vec<u8> {
        let place = match &mut self.module {
            Some(module) if is_code => module.code_mut(address, bytes.len()),
            _ => self.place_mut(address, bytes.len()).expect("the address is in the program"),
        };
        let before = place.to_vec();
        place.copy_from_slice(bytes);
        before
    }

    /// Applies the relocations, as the loader of the operating system does.
    fn relocate<E: FileHeader>(&mut self, file: &ElfFile<'_, E>, bias: u64) -> Result<(), String> {
        let mut imports = HashMap::new();
        let dynamic: HashMap<_, _> = file.dynamic_symbols().map(|symbol| (symbol.index(), symbol)).collect();
        for (offset, relocation) in file.dynamic_relocations().into_iter().flatten() {
            let symbol = match relocation.target() {
                RelocationTarget::Symbol(index) => dynamic.get(&index),
                _ => None,
            };
            let address = match symbol {
                Some(symbol) if symbol.is_definition() => bias + symbol.address(),
                Some(symbol) => {
                    let name = symbol.name().unwrap_or_default().to_owned();
                    let imported = &mut self.imports;
                    IMPORTS
                        + 16 * *imports.entry(name).or_insert_with_key(|name| {
                            imported.push(name.clone());
                            imported.len() as u64 - 1
                        })
                }
                None => bias,
            };
            let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
            let addend = relocation.addend() as u64;
            let value = match (self.architecture, r_type) {
                (Architecture::X86_64, elf::R_X86_64_RELATIVE | elf::R_X86_64_64) => address.wrapping_add(addend),
                (Architecture::X86_64, elf::R_X86_64_GLOB_DAT | elf::R_X86_64_JUMP_SLOT) => address,
                (
                    Architecture::AArch64,
                    elf::R_AARCH64_RELATIVE | elf::R_AARCH64_ABS64 | elf::R_AARCH64_GLOB_DAT | elf::R_AARCH64_JUMP_SLOT,
                ) => address.wrapping_add(addend),
                // Data of other libraries and of threads, which no product reads.
                _ => continue,
            };
            let place = self.place_mut(bias + offset, 8).ok_or("a relocation outside of the segments")?;
            place.copy_from_slice(&value.to_le_bytes());
        }
        Ok(())
    }

    /// Returns the segment that an address lies in, and its offset there.
    fn segment(&self, address: u64) -> Option<(&Segment, usize)> {
        let segment = self.segments.iter().find(|segment| segment.contains(address))?;
        Some((segment, (address - segment.start) as usize))
    }

    /// Returns bytes of a segment, to be written.
    fn place_mut(&mut self, address: u64, size: usize) -> Option<&mut [u8]> {
        let segment = self.segments.iter_mut().find(|segment| segment.contains(address))?;
        let at = (address - segment.start) as usize;
        segment.bytes.get_mut(at..at + size)
    }

    /// Returns bytes that nothing writes while the program runs, or that were written before it
    /// started.
    pub fn constant(&self, address: u64, size: usize) -> Option<&[u8]> {
        let (segment, at) = self.segment(address)?;
        let end = address + size as u64;
        let is_constant = !segment.writable || self.relocated.iter().any(|&(low, high)| low <= address && end <= high);
        if is_constant { segment.bytes.get(at..at + size) } else { None }
    }

    /// Returns true if an address is one of the program, or the first one behind a segment.
    pub fn has(&self, address: u64) -> bool {
        self.segments.iter().any(|segment| segment.contains(address) || segment.contains(address.wrapping_sub(1)))
    }

    /// Returns the bytes of an instruction, up to 15 of them.
    pub fn code(&self, address: u64) -> Option<&[u8]> {
        let (segment, at) = self.segment(address)?;
        (!segment.writable).then(|| &segment.bytes[at..segment.bytes.len().min(at + 15)])
    }

    /// Returns the name of the function of another library at an address.
    pub fn import(&self, address: u64) -> Option<&str> {
        self.imports.get((address.checked_sub(IMPORTS)? / 16) as usize).map(String::as_str)
    }

    /// Returns where functions start that have products of vectors and none of these instructions,
    /// by the tables for unwinding.
    pub fn multiplying_functions(&self, executed: &BTreeSet<u64>) -> Vec<u64> {
        let ends = self.functions.iter().skip(1).copied().chain([u64::MAX]);
        let multiplies = |&(start, end): &(u64, u64)| {
            executed.range(start..end).next().is_none() && self.architecture.has_products(self.body(start, end))
        };
        self.functions.iter().copied().zip(ends).filter(multiplies).map(|(start, _)| start).collect()
    }

    /// Returns the code from an address on, up to another one.
    fn body(&self, start: u64, end: u64) -> &[u8] {
        if let Some(module) = &self.module {
            return module.body_at(start);
        }
        let Some((segment, at)) = self.segment(start) else { return &[] };
        let length = ((end - start) as usize).min(segment.bytes.len() - at);
        &segment.bytes[at..at + length]
    }

    /// Returns the symbol that an address lies in, and its offset there, if the program has
    /// symbols.
    pub fn place(&self, address: u64) -> String {
        let after = self.symbols.partition_point(|&(start, ..)| start <= address);
        match self.symbols[..after].last() {
            Some((start, size, name)) if address < start + size => {
                format!("{address:#x} ({name}+{:#x})", address - start)
            }
            _ => format!("{address:#x}"),
        }
    }
}

fn text(error: object::Error) -> String {
    error.to_string()
}

/// Returns where functions start, from the sorted table at the end of a section `.eh_frame_hdr`:
/// after four bytes for the formats, an address and the number of entries, each entry has the start
/// of a function and its description, as 32-bit distances from the section.
fn starts(address: u64, table: &[u8]) -> Vec<u64> {
    const FORMATS: [u8; 4] = [1, 0x1b, 0x03, 0x3b];
    if table.len() < 12 || table[..4] != FORMATS {
        return Vec::new();
    }
    let word = |entry: &[u8]| i32::from_le_bytes(entry[..4].try_into().expect("four bytes"));
    table[12..].chunks_exact(8).map(|entry| address.wrapping_add_signed(word(entry).into())).collect()
}
