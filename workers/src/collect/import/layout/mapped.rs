//! Layouts of tables whose columns a user assigned.

use shared::domain::import::ColumnMapping;

use super::super::record::{FileKind, Period};
use super::{Column, Field, Layout, Periods, Recognition, Role, ignored, search, without_repeats};

/// What the rows of a table can be.
pub(in super::super) struct Target {
    pub(in super::super) name: &'static str,
    pub(in super::super) label: &'static str,
    pub(in super::super) kind: FileKind,
    pub(in super::super) fields: &'static [MappedField],
}

/// A field of a target.
pub(in super::super) struct MappedField {
    pub(super) field: Field,
    pub(in super::super) label: &'static str,
    pub(in super::super) required: bool,
}

impl MappedField {
    /// Identifier.
    pub(in super::super) fn name(&self) -> &'static str {
        self.field.name()
    }
}

impl Target {
    /// Returns true if a column of these rows can be this field.
    pub(in super::super) fn has(&self, field: Field) -> bool {
        self.fields.iter().any(|known| known.field == field)
    }
}

const fn must(field: Field, label: &'static str) -> MappedField {
    MappedField { field, label, required: true }
}

const fn may(field: Field, label: &'static str) -> MappedField {
    MappedField { field, label, required: false }
}

/// Everything that the rows of a table can be.
pub(in super::super) const TARGETS: [Target; 9] = [
    Target {
        name: "search",
        label: "Search performance",
        kind: FileKind::GscQueries,
        fields: &[
            may(Field::Query, "Query"),
            may(Field::Page, "Page"),
            may(Field::Date, "Date"),
            may(Field::Country, "Country"),
            may(Field::Device, "Device"),
            must(Field::Clicks, "Clicks"),
            must(Field::Impressions, "Impressions"),
            may(Field::Position, "Average position"),
        ],
    },
    Target {
        name: "keywords",
        label: "Keywords",
        kind: FileKind::KeywordList,
        fields: &[
            must(Field::Keyword, "Keyword"),
            may(Field::Volume, "Search volume"),
            may(Field::Difficulty, "Difficulty (0 to 100)"),
            may(Field::Cpc, "CPC"),
            may(Field::Currency, "Currency"),
            may(Field::Country, "Country"),
            may(Field::Intents, "Intent"),
            may(Field::SerpFeatures, "SERP features"),
            may(Field::Page, "Ranking page"),
            may(Field::Position, "Position"),
            may(Field::PreviousPosition, "Previous position"),
            may(Field::Traffic, "Traffic"),
            may(Field::Parent, "Parent keyword"),
            may(Field::ObservedAt, "Date"),
        ],
    },
    Target {
        name: "ranks",
        label: "Ranks",
        kind: FileKind::RankHistory,
        fields: &[
            must(Field::Date, "Date"),
            must(Field::Keyword, "Keyword"),
            must(Field::Position, "Position"),
            may(Field::Page, "Page"),
            may(Field::Location, "Location"),
            may(Field::Device, "Device"),
            may(Field::Depth, "Results checked"),
            may(Field::Source, "Source"),
        ],
    },
    Target {
        name: "backlinks",
        label: "Backlinks",
        kind: FileKind::Backlinks,
        fields: &[
            must(Field::SourceUrl, "Source URL"),
            must(Field::TargetUrl, "Target URL"),
            may(Field::Anchor, "Anchor"),
            may(Field::Rel, "Relation (rel)"),
            may(Field::Nofollow, "Nofollow"),
            may(Field::Ugc, "UGC"),
            may(Field::Sponsored, "Sponsored"),
            may(Field::FirstSeen, "First seen"),
            may(Field::LastSeen, "Last seen"),
            may(Field::LostOn, "Lost on"),
            may(Field::Lost, "Lost"),
            may(Field::Authority, "Authority (0 to 100)"),
            may(Field::Source, "Provider"),
        ],
    },
    Target {
        name: "sessions",
        label: "Sessions",
        kind: FileKind::Ga4Sessions,
        fields: &[
            may(Field::Page, "Landing page"),
            may(Field::Date, "Date"),
            may(Field::SourceMedium, "Source / medium"),
            may(Field::Source, "Source"),
            may(Field::Medium, "Medium"),
            may(Field::Channel, "Channel"),
            must(Field::Sessions, "Sessions"),
            may(Field::Engaged, "Engaged sessions"),
            may(Field::Users, "Users"),
            may(Field::KeyEvents, "Key events"),
            may(Field::Amount, "Revenue"),
            may(Field::Currency, "Currency"),
        ],
    },
    Target {
        name: "leads",
        label: "Leads",
        kind: FileKind::Leads,
        fields: &[
            must(Field::Date, "Date"),
            may(Field::ExternalId, "Id"),
            may(Field::Page, "Page"),
            may(Field::Keyword, "Keyword"),
            may(Field::Source, "Source"),
            may(Field::Stage, "Status"),
            may(Field::Amount, "Value"),
            may(Field::Currency, "Currency"),
        ],
    },
    Target {
        name: "revenue",
        label: "Revenue",
        kind: FileKind::Revenue,
        fields: &[
            must(Field::Date, "Date"),
            must(Field::Amount, "Amount"),
            may(Field::Currency, "Currency"),
            may(Field::ExternalId, "Id"),
            may(Field::Purpose, "Kind"),
            may(Field::Page, "Page"),
            may(Field::Source, "Payer or source"),
            may(Field::Vertical, "Vertical"),
            may(Field::Place, "Place"),
        ],
    },
    Target {
        name: "payouts",
        label: "Payouts",
        kind: FileKind::Payouts,
        fields: &[
            must(Field::Vertical, "Vertical"),
            must(Field::Unit, "Unit"),
            must(Field::Amount, "Amount"),
            may(Field::Currency, "Currency"),
            may(Field::Service, "Service"),
            may(Field::State, "State"),
            may(Field::City, "City"),
            may(Field::Source, "Source"),
            may(Field::ValidFrom, "Valid from"),
            may(Field::ValidTo, "Valid to"),
            may(Field::Notes, "Notes"),
        ],
    },
    Target {
        name: "pages",
        label: "Pages",
        kind: FileKind::Pages,
        fields: &[
            must(Field::Url, "URL"),
            may(Field::Title, "Title"),
            may(Field::Description, "Description"),
            may(Field::H1, "First heading"),
            may(Field::Headings, "Other headings"),
            may(Field::Text, "Text"),
            may(Field::Words, "Words"),
            may(Field::Status, "HTTP status"),
            may(Field::Canonical, "Canonical URL"),
            may(Field::Query, "Query"),
            may(Field::ObservedAt, "Date"),
        ],
    },
];

/// Builds the layout of a table from the user's assignment.
pub(in super::super) fn recognise(headers: &[String], mapping: &ColumnMapping) -> Recognition {
    let Some(target) = TARGETS.iter().find(|target| target.name == mapping.target) else {
        return Recognition::Unknown;
    };
    if mapping.columns.len() != headers.len() {
        return Recognition::Unknown;
    }
    let role = |name: &Option<String>| {
        let Some(name) = name else { return ignored("not assigned") };
        match target.fields.iter().find(|field| field.name() == name) {
            Some(field) => Role::Read(field.field, Period::Current),
            None => ignored("assigned to a field that these rows do not have"),
        }
    };
    let mut columns: Vec<Column> = headers
        .iter()
        .zip(&mapping.columns)
        .map(|(header, name)| Column { header: header.clone(), role: role(name) })
        .collect();
    without_repeats(&mut columns);
    let currency = mapping.currency.clone();
    let mut layout = Layout {
        kind: target.kind,
        language: None,
        usual_decimal: None,
        columns,
        currency,
        periods: Periods::default(),
    };
    let missing = missing(target, &layout);
    if !missing.is_empty() {
        return Recognition::Partial { kind: target.kind, missing };
    }
    if target.name == "search" {
        layout.kind = search::kind_of(&layout).unwrap_or(layout.kind);
    }
    Recognition::Known(Box::new(layout))
}

fn missing(target: &Target, layout: &Layout) -> Vec<&'static str> {
    let has = |field: Field| layout.column(field).is_some();
    let mut missing: Vec<&'static str> =
        target.fields.iter().filter(|field| field.required && !has(field.field)).map(|field| field.label).collect();
    let has_money =
        has(Field::Amount) && matches!(target.kind, FileKind::Leads | FileKind::Revenue | FileKind::Payouts);
    if has_money && !has(Field::Currency) && layout.currency.is_none() {
        missing.push("Currency");
    }
    if target.name == "search" && !(has(Field::Query) || has(Field::Page) || has(Field::Date)) {
        missing.push("Query, Page or Date");
    }
    missing
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn fields_of_a_target_have_names_of_their_own() {
        for target in &TARGETS {
            let names: HashSet<&str> = target.fields.iter().map(MappedField::name).collect();
            assert_eq!(names.len(), target.fields.len(), "{}", target.name);
            assert!(!names.contains("column"), "{}", target.name);
        }
    }
}
