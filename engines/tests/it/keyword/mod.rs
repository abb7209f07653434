//! The keyword engine.

mod bing;
mod brand_and_names;
mod candidates;
mod edges;
mod expand;
mod golden;
mod history;
mod insights;
mod invariance;

mod market;
mod meaning;
mod names;
mod properties;
mod sceptic;
mod short_texts;
mod wins;

use engines::common::{Day, Unattended};
use engines::keyword::{Input, Output, Parameters, QueryRow, Site, analyse};

/// Returns a row of a query.
fn row(query: &str, clicks: f64, impressions: f64, position: f64) -> QueryRow {
    QueryRow { query: query.to_owned(), clicks, impressions, position: Some(position), ..QueryRow::default() }
}

/// Returns an input of 28 days.
fn input(queries: Vec<QueryRow>) -> Input {
    Input {
        as_of: Day::parse("2026-11-21"),
        observed_to: Day::parse("2026-11-20"),
        period_days: Some(28.0),
        site: Site {
            host: Some("https://www.acmeroofing.com/".to_owned()),
            brand_terms: vec!["acme roofing".to_owned()],
        },
        queries,
        ..Input::default()
    }
}

fn answer(input: &Input, params: Parameters) -> Output {
    analyse(input, &params.check().unwrap(), None, &Unattended).unwrap()
}

/// Returns parameters with a value of 150 dollars per lead.
fn priced() -> Parameters {
    Parameters { value_per_lead_cents: Some(15_000.0), ..Parameters::default() }
}
