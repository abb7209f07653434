//! Columns of unknown tables: what they can be, what they probably are, and what a user said they are.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shared::domain::import::{ColumnMapping, ImportOptions};

use super::inspect::{Inspection, Verdict};
use super::layout::{Column, Layout, MappedField, Role, TARGETS, Target, guess};
use super::record::Period;
use super::words::folded;

/// How an upload is read.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Options of the upload.
    pub options: ImportOptions,
    /// Assignments for earlier files, which are offered again.
    pub saved: Vec<ColumnMapping>,
    /// Latest day that data can have; rows of later days are rejected. `None` accepts all days.
    pub latest_day: Option<NaiveDate>,
}

/// A table whose columns the user can assign: an unknown one, or a recognised one to mend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MappingOffer {
    /// Identifies the headers of the table.
    pub fingerprint: String,
    /// Headers in the order of the table.
    pub headers: Vec<String>,
    /// What the rows probably are, what was recognised, or what the user said; `None` without a guess.
    pub target: Option<String>,
    /// Probable, recognised or assigned field of each column.
    pub columns: Vec<Option<String>>,
    /// Currency of its amounts, as assigned or from the header.
    pub currency: Option<String>,
    /// Whether an earlier file with these headers was assigned like this.
    pub is_saved: bool,
    /// Whether the table is read like this.
    pub is_applied: bool,
}

/// What the rows of a table can be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetView {
    /// Identifier.
    pub name: String,
    /// Label.
    pub label: String,
    /// Its fields.
    pub fields: Vec<TargetField>,
}

/// A field that a column can be read as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetField {
    /// Identifier.
    pub name: String,
    /// Label.
    pub label: String,
    /// Whether rows cannot be read without it.
    pub required: bool,
}

/// Returns everything that the rows of a table can be.
pub(super) fn targets() -> Vec<TargetView> {
    let field = |field: &MappedField| TargetField {
        name: field.name().to_owned(),
        label: field.label.to_owned(),
        required: field.required,
    };
    let target = |target: &Target| TargetView {
        name: target.name.to_owned(),
        label: target.label.to_owned(),
        fields: target.fields.iter().map(field).collect(),
    };
    TARGETS.iter().map(target).collect()
}

/// Returns the hash of headers in their order, without case and surrounding space.
pub(super) fn fingerprint(headers: &[String]) -> String {
    let mut hash = Sha256::new();
    for header in headers {
        hash.update(folded(header));
        hash.update([0]);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the assignment of a table's columns by the user.
pub(super) fn assigned<'o>(options: &'o Options, headers: &[String]) -> Option<&'o ColumnMapping> {
    if options.options.mappings.is_empty() {
        return None;
    }
    let fingerprint = fingerprint(headers);
    options.options.mappings.iter().find(|mapping| mapping.fingerprint == fingerprint)
}

/// Offers to assign the columns of a table: of an unknown one, and of a recognised one whose rows users write themselves, so
/// that they can mend what was recognised.
pub(super) fn offer(inspection: &Inspection, options: &Options) -> Option<MappingOffer> {
    let is_known = matches!(inspection.verdict, Verdict::Known { .. });
    if let Some(mapping) = assigned(options, &inspection.headers) {
        return Some(of(inspection, mapping, false, is_known));
    }
    let width = inspection.headers.len();
    let found = match &inspection.verdict {
        Verdict::Known { layout, .. } => recognised(layout, width)?,
        Verdict::Unknown { .. } if is_assignable(inspection) => {
            let (target, columns) = guess(&inspection.headers, &inspection.shown_rows).unzip();
            (target, columns.unwrap_or_else(|| vec![None; width]), None)
        }
        Verdict::Unknown { .. } => return None,
    };
    let fingerprint = fingerprint(&inspection.headers);
    let fits = |saved: &&ColumnMapping| saved.fingerprint == fingerprint && saved.columns.len() == width;
    if let Some(saved) = options.saved.iter().find(fits) {
        return Some(of(inspection, saved, true, false));
    }
    let (target, columns, currency) = found;
    Some(MappingOffer {
        fingerprint,
        headers: inspection.headers.clone(),
        target: target.map(str::to_owned),
        columns,
        currency,
        is_saved: false,
        is_applied: is_known,
    })
}

/// Target, fields of the columns, and currency.
type Found = (Option<&'static str>, Vec<Option<String>>, Option<String>);

/// Returns a recognised layout as an assignment; `None` for reports and tools, whose columns are fixed.
fn recognised(layout: &Layout, width: usize) -> Option<Found> {
    let is_target = |target: &&Target| target.name != "search" && target.kind == layout.kind;
    let target = TARGETS.iter().find(is_target).filter(|_| layout.columns.len() == width)?;
    let field = |column: &Column| match &column.role {
        Role::Read(field, Period::Current) if target.has(*field) => Some(field.name().to_owned()),
        Role::Read(..) | Role::Ignored(_) => None,
    };
    Some((Some(target.name), layout.columns.iter().map(field).collect(), layout.currency.clone()))
}

fn of(inspection: &Inspection, mapping: &ColumnMapping, is_saved: bool, is_applied: bool) -> MappingOffer {
    MappingOffer {
        fingerprint: mapping.fingerprint.clone(),
        headers: inspection.headers.clone(),
        target: Some(mapping.target.clone()),
        columns: mapping.columns.clone(),
        currency: mapping.currency.clone(),
        is_saved,
        is_applied,
    }
}

/// Returns true for an unknown table with named columns and rows.
pub(super) fn is_assignable(inspection: &Inspection) -> bool {
    let named = inspection.headers.iter().filter(|header| !header.trim().is_empty()).count();
    matches!(inspection.verdict, Verdict::Unknown { .. }) && named >= 2 && !inspection.shown_rows.is_empty()
}
