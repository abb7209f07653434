//! Output of a plan.

use serde::{Deserialize, Serialize};

use crate::Site;

/// A planned site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Planned {
    /// The site with the text of all its pages.
    pub site: Site,
    /// Paths of the pages that this plan wrote, in the order of the site; the others existed.
    pub written: Vec<String>,
    /// Pages that were left out.
    pub left_out: Vec<LeftOut>,
    /// What a reviewer should know, such as questions without an answer.
    pub notes: Vec<PlanNote>,
}

/// A page that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// Path that it would have had.
    pub path: String,
    /// Words of the navigation that it would have had.
    pub label: String,
    /// Why it was left out, and what to add so that it can be written.
    pub reason: String,
    /// Whether it only waits for room: a plan with more pages tries to write it.
    pub is_later: bool,
}

/// A remark about a page or, without a path, about the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanNote {
    /// Path of the page.
    pub path: Option<String>,
    /// The remark.
    pub text: String,
}
