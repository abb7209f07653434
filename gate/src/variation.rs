//! What a build changes so that no page is a near-duplicate of a page of the site or of another site of the workspace, and none
//! repeats a term too often.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Level, Report};

/// Checks that another wording may pass, with the reason why a page that none passes is left out.
const MENDED: [(&str, &str); 2] =
    [("G01", "It repeats another page in every wording."), ("G06", "It repeats a term too often in every wording.")];
/// Wordings and selections of statements that are tried for a page before it is left out.
const VARIANTS: u64 = 4;

/// Variants of pages, and pages that are left out, by path: input of the next plan of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variation {
    /// Number of the variant of each page that is not the first one.
    pub variants: BTreeMap<String, u64>,
    /// Pages that are not written, with the reason.
    pub without: BTreeMap<String, String>,
}

impl Variation {
    /// Maximum number of plans of a build. A page that is left out gives its statements to other pages, which may then be refused: this
    /// is enough for all wordings of five pages, one after the other.
    pub const ROUNDS: usize = 24;

    /// Begins with pages that are not written, with the reasons.
    #[must_use]
    pub fn without(pages: BTreeMap<String, String>) -> Self {
        Self { without: pages, ..Self::default() }
    }

    /// Notes what to change about the pages that a plan wrote and that the report finds to be near-duplicates or stuffed with a
    /// term; returns false if nothing is left to change. The home page is never left out.
    pub fn note(&mut self, report: &Report, written: &[String]) -> bool {
        let mut is_changed = false;
        let mut changed: BTreeSet<&str> = BTreeSet::new();
        for finding in report.findings.iter().filter(|one| one.level == Level::Block) {
            let Some((_, reason)) = MENDED.iter().find(|(check, _)| *check == finding.check) else { continue };
            let Some(path) = finding.page.as_ref().filter(|path| written.contains(path)) else { continue };
            // Several findings of a page ask for one change.
            if !changed.insert(path) {
                continue;
            }
            let variant = self.variants.entry(path.clone()).or_default();
            if *variant + 1 < VARIANTS {
                *variant += 1;
                is_changed = true;
            } else if path != "/" {
                self.without.insert(path.clone(), format!("{reason} {}", finding.detail));
                is_changed = true;
            }
        }
        is_changed
    }
}
