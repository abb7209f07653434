//! Export of the simulated market as importable files: a Search Console export with its bulk table, rank history,
//! SERPs, a crawl, payouts, and a change log.
//!
//! All files cover the same days of the same market, so their tables are consistent. Page texts consist of a few
//! sentences, and the page of the second place copies that of the first: [`COPIED`].

mod crawl;
mod log;
mod observed;
mod search;

pub use log::LoggedChange;

use super::output::Simulation;
use crate::common::Day;

/// Indices of two own pages with the same text except for the place.
pub const COPIED: (usize, usize) = (0, 1);

/// A file of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Name.
    pub name: &'static str,
    /// UTF-8 content.
    pub text: String,
}

impl Simulation {
    /// Returns the files in order of their names.
    pub fn export(&self) -> Vec<ExportFile> {
        let file = |name, text| ExportFile { name, text };
        vec![
            file("Chart.csv", search::days(self)),
            file("Filters.csv", search::filters(self)),
            file("Pages.csv", search::pages(self)),
            file("Queries.csv", search::queries(self)),
            file("pages.jsonl", crawl::pages(self)),
            file("payouts.csv", observed::payouts(self)),
            file("rank-history.csv", observed::ranks(self)),
            file("searchdata_url_impression.csv", search::bulk(self)),
            file("serp-results.jsonl", observed::results(self)),
        ]
    }

    /// Returns the pages of a crawl: own ones in the order of the markets, then those of competitors.
    pub fn crawled(&self) -> Vec<CrawledPage> {
        crawl::crawled(self)
    }

    /// Returns changes and updates with their dates, without their effects, as in a change log.
    pub fn logged(&self) -> Vec<LoggedChange> {
        log::logged(self)
    }

    fn day(&self, day: usize) -> Day {
        self.start.plus(i32::try_from(day).unwrap_or(i32::MAX))
    }

    /// Last day of all series.
    pub fn last_day(&self) -> Day {
        self.day(self.days as usize - 1)
    }
}

pub use crawl::CrawledPage;
