//! Columns of unknown tables, assigned by the user.

use std::io::Cursor;

use shared::domain::import::{ColumnMapping, ImportOptions};
use workers::collect::import::{
    FileKind, Observed, ObservedRow, Options, Preview, Record, Summary, Watch, preview_with, read_with,
};

use crate::support::{fixture, on, previewed};

fn options(mapping: ColumnMapping) -> Options {
    Options {
        options: ImportOptions { mappings: vec![mapping], ..ImportOptions::default() },
        saved: Vec::new(),
        latest_day: None,
    }
}

fn mapping(preview: &Preview, target: &str, columns: &[&str]) -> ColumnMapping {
    let offer = preview.files[0].mapping.as_ref().expect("an offer");
    let field = |name: &&str| Some((*name).to_owned()).filter(|name| name != "-");
    ColumnMapping {
        fingerprint: offer.fingerprint.clone(),
        target: target.to_owned(),
        columns: columns.iter().map(field).collect(),
        currency: Some("USD".to_owned()),
    }
}

fn read(bytes: &[u8], options: &Options) -> (Vec<Observed>, Summary) {
    let mut found = Vec::new();
    let mut sink = |record: Record<'_>| {
        if let Record::Observed(ObservedRow { observed, .. }) = record {
            found.push(observed);
        }
        Ok(())
    };
    let summary = read_with(Cursor::new(bytes), "crm.csv", options, &Watch::default(), &mut sink, &mut |_| {}).unwrap();
    (found, summary)
}

const COLUMNS: [&str; 6] = ["externalId", "date", "page", "keyword", "stage", "amount"];

#[test]
fn unknown_table_is_offered_with_its_header_samples_and_a_guess() {
    let preview = previewed(&fixture("crm.csv"), "crm.csv").unwrap();
    let file = &preview.files[0];
    let offer = file.mapping.as_ref().expect("an offer");
    assert_eq!((file.kind, offer.is_applied, offer.is_saved), (FileKind::Unknown, false, false));
    assert_eq!(offer.headers, ["Lead No", "Created", "Form URL", "Phrase", "Outcome", "Deal value"]);
    assert_eq!(file.sample[0][3], "drain cleaning");
    assert_eq!(offer.target.as_deref(), Some("leads"));
    assert_eq!(offer.columns[1].as_deref(), Some("date"));
    assert!(preview.targets.iter().any(|target| target.name == "leads"));
}

#[test]
fn recognised_table_can_be_mended_by_an_assignment() {
    let bytes = b"Date,Lead Source,Lead Status,Amount\n2026-08-01,google,won,90.50\n2026-08-02,bing,lost,12\n";
    let preview = previewed(bytes, "crm.csv").unwrap();
    let file = &preview.files[0];
    assert_eq!((file.kind, file.accepted, file.rejected), (FileKind::Leads, Some(0), Some(2)));
    let offer = file.mapping.as_ref().expect("an offer");
    assert_eq!((offer.target.as_deref(), offer.is_applied, offer.is_saved), (Some("leads"), true, false));
    let columns: Vec<Option<&str>> = offer.columns.iter().map(Option::as_deref).collect();
    assert_eq!(columns, [Some("date"), Some("source"), Some("stage"), Some("amount")]);
    assert!(preview.targets.iter().any(|target| target.name == "leads"));

    let options = options(mapping(&preview, "leads", &["date", "source", "stage", "amount"]));
    let again = preview_with(Cursor::new(&bytes[..]), "crm.csv", &options, &Watch::default()).unwrap();
    assert_eq!((again.files[0].accepted, again.files[0].rejected), (Some(2), Some(0)), "{:?}", again.rejects);
    assert_eq!(read(bytes, &options).0.len(), 2);
}

#[test]
fn report_with_fixed_columns_has_nothing_to_assign() {
    let preview =
        previewed(b"Top queries,Clicks,Impressions,CTR,Position\nplumber,1,10,10%,3.2\n", "Queries.csv").unwrap();
    assert_eq!((preview.files[0].mapping.as_ref(), preview.targets.len()), (None, 0));
}

#[test]
fn assigned_table_is_read_and_wrong_types_are_named_by_line() {
    let bytes = fixture("crm.csv");
    let preview = previewed(&bytes, "crm.csv").unwrap();
    let options = options(mapping(&preview, "leads", &COLUMNS));
    let again = preview_with(Cursor::new(&bytes), "crm.csv", &options, &Watch::default()).unwrap();
    let file = &again.files[0];
    assert_eq!((file.kind, file.accepted, file.rejected), (FileKind::Leads, Some(2), Some(1)));
    assert!(file.mapping.as_ref().is_some_and(|offer| offer.is_applied));
    assert_eq!((again.rejects[0].line, again.rejects[0].reason.as_str()), (5, "date: “not a day” is not a day"));
    let (found, summary) = read(&bytes, &options);
    assert_eq!((found.len(), summary.rejected), (2, 1));
    let Observed::Lead(lead) = &found[0] else { panic!("{:?}", found[0]) };
    assert_eq!((lead.day, lead.value_cents, lead.currency.as_deref()), (on(2026, 8, 1), Some(9_050), Some("USD")));
}

#[test]
fn assignment_without_a_required_field_says_which() {
    let bytes = fixture("crm.csv");
    let preview = previewed(&bytes, "crm.csv").unwrap();
    let options = options(mapping(&preview, "leads", &["externalId", "-", "page", "-", "-", "-"]));
    let again = preview_with(Cursor::new(&bytes), "crm.csv", &options, &Watch::default()).unwrap();
    assert_eq!(again.files[0].kind, FileKind::Unknown);
    assert!(again.files[0].warnings.iter().any(|text| text.contains("lacks Date")), "{:?}", again.files[0].warnings);
}

#[test]
fn saved_assignment_is_offered_for_the_same_headers_and_not_applied() {
    let bytes = fixture("crm.csv");
    let preview = previewed(&bytes, "crm.csv").unwrap();
    let saved = vec![mapping(&preview, "leads", &COLUMNS)];
    let options = Options { options: ImportOptions::default(), saved, latest_day: None };
    let again = preview_with(Cursor::new(&bytes), "crm.csv", &options, &Watch::default()).unwrap();
    let offer = again.files[0].mapping.as_ref().expect("an offer");
    assert_eq!((offer.is_saved, offer.is_applied, offer.columns[3].as_deref()), (true, false, Some("keyword")));
    let other = preview_with(Cursor::new(b"a,b\n1,2\n"), "x.csv", &options, &Watch::default()).unwrap();
    assert!(other.files[0].mapping.as_ref().is_some_and(|offer| !offer.is_saved));
}

#[test]
fn assigned_search_rows_become_the_report_of_their_keys() {
    let bytes = b"Wort,Seite,K,I\ndrain,https://a.example/,3,50\n";
    let preview = previewed(bytes, "x.csv").unwrap();
    let options = options(mapping(&preview, "search", &["query", "page", "clicks", "impressions"]));
    let again = preview_with(Cursor::new(bytes), "x.csv", &options, &Watch::default()).unwrap();
    assert_eq!((again.files[0].kind, again.files[0].accepted), (FileKind::GscQueryPages, Some(1)));
}
