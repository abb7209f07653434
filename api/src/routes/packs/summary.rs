//! What is listed of the built-in packs, computed once.

use std::{collections::BTreeMap, sync::OnceLock};

use chrono::NaiveDate;
use editorial::{Level, library};

use super::check::words;
use crate::error::{ApiError, Result};

/// A built-in pack in a list.
#[derive(Debug, Clone)]
pub(super) struct Summary {
    pub(super) title: String,
    pub(super) updated: NaiveDate,
    pub(super) review: Option<String>,
    pub(super) words: usize,
    pub(super) questions: usize,
    pub(super) errors: usize,
    pub(super) warnings: usize,
}

/// The built-in packs by language and vertical.
pub(super) type Summaries = BTreeMap<(String, String), Summary>;

static BUILT_IN: OnceLock<Summaries> = OnceLock::new();

/// Returns the built-in packs.
pub(super) async fn built_in() -> Result<&'static Summaries> {
    match BUILT_IN.get() {
        Some(known) => Ok(known),
        None => tokio::task::spawn_blocking(|| BUILT_IN.get_or_init(read)).await.map_err(ApiError::unexpected),
    }
}

/// A test of the library reads all packs, so none is left out here.
fn read() -> Summaries {
    let summary = |(language, vertical): (String, String)| {
        let pack = library::pack(&language, &vertical)?.ok()?;
        let findings = editorial::check(&pack);
        let count = |level: Level| findings.iter().filter(|found| found.level == level).count();
        let (errors, warnings) = (count(Level::Error), count(Level::Warning));
        let (words, questions) = (words(&pack), pack.questions.len());
        let summary = Summary {
            title: pack.title,
            updated: pack.updated,
            review: pack.review,
            words,
            questions,
            errors,
            warnings,
        };
        Some(((language, vertical), summary))
    };
    library::list().into_iter().filter_map(summary).collect()
}
