//! Inspection of all tables of an upload, in reading order.

use std::io::{Read, Seek};

use super::container::{Container, ContainerKind};
use super::error::ImportError;
use super::inspect::{Inspection, Verdict, inspect};
use super::layout::LOOKED_FOR;
use super::mapping::{Options, is_assignable};
use super::name::shortened;
use super::record::FileKind;
use super::table::Table;

/// The tables of an upload.
pub(super) struct Survey {
    /// Inspected tables, filters and days first.
    pub(super) inspections: Vec<Inspection>,
    /// Tables that could not be inspected, with the reason.
    pub(super) failures: Vec<(Table, ImportError)>,
}

/// Inspects every table.
///
/// # Errors
/// Returns the errors of the container.
pub(super) fn survey<R: Read + Seek>(
    container: &mut Container<R>, file_name: &str, options: &Options,
) -> Result<Survey, ImportError> {
    let mut survey = Survey { inspections: Vec::new(), failures: Vec::new() };
    for (index, table) in container.tables().into_iter().enumerate() {
        container.meter().check()?;
        match inspect(container, index, &table, file_name, options) {
            Ok(inspection) => survey.inspections.push(inspection),
            Err(error) if is_of_table(&error) => survey.failures.push((table, error)),
            Err(error) => return Err(error),
        }
    }
    survey.inspections.sort_by(|one, other| (kind(one), &one.name).cmp(&(kind(other), &other.name)));
    Ok(survey)
}

/// Kind of a table.
pub(super) fn kind(inspection: &Inspection) -> FileKind {
    match &inspection.verdict {
        Verdict::Known { layout, .. } => layout.kind,
        Verdict::Unknown { .. } => FileKind::Unknown,
    }
}

/// Returns true if an error concerns only one table, so that the others can be read.
pub(super) fn is_of_table(error: &ImportError) -> bool {
    matches!(
        error,
        ImportError::Empty { .. }
            | ImportError::NotAnExport { .. }
            | ImportError::UnsupportedFormat { .. }
            | ImportError::NotText { .. }
            | ImportError::TooManyColumns { .. }
            | ImportError::RecordTooLong { .. }
            | ImportError::NotJsonLines { .. }
    )
}

impl Survey {
    /// Returns true if the user can assign the columns of a table.
    pub(super) fn is_assignable(&self) -> bool {
        self.inspections.iter().any(is_assignable)
    }

    /// Without a known table, the error lists what was found and what is known.
    ///
    /// # Errors
    /// Returns an error if no table is known.
    pub(super) fn refuse_unknown(&mut self, container: ContainerKind, file_name: &str) -> Result<(), ImportError> {
        if self.inspections.iter().any(|inspection| kind(inspection) != FileKind::Unknown) {
            return Ok(());
        }
        let partial = self.inspections.iter().find_map(missing_columns);
        if let Some(error) = partial {
            return Err(error);
        }
        if self.inspections.is_empty() && self.failures.len() == 1 {
            return self.failures.pop().map_or(Ok(()), |(_, error)| Err(error));
        }
        if let ([only], ContainerKind::Text) = (self.inspections.as_slice(), container) {
            return Err(unknown_header(only));
        }
        let names =
            self.inspections.iter().map(|found| &found.name).chain(self.failures.iter().map(|(table, _)| &table.name));
        let held = shortened(&names.cloned().collect::<Vec<_>>().join(", "));
        let file = super::name::shown_name(file_name);
        Err(ImportError::NothingRecognised { file, held, looked_for: LOOKED_FOR.to_owned() })
    }
}

fn missing_columns(inspection: &Inspection) -> Option<ImportError> {
    match &inspection.verdict {
        Verdict::Unknown { kind, missing, .. } if !missing.is_empty() => Some(ImportError::MissingColumns {
            file: inspection.name.clone(),
            kind: kind.label(),
            missing: missing.join(" and "),
            found: shortened(&inspection.headers.join(", ")),
        }),
        _ => None,
    }
}

fn unknown_header(inspection: &Inspection) -> ImportError {
    let file = inspection.name.clone();
    let found = shortened(&inspection.headers.join(", "));
    ImportError::UnknownHeader { file, found, looked_for: LOOKED_FOR.to_owned() }
}
