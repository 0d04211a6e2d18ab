//! Rows of figures, as `docs/figures/*.jsonl` contains them.
//!
//! | kind | figure | written by |
//! | --- | --- | --- |
//! | `setting` | the circumstances of a run | `vectru bench` |
//! | `kem` | an operation of a mechanism, of vectru or of a peer | `vectru bench`, `bench kem` |
//! | `multiply` | a part of a multiplier, or a product | `vectru bench --all`, `bench multiply` |
//! | `multiplier` | a multiplier, with its chain of maps | `vectru multipliers` |
//! | `workspace` | the stack that a product touches | `vectru bench multiply` |
//! | `bound` | the cycles that a core takes at least for a product, by its ports | `vectru bench` |
//! | `parts` | a part of an operation | `vectru bench parts` |
//! | `cost` | counted vector instructions of a part, and bounds of a product | `vectru explain --costs` |
//! | `plan` | counted vector instructions of a plan for a ring | `vectru plan` |
//! | `source` | a printed figure of a source, and vectru's | `vectru tables` |
//! | `closed-form` | the operations of a transform by a formula | `vectru tables hwa24a` |
//! | `model` | the cycles of a product in a model of a core | `tools/run cortex-a72` |
//! | `model-part` | the cycles of a part of a multiplier in a model of a core | `tools/run cortex-a72` |
//! | `model-map` | the cycles of a map of a part of a multiplier in a model of a core | `tools/run cortex-a72` |
//! | `model-primitive` | the cycles of a primitive in a model of a core | `tools/run cortex-a72` |
//! | `model-operation` | the cycles of a part of an operation in a model of a core | `tools/run cortex-a72` |
//! | `model-operation-by` | the cycles of an operation by a multiplier in a model of a core | `tools/run cortex-a72` |
//! | `calibration` | the cycles that a paper prints for its code, and those of the model | `tools/run cortex-a72` |
//! | `m-profile` | the instructions and cycles of a job of the firmware for a Cortex-M | `tools/run cortex-m` |
//! | `m-profile-printed` | the cycles that a source prints for a job of its code on a Cortex-M | `tools/run cortex-m` |
//! | `webassembly` | a product in a WebAssembly module | `tools/run test-wasm --measure` |
//! | `javascript-setting` | the circumstances of a measurement in Node.js | `tools/run test-npm --measure` |
//! | `javascript` | an operation of the npm package, or of a peer | `tools/run test-npm --measure` |
//! | `assurance` | the result of a check | `tools/run assure` |
//! | `assurance-long` | the result of the long form of a check | `tools/run assure --long` |
//! | `mutation` | the mutants of a group that tests noticed | `tools/run test-mutants` |
//! | `build` | how long a build or a run of checks takes | hand, from a clean clone |
//! | `python` | an operation that is called from Python | `bindings/python/bench/interface.py` |
//! | `russh` | what the key exchange adds to a program of russh | `tools/run test-russh --measure` |
//!
//! Only the fields that a table prints are required. Files are read in the order of their names,
//! and rows in the order of the file.
//!
//! A file `libraries-*.jsonl` has the rows of `vectru bench peers --library` on a CPU of its own,
//! followed by rows of `bench parts` and of `bench multiply`. It is a run apart from all other
//! files, and figures of two runs are not compared with each other.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::Error;

/// The name of vectru among the implementations.
pub const OURS: &str = "vectru";

/// The prefix of the names of files with rows of vectru beside shared libraries.
const LIBRARIES: &str = "libraries-";

/// The fields that distinguish the rows of a kind.
const IDENTITIES: &[(&str, &[&str])] = &[
    ("setting", &["file"]),
    ("kem", &["set", "operation", "implementation", "backend"]),
    ("multiply", &["ring", "multiplier", "backend", "part"]),
    ("multiplier", &["ring", "multiplier"]),
    ("workspace", &["ring", "multiplier", "backend"]),
    ("bound", &["ring", "backend", "part"]),
    ("parts", &["set", "operation", "backend", "part"]),
    ("cost", &["ring", "multiplier", "backend", "part"]),
    ("plan", &["ring", "backend", "plan"]),
    ("source", &["source", "table", "row", "backend"]),
    ("closed-form", &["form"]),
    ("model", &["core", "ring", "multiplier"]),
    ("model-part", &["core", "ring", "multiplier", "part"]),
    ("model-map", &["core", "ring", "multiplier", "part", "map"]),
    ("model-primitive", &["core", "ring", "primitive"]),
    ("model-operation", &["core", "set", "operation", "part"]),
    ("model-operation-by", &["core", "set", "operation", "multiplier"]),
    ("calibration", &["core", "source", "code"]),
    ("m-profile", &["core", "job"]),
    ("m-profile-printed", &["core", "source", "job"]),
    ("webassembly", &["ring", "multiplier", "module", "backend"]),
    ("javascript-setting", &["file"]),
    ("javascript", &["set", "operation", "implementation"]),
    ("assurance", &["check"]),
    ("assurance-long", &["check"]),
    ("mutation", &["group"]),
    ("build", &["what"]),
    ("python", &["of", "operation", "backend"]),
    ("russh", &["code"]),
];

/// The counts of a row of kind `cost`.
const COUNTS: [&str; 5] = ["multiplications", "additions", "permutations", "loads", "stores"];

/// A row.
#[derive(Clone, Debug)]
pub struct Row(Map<String, Value>);

impl Row {
    /// Reads a row. Returns an error for a row that no table could find.
    pub(crate) fn parse(line: &str, file: &str) -> Result<Self, String> {
        let value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let Value::Object(mut fields) = value else { return Err("expected an object".into()) };
        let kind = fields.get("kind").and_then(Value::as_str).ok_or("expected a field `kind`")?;
        let (_, identity) = IDENTITIES
            .iter()
            .find(|(name, _)| *name == kind)
            .ok_or_else(|| format!("expected one of the known kinds, found `{kind}`"))?;
        if let Some(missing) = identity.iter().find(|field| **field != "file" && !fields.contains_key(**field)) {
            return Err(format!("expected a field `{missing}` in a row of kind `{kind}`"));
        }
        fields.insert("file".into(), file.into());
        Ok(Self(fields))
    }

    /// Returns the text of a field, or an empty text if the row lacks the field.
    pub fn text(&self, field: &str) -> &str {
        self.0.get(field).and_then(Value::as_str).unwrap_or("")
    }

    /// Returns the texts of a field that is a list.
    pub fn texts(&self, field: &str) -> Vec<&str> {
        texts(self.list(field))
    }

    /// Returns the maps of a row of kind `multiplier`, each as its name, its domain and its image.
    pub fn maps(&self) -> Vec<[&str; 3]> {
        let lists = self.list("maps").iter().filter_map(Value::as_array);
        lists.filter_map(|list| texts(list).try_into().ok()).collect()
    }

    /// Returns the objects of a field that is a list.
    pub fn objects(&self, field: &str) -> Vec<Self> {
        self.list(field).iter().filter_map(Value::as_object).cloned().map(Self).collect()
    }

    fn list(&self, field: &str) -> &[Value] {
        self.0.get(field).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Returns the number in a field.
    pub fn number(&self, field: &str) -> Option<u64> {
        self.0.get(field).and_then(Value::as_u64)
    }

    /// Returns the number in a field, which may be a fraction.
    pub fn fraction(&self, field: &str) -> Option<f64> {
        self.0.get(field).and_then(Value::as_f64)
    }

    /// Returns the median of the operation if all implementations draw random bytes from one
    /// generator: the derived figure for an implementation that draws its own, else the measured
    /// median.
    pub fn comparable(&self) -> Option<u64> {
        self.number("with_generator").or_else(|| self.number("median"))
    }

    /// Returns the least median of a turn of the operation if all implementations draw random bytes
    /// from one generator: derived as [`comparable`](Self::comparable) is.
    pub fn quiet(&self) -> Option<u64> {
        self.number("quiet_with_generator").or_else(|| self.number("quiet"))
    }

    /// Returns the counted instructions: their number, or the sum of the counts.
    pub fn instructions(&self) -> Option<u64> {
        self.number("instructions").or_else(|| COUNTS.iter().map(|count| self.number(count)).sum())
    }

    /// Returns the time of what was measured: the least median of a turn, which other programs of
    /// the machine hardly change, or the median if the row has no other.
    pub fn time(&self) -> Option<u64> {
        self.number("quiet").or_else(|| self.number("median"))
    }

    /// Returns the fields that distinguish the row from all others.
    pub(crate) fn identity(&self) -> Vec<String> {
        let kind = self.text("kind");
        let fields = IDENTITIES.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, fields)| fields);
        [kind].into_iter().chain(fields.iter().map(|field| self.text(field))).map(String::from).collect()
    }
}

/// Returns the texts of a list.
fn texts(list: &[Value]) -> Vec<&str> {
    list.iter().filter_map(Value::as_str).collect()
}

/// All rows.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The rows of each kind.
    rows: HashMap<String, Vec<Row>>,
    /// The figures of each run of vectru beside shared libraries.
    libraries: Vec<Figures>,
}

impl Figures {
    /// Reads the rows of all files `*.jsonl` of a folder.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] if a file cannot be read, and [`Error::Row`] if a line is not a row
    /// or is a second row for the same figure.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let fail = |cause| Error::File { path: folder.into(), cause };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(fail)? {
            paths.push(entry.map_err(fail)?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        paths.sort();
        let (mut figures, mut known) = (Self::default(), HashSet::new());
        for path in paths {
            let text = fs::read_to_string(&path).map_err(|cause| Error::File { path: path.clone(), cause })?;
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(LIBRARIES)) {
                let mut libraries = Self::default();
                libraries.extend(&text, &path, &mut HashSet::new())?;
                figures.libraries.push(libraries);
            } else {
                figures.extend(&text, &path, &mut known)?;
            }
        }
        Ok(figures)
    }

    /// Reads rows from a text, for tests.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Row`] if a line is not a row or is a second row for the same figure.
    pub fn of(text: &str) -> Result<Self, Error> {
        let mut figures = Self::default();
        figures.extend(text, Path::new("rows.jsonl"), &mut HashSet::new())?;
        Ok(figures)
    }

    /// Adds runs beside shared libraries, for tests.
    #[cfg(test)]
    pub(crate) fn with_libraries(self, libraries: Vec<Self>) -> Self {
        Self { libraries, ..self }
    }

    fn extend(&mut self, text: &str, path: &Path, known: &mut HashSet<Vec<String>>) -> Result<(), Error> {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let fail = |defect| Error::Row { path: path.into(), line: index + 1, defect };
            let row = Row::parse(line, &file).map_err(fail)?;
            if !known.insert(row.identity()) {
                return Err(fail(format!("a second row of {}", row.identity().join(", "))));
            }
            self.rows.entry(row.text("kind").into()).or_default().push(row);
        }
        Ok(())
    }

    /// Returns the figures of each run of vectru beside shared libraries.
    pub fn libraries(&self) -> &[Self] {
        &self.libraries
    }

    /// Returns the figures of each run: those beside shared libraries, then those of all other
    /// files.
    pub fn runs(&self) -> impl Iterator<Item = &Self> {
        self.libraries.iter().chain([self])
    }

    /// Returns the rows of a kind in each run, with their runs.
    pub fn rows_of_runs(&self, kind: &str) -> impl Iterator<Item = (&Self, &Row)> {
        self.runs().flat_map(move |run| run.rows(kind, &[]).into_iter().map(move |row| (run, row)))
    }

    /// Returns the rows of a kind whose fields have these texts.
    pub fn rows(&self, kind: &str, fields: &[(&str, &str)]) -> Vec<&Row> {
        let matches = |row: &&Row| fields.iter().all(|(field, text)| row.text(field) == *text);
        self.rows.get(kind).into_iter().flatten().filter(matches).collect()
    }

    /// Returns the first row of a kind whose fields have these texts.
    pub fn row(&self, kind: &str, fields: &[(&str, &str)]) -> Option<&Row> {
        self.rows(kind, fields).first().copied()
    }

    /// Returns the multiplier that dispatch chooses for a ring on a backend.
    pub fn chosen(&self, ring: &str, backend: &str) -> Option<&str> {
        let rows = self.rows("multiplier", &[("ring", ring)]);
        rows.into_iter().find(|row| row.texts("chosen").contains(&backend)).map(|row| row.text("multiplier"))
    }

    /// Returns the texts of a field in the rows of a kind, each once, in the order of the rows.
    pub fn values(&self, kind: &str, fields: &[(&str, &str)], field: &str) -> Vec<&str> {
        let mut values = Vec::new();
        for row in self.rows(kind, fields) {
            if !values.contains(&row.text(field)) {
                values.push(row.text(field));
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"{"kind":"workspace","ring":"r","multiplier":"m","backend":"avx2","bytes":4096}"#;

    fn defect(text: &str) -> String {
        Figures::of(text).map(|_| ()).expect_err("a defect").to_string()
    }

    #[test]
    fn defects_name_file_and_line() {
        assert_eq!(defect(&format!("{ROW}\n\n{ROW}\n")), "rows.jsonl:3: a second row of workspace, r, m, avx2");
        assert_eq!(defect("[]"), "rows.jsonl:1: expected an object");
        assert_eq!(defect(r#"{"ring":"r"}"#), "rows.jsonl:1: expected a field `kind`");
        assert_eq!(defect(r#"{"kind":"kinds"}"#), "rows.jsonl:1: expected one of the known kinds, found `kinds`");
        assert_eq!(
            defect(r#"{"kind":"workspace","ring":"r"}"#),
            "rows.jsonl:1: expected a field `multiplier` in a row of kind `workspace`"
        );
        assert!(defect("{").starts_with("rows.jsonl:1: "));
    }

    #[test]
    fn figures_of_a_row() {
        let figures = Figures::of(&format!(
            "{ROW}\n{}",
            r#"{"kind":"cost","ring":"r","multiplier":"m","backend":"avx2","part":"product","multiplications":1,"additions":2,"permutations":3,"loads":4,"stores":5}"#
        ))
        .expect("two rows");
        let of = |kind| figures.row(kind, &[("ring", "r")]).expect("a row");
        assert_eq!((of("workspace").number("bytes"), of("workspace").instructions()), (Some(4096), None));
        assert_eq!((of("cost").instructions(), of("cost").comparable()), (Some(15), None));
        assert_eq!(figures.values("cost", &[], "backend"), ["avx2"]);
    }
}
