//! Exact changes that follow from the issues of a crawl.
//!
//! A change is proposed only if its text or address is a fact of the website: words of the page, an address that answered, a
//! version that another page names. Everything else needs a person, and the opportunity says so.

mod addresses;
mod data;
mod known;
mod snippets;
mod texts;

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
};

use crawler::audit::{Finding, Issue, Severity, Visit};
use edits::Change;
use serde_json::{Value, json};
use shared::domain::opportunity::OpportunityBody;
use url::Url;
use uuid::Uuid;

pub(in crate::runs) use known::Known;

/// Prefix of the category of these opportunities; the issue follows.
pub(super) const CATEGORY: &str = "crawl_";
/// Source of the facts.
const SOURCE: &str = "crawl of the website";
/// Pages and changes of one edit.
const MOST_PAGES: usize = 100;
const MOST_CHANGES: usize = 150;
/// Pages that need a person which are named.
const MOST_NEEDS: usize = 20;
/// Minutes of work: a convention of this product.
const MINUTES_A_CHANGE: usize = 1;
const MINUTES_A_NEED: usize = 10;

/// Changes of the issues of a crawl.
#[derive(Debug)]
pub(in crate::runs) struct Fixes {
    pub(in crate::runs) known: Known,
    issues: BTreeMap<Issue, OfIssue>,
}

/// What one issue needs.
#[derive(Debug, Default)]
struct OfIssue {
    /// Pages that have the issue.
    pages: usize,
    changed: BTreeSet<String>,
    fixes: Vec<Fix>,
    /// Pages that need a person, and why.
    needs: Vec<(String, String)>,
    needing: usize,
    /// Changes for which an edit has no room.
    left: usize,
}

/// A change, and the fact that it is made from.
#[derive(Debug)]
struct Fix {
    page: String,
    change: Change,
    before: Option<String>,
    after: String,
    basis: String,
}

/// What a rule finds for one page.
#[derive(Debug, Default)]
struct Outcome {
    fixes: Vec<Fix>,
    /// Why a person has to decide on the rest.
    need: Option<String>,
}

impl Outcome {
    fn need(why: impl Into<String>) -> Self {
        Self { need: Some(why.into()), ..Self::default() }
    }

    fn fix(page: &Url, change: Change, (before, after): (Option<String>, String), basis: impl Into<String>) -> Self {
        let fix = Fix { page: page.to_string(), change, before, after, basis: basis.into() };
        Self { fixes: vec![fix], need: None }
    }
}

/// A page with an issue, as the rules see it.
struct Case<'a> {
    known: &'a Known,
    visit: &'a Visit<'a>,
    finding: &'a Finding,
    /// Path of the page, which is of the website and has no query.
    path: String,
}

type Rule = fn(&Case<'_>) -> Outcome;

/// Returns the rule of an issue, and what its opportunity is called; `None` for an issue that only a person can mend.
fn rule(issue: Issue) -> Option<(Rule, &'static str)> {
    Some(match issue {
        Issue::TitleMissing => (snippets::title_missing, "Add titles to pages without one"),
        Issue::TitleLong => (snippets::title_long, "Shorten titles that search results cut"),
        Issue::DescriptionMissing => (snippets::description_missing, "Add meta descriptions to pages without one"),
        Issue::DescriptionLong => (snippets::description_long, "Shorten meta descriptions that search results cut"),
        Issue::CanonicalMissing => (addresses::canonical_missing, "Add canonical addresses"),
        Issue::CanonicalChain => (addresses::canonical_chain, "Name the last canonical page directly"),
        Issue::CanonicalToError => (addresses::canonical_to_error, "Name canonical pages that answer"),
        Issue::HreflangNoReturn => (addresses::hreflang_no_return, "Add return links between language versions"),
        Issue::HreflangNoSelf => (addresses::hreflang_no_self, "Name the page itself among its language versions"),
        Issue::RedirectChain => (addresses::redirect_chain, "Redirect old addresses directly to the last one"),
        Issue::LinkToRedirect => (addresses::link_to_redirect, "Link directly instead of through redirects"),
        Issue::BrokenLink => (addresses::broken_link, "Mend broken internal links"),
        Issue::AltMissing => (texts::alt_missing, "Add alternative texts to images with captions"),
        Issue::StructuredDataMissing => (data::missing, "Add structured data that the pages show"),
        _ => return None,
    })
}

impl Fixes {
    /// Creates the collector for a website with this host, without `www.`. Its files, without names, are in the folder.
    pub(in crate::runs) fn new(host: &str, dir: &Path) -> io::Result<Self> {
        Ok(Self { known: Known::new(host, dir)?, issues: BTreeMap::new() })
    }

    /// Adds the changes of a page, for each issue that has a rule.
    ///
    /// # Errors
    /// Returns an error if what is known of other pages cannot be read.
    pub(in crate::runs) fn add(&mut self, visit: &Visit<'_>, findings: &[Finding]) -> io::Result<()> {
        for finding in findings {
            let Some((rule, _)) = rule(finding.issue) else { continue };
            let outcome = match self.known.path(visit.url) {
                Some(path) => rule(&Case { known: &self.known, visit, finding, path }),
                None if self.known.is_own(visit.url) => {
                    Outcome::need("Its address has a query, so that no file is the page: change what creates it.")
                }
                None => continue,
            };
            self.issues.entry(finding.issue).or_default().take(visit.url, outcome);
        }
        self.known.claim(self.issues.values().flat_map(|issue| issue.fixes.last()).map(|fix| &fix.change));
        self.known.check()
    }

    /// Returns the changes of an issue by its key.
    pub(in crate::runs) fn changes(&self, key: &str) -> Vec<Change> {
        let of_issue = Issue::from_key(key).and_then(|issue| self.issues.get(&issue));
        of_issue.into_iter().flat_map(|of| &of.fixes).map(|fix| fix.change.clone()).collect()
    }

    /// Returns an opportunity for each issue, with its identity. `implemented` counts the implemented ones of each category:
    /// an issue that comes back after that is another opportunity.
    pub(super) fn opportunities(
        &self, website_id: Uuid, implemented: &BTreeMap<String, usize>,
    ) -> Vec<(String, OpportunityBody)> {
        let body = |(issue, of): (&Issue, &OfIssue)| {
            let category = category(*issue);
            let earlier = implemented.get(&category).copied().unwrap_or_default();
            let identity = format!("crawl:{website_id}:{category}:{earlier}");
            Some((identity, of.body(*issue, category, rule(*issue)?.1)))
        };
        self.issues.iter().filter_map(body).collect()
    }
}

fn category(issue: Issue) -> String {
    format!("{CATEGORY}{}", issue.definition().key.replace('-', "_"))
}

impl OfIssue {
    fn take(&mut self, page: &Url, outcome: Outcome) {
        self.pages += 1;
        for fix in outcome.fixes.into_iter().filter(|fix| fix.change.validate().is_ok()) {
            let is_known = self.changed.contains(fix.change.path());
            let is_double = self.fixes.iter().rev().take(MOST_CHANGES).any(|one| one.change == fix.change);
            if is_double {
                continue;
            }
            if self.fixes.len() >= MOST_CHANGES || (!is_known && self.changed.len() >= MOST_PAGES) {
                self.left += 1;
                continue;
            }
            self.changed.insert(fix.change.path().to_owned());
            self.fixes.push(fix);
        }
        if let Some(why) = outcome.need {
            self.needing += 1;
            if self.needs.len() < MOST_NEEDS {
                self.needs.push((page.to_string(), why));
            }
        }
    }

    fn body(&self, issue: Issue, category: String, title: &str) -> OpportunityBody {
        let effort = self.fixes.len() * MINUTES_A_CHANGE + self.needing * MINUTES_A_NEED;
        OpportunityBody {
            title: format!("{title}: {} {}", self.pages, if self.pages == 1 { "page" } else { "pages" }),
            category,
            difficulty: None,
            score: score(issue),
            engine_id: None,
            keyword: None,
            impact: None,
            effort_minutes: i32::try_from(effort.clamp(5, 480)).ok(),
            quick_win: effort <= 60,
            automated: !self.fixes.is_empty(),
            edited: false,
            evidence: self.evidence(issue),
        }
    }

    fn evidence(&self, issue: Issue) -> Value {
        let definition = issue.definition();
        let about = json!({
            "title": definition.title, "why": definition.why, "fix": definition.fix, "detail": self.detail(),
            "pages": self.pages, "changes": self.fixes.len(), "needing": self.needing, "left": self.left,
        });
        let mut all = vec![fact("issue", definition.key, about)];
        all.extend(self.fixes.iter().map(|fix| {
            let value = json!({
                "kind": fix.change.kind(), "before": fix.before, "after": fix.after, "target": null, "basis": fix.basis,
                "change": fix.change,
            });
            fact("change", &fix.page, value)
        }));
        all.extend(self.needs.iter().map(|(page, why)| fact("need", page, json!({ "detail": why }))));
        Value::Array(all)
    }

    /// States what is exact, and what a person has to do.
    fn detail(&self) -> String {
        let count = |number: usize, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
        let mut parts = Vec::new();
        if !self.fixes.is_empty() {
            parts.push(format!("{} follow from facts of the website.", count(self.fixes.len(), "change", "changes")));
        }
        if self.needing > 0 {
            parts.push(format!("{} a person.", count(self.needing, "page needs", "pages need")));
        }
        if self.left > 0 {
            parts.push(format!("{} more: crawl again after this edit.", count(self.left, "change", "changes")));
        }
        parts.join(" ").replacen("1 change follow from", "1 change follows from", 1)
    }
}

fn fact(kind: &str, reference: &str, value: Value) -> Value {
    json!({ "type": kind, "ref": reference, "value": value, "source": SOURCE, "observedAt": null })
}

/// Score by severity, 0 to 100: a convention of this product. The value in money is unknown.
fn score(issue: Issue) -> f64 {
    match issue.definition().severity {
        Severity::Error => 60.0,
        Severity::Warning => 40.0,
        Severity::Notice => 20.0,
    }
}
