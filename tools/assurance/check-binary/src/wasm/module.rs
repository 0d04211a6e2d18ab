//! A module of WebAssembly: its functions, globals, tables and the content of its memory, as they
//! are when it has been instantiated.
//!
//! Code does not lie in memory: a function has an address here all the same, which is the offset of
//! its body in the file, and so has each of its instructions.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use wasmparser::{
    BinaryReaderError, ConstExpr, DataKind, ElementItems, ElementKind, FuncType, KnownCustom, Name, Operator, Parser,
    Payload, TypeRef, ValType,
};

use super::written;

/// A global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Global {
    /// An integer of 32 bits that is never written.
    Number(u64),
    /// The stack pointer.
    StackPointer,
    /// Any other.
    Unknown(ValType),
}

/// A module.
#[derive(Debug)]
pub struct Module {
    file: Vec<u8>,
    types: Vec<FuncType>,
    /// The types of functions, by their indices.
    functions: Vec<u32>,
    /// The names of imported functions, which come first.
    imports: Vec<String>,
    /// Where the bodies of the other functions lie in the file.
    bodies: Vec<Range<usize>>,
    globals: Vec<Global>,
    /// The functions in tables.
    tables: Vec<Vec<Option<u32>>>,
    /// Tables that another module gives, or that code writes.
    pub changed_tables: BTreeSet<u32>,
    /// The number of the table of functions, to which pointers of functions belong.
    pub pointers: u32,
    /// The content of memory from address 0 on to the end of the last segment.
    pub memory: Vec<u8>,
    /// The part of memory that is constant: see [`written`].
    pub constants: Range<usize>,
    /// Where the bodies of functions start, their lengths and their names.
    pub names: Vec<(u64, u64, String)>,
}

/// The parts of a module that are collected from its sections.
#[derive(Default)]
struct Sections<'a> {
    types: Vec<FuncType>,
    functions: Vec<u32>,
    imports: Vec<String>,
    bodies: Vec<Range<usize>>,
    /// Types of globals, whether they are mutable, and their initial values.
    globals: Vec<(ValType, bool, Option<u64>)>,
    tables: Vec<(bool, Vec<Option<u32>>)>,
    imported_tables: u32,
    elements: Vec<(u32, u64, Vec<Option<u32>>)>,
    data: Vec<(u64, &'a [u8])>,
    function_names: HashMap<u32, String>,
    global_names: HashMap<u32, String>,
    data_names: HashMap<u32, String>,
}

/// The name of the stack pointer.
const STACK_POINTER: &str = "__stack_pointer";

/// The largest memory that a checked module may initialise.
const LARGEST_MEMORY: u64 = 1 << 28;
/// The largest table.
const LARGEST_TABLE: u64 = 1 << 20;

/// Returns the value of an expression that is one number.
fn number(expression: &ConstExpr<'_>) -> Option<u64> {
    let mut reader = expression.get_operators_reader();
    match (reader.read().ok()?, reader.read().ok()?) {
        (Operator::I32Const { value }, Operator::End) => Some(u64::from(value as u32)),
        (Operator::I64Const { value }, Operator::End) => Some(value as u64),
        _ => None,
    }
}

fn function_of(expression: &ConstExpr<'_>) -> Option<u32> {
    match expression.get_operators_reader().read().ok()? {
        Operator::RefFunc { function_index } => Some(function_index),
        _ => None,
    }
}

impl<'a> Sections<'a> {
    fn read(&mut self, payload: Payload<'a>) -> Result<(), String> {
        let text = |error: BinaryReaderError| error.to_string();
        match payload {
            Payload::TypeSection(types) => {
                for function in types.into_iter_err_on_gc_types() {
                    self.types.push(function.map_err(text)?);
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let import = import.map_err(text)?;
                    match import.ty {
                        TypeRef::Func(of) => {
                            self.functions.push(of);
                            self.imports.push(format!("{}.{}", import.module, import.name));
                        }
                        TypeRef::Global(global) => {
                            let is_pointer = import.name == STACK_POINTER;
                            // Any other has a value that is not known.
                            let of = global.content_type;
                            self.globals.push((of, is_pointer, None));
                        }
                        TypeRef::Table(table) => {
                            self.imported_tables += 1;
                            self.tables.push((table.element_type.is_func_ref(), Vec::new()));
                        }
                        _ => return Err(format!("an import without a rule: {}.{}", import.module, import.name)),
                    }
                }
            }
            Payload::FunctionSection(functions) => {
                for function in functions {
                    self.functions.push(function.map_err(text)?);
                }
            }
            Payload::TableSection(tables) => {
                for table in tables {
                    self.tables.push((table.map_err(text)?.ty.element_type.is_func_ref(), Vec::new()));
                }
            }
            Payload::MemorySection(memories) => {
                if memories.count() > 1 {
                    return Err("expected one memory".into());
                }
                for memory in memories {
                    let memory = memory.map_err(text)?;
                    if memory.memory64 || memory.shared {
                        return Err("expected a memory of 32-bit addresses that no thread shares".into());
                    }
                }
            }
            Payload::GlobalSection(globals) => {
                for global in globals {
                    let global = global.map_err(text)?;
                    self.globals.push((global.ty.content_type, global.ty.mutable, number(&global.init_expr)));
                }
            }
            Payload::ElementSection(elements) => {
                for element in elements {
                    let element = element.map_err(text)?;
                    let ElementKind::Active { table_index, offset_expr } = element.kind else { continue };
                    let at = number(&offset_expr).ok_or("elements at an address that is no number")?;
                    let mut functions = Vec::new();
                    match element.items {
                        ElementItems::Functions(items) => {
                            for item in items {
                                functions.push(Some(item.map_err(text)?));
                            }
                        }
                        ElementItems::Expressions(_, items) => {
                            for item in items {
                                functions.push(function_of(&item.map_err(text)?));
                            }
                        }
                    }
                    self.elements.push((table_index.unwrap_or(0), at, functions));
                }
            }
            Payload::DataSection(segments) => {
                for segment in segments {
                    let segment = segment.map_err(text)?;
                    // Others are written while the module runs.
                    let DataKind::Active { offset_expr, .. } = segment.kind else { continue };
                    let at = number(&offset_expr).ok_or("data at an address that is no number")?;
                    self.data.push((at, segment.data));
                }
            }
            Payload::CodeSectionEntry(body) => {
                let range = body.range();
                self.bodies.push(range.start as usize..range.end as usize);
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    names.into_iter().try_for_each(|name| self.read_names(name.map_err(text)?))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn read_names(&mut self, name: Name<'_>) -> Result<(), String> {
        let (names, map) = match name {
            Name::Function(names) => (&mut self.function_names, names),
            Name::Global(names) => (&mut self.global_names, names),
            Name::Data(names) => (&mut self.data_names, names),
            _ => return Ok(()),
        };
        for naming in map {
            let naming = naming.map_err(|error| error.to_string())?;
            names.insert(naming.index, naming.name.to_owned());
        }
        Ok(())
    }

    /// Returns the globals. The stack pointer is the one of this name, or else the first one of
    /// addresses that is written, where linkers put it.
    fn globals(&self) -> Vec<Global> {
        let named = self.global_names.iter().find(|(_, name)| *name == STACK_POINTER);
        let first = || self.globals.iter().position(|global| global.0 == ValType::I32 && global.1);
        let pointer = named.map(|(&index, _)| index as usize).or_else(first);
        let globals = self.globals.iter().enumerate();
        globals
            .map(|(index, &(of, is_mutable, value))| match value {
                _ if pointer == Some(index) => Global::StackPointer,
                Some(value) if !is_mutable && of == ValType::I32 => Global::Number(value),
                _ => Global::Unknown(of),
            })
            .collect()
    }

    /// Returns memory, and where the segments start.
    fn memory(&self) -> Result<(Vec<u8>, usize), String> {
        let ends = self.data.iter().map(|(at, bytes)| at + bytes.len() as u64);
        let end = ends.max().unwrap_or(0);
        if end > LARGEST_MEMORY {
            return Err("data at an address above the largest one that is supported".into());
        }
        let mut memory = vec![0; end as usize];
        for (at, bytes) in &self.data {
            memory[*at as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        Ok((memory, self.data.iter().map(|part| part.0 as usize).min().unwrap_or(0)))
    }

    /// Returns the part of the segments before the first one that has a name of its own and is not
    /// read-only.
    fn end_of_constants(&self, end: usize) -> usize {
        let writable = self.data.iter().enumerate().filter(|(index, _)| {
            let name = self.data_names.get(&(*index as u32));
            name.is_some_and(|name| !name.starts_with(".rodata"))
        });
        writable.map(|(_, (at, _))| *at as usize).min().unwrap_or(end)
    }
}

impl Module {
    /// Returns true if a file is a module.
    pub fn is_one(file: &[u8]) -> bool {
        file.starts_with(b"\0asm")
    }

    /// Reads a module.
    pub fn parse(file: Vec<u8>) -> Result<Self, String> {
        let mut sections = Sections::default();
        for payload in Parser::new(0).parse_all(&file) {
            sections.read(payload.map_err(|error| error.to_string())?)?;
        }
        let globals = sections.globals();
        let (memory, first) = sections.memory()?;
        for (table, at, functions) in std::mem::take(&mut sections.elements) {
            let table = &mut sections.tables.get_mut(table as usize).ok_or("elements of no table")?.1;
            let end = at + functions.len() as u64;
            if end > LARGEST_TABLE {
                return Err("a table that is larger than what is supported".into());
            }
            if table.len() < end as usize {
                table.resize(end as usize, None);
            }
            table[at as usize..end as usize].copy_from_slice(&functions);
        }
        let pointers = sections.tables.iter().position(|table| table.0).unwrap_or(0) as u32;
        let last = sections.end_of_constants(memory.len());
        let count = sections.imports.len();
        let names = sections.bodies.iter().enumerate().map(|(index, body)| {
            let name = sections.function_names.get(&((count + index) as u32));
            let name = name.cloned().unwrap_or_else(|| format!("function {}", count + index));
            (body.start as u64, body.len() as u64, name)
        });
        let names = names.collect();
        let Sections { types, functions, imports, bodies, tables, imported_tables, .. } = sections;
        if functions.len() != count + bodies.len() {
            return Err("expected a body for each function".into());
        }
        let tables = tables.into_iter().map(|table| table.1).collect();
        let mut module = Self {
            file,
            types,
            functions,
            imports,
            bodies,
            globals,
            tables,
            changed_tables: (0..imported_tables).collect(),
            pointers,
            memory,
            constants: 0..0,
            names,
        };
        let written = written::find(&module, first)?;
        module.changed_tables.extend(written.tables);
        let first_written = written.first.unwrap_or(usize::MAX);
        module.constants = first..last.min(first_written);
        Ok(module)
    }

    /// Returns the type of functions of an index.
    pub fn signature(&self, index: u32) -> Option<&FuncType> {
        self.types.get(index as usize)
    }

    /// Returns the type of a function, and its index.
    pub fn signature_of(&self, function: u32) -> Option<(u32, &FuncType)> {
        let index = *self.functions.get(function as usize)?;
        Some((index, self.signature(index)?))
    }

    /// Returns the name of an imported function.
    pub fn import(&self, function: u32) -> Option<&str> {
        self.imports.get(function as usize).map(String::as_str)
    }

    /// Returns the body of a function, and its offset in the file.
    pub fn body(&self, function: u32) -> Option<(&[u8], usize)> {
        let range = self.bodies.get((function as usize).checked_sub(self.imports.len())?)?;
        Some((&self.file[range.clone()], range.start))
    }

    /// Returns the functions that have bodies.
    pub fn defined(&self) -> Range<u32> {
        self.imports.len() as u32..self.functions.len() as u32
    }

    /// Returns the function whose body starts at an offset in the file.
    pub fn function_at(&self, address: u64) -> Option<u32> {
        let index = self.bodies.binary_search_by_key(&address, |body| body.start as u64).ok()?;
        Some((self.imports.len() + index) as u32)
    }

    /// Returns the body that starts at an offset in the file.
    pub fn body_at(&self, address: u64) -> &[u8] {
        self.function_at(address).and_then(|function| self.body(function)).map_or(&[], |body| body.0)
    }

    /// Returns where the body of a function starts, by the function's pointer.
    pub fn address_of_pointer(&self, pointer: u64) -> Option<u64> {
        Some(self.body(self.element(self.pointers, pointer)?)?.1 as u64)
    }

    /// Returns an element of a table.
    pub fn element(&self, table: u32, index: u64) -> Option<u32> {
        *self.tables.get(table as usize)?.get(usize::try_from(index).ok()?)?
    }

    /// Returns the globals.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }

    /// Returns bytes of code, to be written.
    #[cfg(test)]
    pub fn code_mut(&mut self, address: u64, size: usize) -> &mut [u8] {
        &mut self.file[address as usize..][..size]
    }

    /// Returns the bytes from an address of code on to the end of the file.
    #[cfg(test)]
    pub fn code(&self, address: u64) -> &[u8] {
        &self.file[address as usize..]
    }
}
