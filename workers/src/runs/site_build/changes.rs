//! What a build changes so that no page is a near-duplicate of a page of the site or of another site of the workspace.

use std::collections::BTreeMap;

use gate::{Level, Report};

/// Check of near-duplicate pages.
const SIMILARITY: &str = "G01";
/// Wordings and selections of statements that are tried for a page before it is left out.
const VARIANTS: u64 = 4;
/// Maximum number of plans of a build.
pub(super) const ROUNDS: usize = 8;

/// Variants of pages, and pages that are left out, by path.
#[derive(Debug, Clone, Default)]
pub(super) struct Changes {
    pub(super) variants: BTreeMap<String, u64>,
    pub(super) without: BTreeMap<String, String>,
}

impl Changes {
    /// Notes what to change about the pages that a plan wrote and that the report finds to be near-duplicates; returns false if
    /// nothing is left to change. The home page is never left out.
    pub(super) fn note(&mut self, report: &Report, written: &[String]) -> bool {
        let mut is_changed = false;
        let blocked = report.findings.iter().filter(|one| one.check == SIMILARITY && one.level == Level::Block);
        for finding in blocked {
            let Some(path) = finding.page.as_ref().filter(|path| written.contains(path)) else { continue };
            let variant = self.variants.entry(path.clone()).or_default();
            if *variant + 1 < VARIANTS {
                *variant += 1;
                is_changed = true;
            } else if path != "/" {
                let reason = format!("It repeats another page in every wording. {}", finding.detail);
                self.without.insert(path.clone(), reason);
                is_changed = true;
            }
        }
        is_changed
    }
}
