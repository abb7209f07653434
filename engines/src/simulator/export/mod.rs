//! The simulated market as the files that a person would bring: a Search Console export with its bulk table, a rank
//! tracker's history, result pages, a crawl, a table of payouts, and a change log.
//!
//! Every file tells the same days of the same world, so that its tables agree with each other. The text of pages is
//! made up of a few sentences, and the page of the second place copies that of the first: [`COPIED`].

mod crawl;
mod log;
mod observed;
mod search;

pub use log::LoggedChange;

use super::output::Simulation;
use crate::common::Day;

/// Indices of two own pages with the same text but for the place.
pub const COPIED: (usize, usize) = (0, 1);

/// A file of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Its name.
    pub name: &'static str,
    /// Its text, UTF-8.
    pub text: String,
}

impl Simulation {
    /// The files in the order of their names.
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

    /// The pages of a crawl: own ones in the order of the markets, then those of rivals.
    pub fn crawled(&self) -> Vec<CrawledPage> {
        crawl::crawled(self)
    }

    /// What was done when and when the search engine changed, as a change log tells it: without what it did.
    pub fn logged(&self) -> Vec<LoggedChange> {
        log::logged(self)
    }

    fn day(&self, day: usize) -> Day {
        self.start.plus(i32::try_from(day).unwrap_or(i32::MAX))
    }

    /// Last day of every series.
    pub fn last_day(&self) -> Day {
        self.day(self.days as usize - 1)
    }
}

pub use crawl::CrawledPage;
