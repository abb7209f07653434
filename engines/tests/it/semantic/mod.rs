//! The semantic engine.

mod anchors;
mod cover;
mod duplicates;
mod edges;
mod graph;
mod model;
mod multiply;
mod page_rank;
mod prompts;
mod sameness;
mod sceptic;
mod similarity;
pub(crate) mod tiny;

use engines::common::{Day, Unattended};
use engines::semantic::{Checked, CoverageInput, CoverageOutput, Page, Parameters, coverage};

fn checked() -> Checked {
    Parameters::default().check().unwrap()
}

fn page(url: &str, text: &str) -> Page {
    Page { url: url.to_owned(), text: text.to_owned(), ..Page::default() }
}

const WINNERS: [&str; 4] = [
    "Roof repair starts with an inspection. We look at shingles, flashing and gutters. Missing shingles let water in. \
     A leak near the chimney means the flashing failed. Ask what the inspection costs.",
    "A roof inspection finds damaged shingles. Flashing around the chimney cracks first. Gutters full of leaves cause \
     ice dams. Storm damage may be covered by a claim with your insurer.",
    "Shingles last twenty years. Our crew replaces flashing and seals the chimney. After hail, photograph the storm \
     damage. The inspection is part of every roof repair.",
    "Before a roof repair we photograph storm damage. Loose shingles, rusted flashing and clogged gutters are the \
     usual finds. The attic shows where the leak begins.",
];

fn against(text: &str) -> CoverageOutput {
    let winners = WINNERS.iter().enumerate().map(|(at, text)| page(&format!("https://w{at}.example/"), text)).collect();
    let input = CoverageInput {
        as_of: Day::parse("2026-11-21"),
        query: "roof repair".to_owned(),
        page: page("https://own.example/", text),
        winners,
    };
    coverage(&input, &checked(), &Unattended).unwrap()
}
