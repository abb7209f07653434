//! A site in the making.

use std::collections::BTreeSet;

use editorial::Pack;
use engines::{
    common::{Control, EngineError},
    content::{CitedFact, Draft},
};

use super::{
    LeftOut, PAGES_AT_LAUNCH, PlanError, PlanInput, PlanNote, Planned, links, name, region::Region, text::Text, titles,
};
use crate::{Page, PageKind, Site, Trade};

/// Language of the built-in packs.
const LANGUAGE: &str = "en-US";

/// A site in the making.
pub(super) struct Job<'a> {
    pub(super) input: &'a PlanInput,
    pub(super) pack: Pack,
    pub(super) control: &'a dyn Control,
    pub(super) region: Region,
    pub(super) name: String,
    pub(super) pages: Vec<Page>,
    /// Ids of the statements on the pages.
    pub(super) used: BTreeSet<String>,
    written: BTreeSet<String>,
    left_out: Vec<LeftOut>,
    notes: Vec<PlanNote>,
}

/// Pages and remarks of a site in the making, to return to.
#[derive(Debug, Clone)]
pub(super) struct Saved {
    pages: Vec<Page>,
    used: BTreeSet<String>,
    written: BTreeSet<String>,
    left_out: Vec<LeftOut>,
    notes: Vec<PlanNote>,
}

/// Path, kind and words in the navigation of a page.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) path: String,
    pub(super) kind: PageKind,
    pub(super) label: String,
}

impl Place {
    pub(super) fn new(path: impl Into<String>, kind: PageKind, label: impl Into<String>) -> Self {
        Self { path: path.into(), kind, label: label.into() }
    }
}

impl<'a> Job<'a> {
    pub(super) fn new(input: &'a PlanInput, control: &'a dyn Control) -> Result<Self, PlanError> {
        let pack = load(input)?;
        let region = Region::of(&input.places);
        let name = name::name(input.name.as_deref(), &pack.title, &region);
        let pages = input.existing.clone();
        let used = pages.iter().flat_map(statements).collect();
        let (written, left_out, notes) = (BTreeSet::new(), Vec::new(), Vec::new());
        Ok(Self { input, pack, control, region, name, pages, used, written, left_out, notes })
    }

    /// # Errors
    /// Returns [`PlanError::Cancelled`] after a cancellation.
    pub(super) fn checkpoint(&self) -> Result<(), PlanError> {
        if self.control.is_cancelled() { Err(PlanError::Cancelled) } else { Ok(()) }
    }

    /// Returns what is written so far.
    pub(super) fn saved(&self) -> Saved {
        Saved {
            pages: self.pages.clone(),
            used: self.used.clone(),
            written: self.written.clone(),
            left_out: self.left_out.clone(),
            notes: self.notes.clone(),
        }
    }

    /// Returns to what was written then.
    pub(super) fn restore(&mut self, saved: Saved) {
        Saved {
            pages: self.pages,
            used: self.used,
            written: self.written,
            left_out: self.left_out,
            notes: self.notes,
        } = saved;
    }

    /// Returns true if a page was left out because it had too little to say, not by the input and not for later.
    pub(super) fn lacks(&self, path: &str) -> bool {
        let is_short = |one: &LeftOut| one.path == path && !one.is_later;
        !self.input.without.contains_key(path) && self.left_out.iter().any(is_short)
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.pages.iter().any(|page| page.path == path)
    }

    /// Returns true if the site may not have a further page.
    pub(super) fn is_full(&self) -> bool {
        self.pages.len() >= self.most()
    }

    /// Maximum number of pages.
    pub(super) fn most(&self) -> usize {
        if self.input.max_pages == 0 { PAGES_AT_LAUNCH } else { self.input.max_pages }
    }

    /// Returns the seed of the wordings of a page.
    pub(super) fn seed(&self, path: &str) -> u64 {
        let variant = self.input.variants.get(path).copied().unwrap_or_default();
        // An odd factor keeps the seeds of two variants apart.
        self.input.seed ^ variant.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Leaves a page out if the input excludes it; returns true then.
    pub(super) fn is_excluded(&mut self, path: &str, label: &str) -> bool {
        let Some(reason) = self.input.without.get(path) else { return false };
        self.leave_out(path, label, reason.clone());
        true
    }

    /// Adds a written page.
    pub(super) fn add(&mut self, page: Page) {
        self.used.extend(statements(&page));
        self.written.insert(page.path.clone());
        self.pages.push(page);
    }

    /// Removes a page that was just written, so that its statements can be used by another.
    pub(super) fn remove(&mut self, path: &str) -> Option<Page> {
        let at = self.pages.iter().position(|page| page.path == path && self.written.contains(path))?;
        let page = self.pages.remove(at);
        self.written.remove(path);
        self.used = self.pages.iter().flat_map(statements).collect();
        Some(page)
    }

    pub(super) fn leave_out(&mut self, path: &str, label: &str, reason: impl Into<String>) {
        let (path, label) = (path.to_owned(), label.to_owned());
        self.left_out.push(LeftOut { path, label, reason: reason.into(), is_later: false });
    }

    /// Leaves a page for a plan with more pages.
    pub(super) fn leave_for_later(&mut self, path: &str, label: &str) {
        let (path, label) = (path.to_owned(), label.to_owned());
        let reason = format!("The site has {} pages, the maximum", self.most());
        self.left_out.push(LeftOut { path, label, reason, is_later: true });
    }

    pub(super) fn note(&mut self, path: Option<&str>, text: impl Into<String>) {
        self.notes.push(PlanNote { path: path.map(str::to_owned), text: text.into() });
    }

    /// Makes a page from a draft.
    pub(super) fn page(&self, place: Place, draft: Draft, facts: Vec<CitedFact>) -> Page {
        Page {
            path: place.path,
            kind: place.kind,
            label: place.label,
            query: String::new(),
            place: None,
            draft,
            facts,
            names: self.names(),
            updated_on: self.input.today,
            is_generated: false,
        }
    }

    /// Adds a page of own text, unless it exists.
    pub(super) fn add_text(&mut self, place: Place, text: Text, titles: &[String], descriptions: &[String]) {
        let (draft, facts) = text.finish(titles, descriptions);
        let page = self.page(place, draft, facts);
        self.add(page);
    }

    /// Names that count as equal when pages are compared.
    pub(super) fn names(&self) -> Vec<String> {
        let terms = &self.pack.terms;
        let region = self.region.name.iter().chain([&self.region.short]);
        let trade = [&self.pack.title, &terms.work, &terms.business, &terms.businesses, &self.name];
        let mut names: Vec<String> = Vec::new();
        for name in region.chain(trade).filter(|name| !name.trim().is_empty()) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// Name under which the operator appears.
    pub(super) fn operator(&self) -> String {
        let operator = &self.input.operator;
        let names = [operator.brand_name.trim(), operator.legal_name.trim()];
        names.into_iter().find(|name| !name.is_empty()).unwrap_or("the operator of this site").to_owned()
    }

    /// Orders, links and checks the pages.
    pub(super) fn finish(mut self) -> Result<Planned, PlanError> {
        self.checkpoint()?;
        self.remarks();
        self.pages.sort_by_key(|page| links::position(page, self.input));
        titles::separate(&mut self.pages, &self.written);
        links::link(&mut self.pages, &self.written);
        let written = self.pages.iter().map(|page| page.path.clone()).filter(|path| self.written.contains(path));
        let written = written.collect();
        let input = self.input;
        let site = Site {
            kind: input.kind,
            name: self.name,
            language: LANGUAGE.to_owned(),
            url: input.url.clone(),
            theme: input.theme,
            operator: input.operator.clone(),
            tenant: input.tenant.clone(),
            contact: input.contact.clone(),
            trade: Trade {
                vertical: self.pack.vertical.clone(),
                name: self.pack.title.clone(),
                work: self.pack.terms.work.clone(),
                business: self.pack.terms.business.clone(),
                review: self.pack.review.clone(),
            },
            pages: self.pages,
            beacon: input.beacon.clone(),
            built_on: input.today,
        };
        Ok(Planned { site, written, left_out: self.left_out, notes: self.notes })
    }

    /// Notes what the operator has to add.
    fn remarks(&mut self) {
        let operator = &self.input.operator;
        if operator.legal_name.trim().is_empty() {
            self.note(None, "Add the legal name of the operator: the pages cannot say who runs the site");
        }
        if operator.email.trim().is_empty() && self.input.contact.fallback_email.trim().is_empty() {
            self.note(None, "Add an email address of the operator: visitors have no way to write");
        }
        if let Some(review) = self.pack.review.clone()
            && operator.reviewer.as_ref().is_none_or(|reviewer| reviewer.name.trim().is_empty())
        {
            self.note(None, format!("Name a reviewer: pages about this trade must be reviewed by {review}"));
        }
    }
}

/// Returns the ids of the statements of the pack on a page.
fn statements(page: &Page) -> impl Iterator<Item = String> + '_ {
    let ids = page.facts.iter().map(|one| &one.fact.id);
    ids.filter(|id| id.starts_with("pack.") && !id.ends_with(".work")).cloned()
}

fn load(input: &PlanInput) -> Result<Pack, PlanError> {
    let mistakes = |field: &str, mistakes: Vec<editorial::Mistake>| {
        let first = mistakes.first().map(ToString::to_string).unwrap_or_default();
        PlanError::invalid(field, format!("is not a valid pack: {first}"))
    };
    if let Some(text) = input.pack.as_deref().filter(|text| !text.trim().is_empty()) {
        return editorial::parse(text).map_err(|found| mistakes("pack", found));
    }
    match editorial::library::pack("en", input.vertical.trim()) {
        Some(pack) => pack.map_err(|found| mistakes("vertical", found)),
        None => {
            let shown: String = input.vertical.chars().take(60).collect();
            let problem =
                format!("`{shown}` has no editorial pack. Choose another vertical, or add a pack of your own for it");
            Err(PlanError::invalid("vertical", problem))
        }
    }
}

/// Returns a text with a capital at the start of each word but small ones.
pub(super) fn titled(text: &str) -> String {
    const SMALL: [&str; 9] = ["a", "an", "and", "for", "in", "of", "or", "the", "to"];
    let word = |(at, word): (usize, &str)| {
        if at > 0 && SMALL.contains(&word) { word.to_owned() } else { super::text::capital(word) }
    };
    text.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// Sorts failures of a page: what stops the plan, and why a page is left out.
pub(super) fn reason(path: &str, error: EngineError) -> Result<String, PlanError> {
    match error {
        EngineError::Cancelled => Err(PlanError::Cancelled),
        EngineError::TooLittle { .. } | EngineError::NotHere { .. } | EngineError::NoInput { .. } => {
            Ok(error.to_string())
        }
        other => Err(PlanError::Page { path: path.to_owned(), error: other }),
    }
}
