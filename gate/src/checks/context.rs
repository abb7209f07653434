//! What a check sees, and what it returns.

use engines::{
    common::{Control, EngineError},
    content,
    keyword::Intent,
};
use sites::Page;

use crate::{
    Finding, GateError, Level, Limits, Portfolio, Prepared, State,
    error::checkpoint,
    page::{Content, Reading},
    words::trade::TradeNames,
};

/// What a check sees.
pub(super) struct Context<'c> {
    pub(super) prepared: &'c Prepared<'c>,
    pub(super) site: &'c sites::Site,
    pub(super) state: &'c State,
    pub(super) content: &'c Content<'c>,
    pub(super) portfolio: &'c Portfolio,
    pub(super) limits: &'c Limits,
    pub(super) control: &'c dyn Control,
    /// Names of the trade, which make no claim.
    pub(super) trade: TradeNames,
    /// Claims of the written text that no fact supports, by page.
    pub(super) claims: Vec<(&'c Page, Vec<content::Finding>)>,
}

impl<'c> Context<'c> {
    pub(super) fn new(
        prepared: &'c Prepared<'c>, portfolio: &'c Portfolio, limits: &'c Limits, control: &'c dyn Control,
    ) -> Result<Self, GateError> {
        let site = prepared.candidate.site;
        let (trade, mut claims) = (TradeNames::of(&site.trade), Vec::new());
        for (reading, page) in prepared.content.pages() {
            checkpoint(control)?;
            if reading.is_content() {
                claims.push((page, claims_of(page, &trade, control)?));
            }
        }
        let (state, content) = (&prepared.candidate.state, &prepared.content);
        Ok(Self { prepared, site, state, content, portfolio, limits, control, trade, claims })
    }

    /// Iterates over the pages that answer a query.
    pub(super) fn answers(&self) -> impl Iterator<Item = (&Reading<'_>, &Page)> {
        self.content.pages().filter(|(reading, _)| reading.is_content())
    }

    /// Returns the tenant, if its record is verified.
    pub(super) fn tenant(&self) -> Option<&sites::Tenant> {
        self.site.tenant.as_ref().filter(|tenant| tenant.verified_on.is_some() && !tenant.name.trim().is_empty())
    }

    /// Returns true if a language model wrote parts of a page.
    pub(super) fn is_generated(&self, page: &Page) -> bool {
        page.is_generated || self.state.generated_pages.contains(&page.path)
    }

    /// Stops if the caller cancelled.
    pub(super) fn checkpoint(&self) -> Result<(), GateError> {
        checkpoint(self.control)
    }
}

/// Lets the content engine check the claims of a page, in which the name of the trade is none.
fn claims_of(page: &Page, trade: &TradeNames, control: &dyn Control) -> Result<Vec<content::Finding>, GateError> {
    let parameters = content::Parameters { check_grammar: false, ..content::Parameters::default() }.check()?;
    let query = if page.query.trim().is_empty() { page.label.clone() } else { page.query.clone() };
    let (draft, written) = trade.without_in(&page.draft);
    let input = content::ScoreInput {
        query: if query.trim().is_empty() { "page".to_owned() } else { query },
        intent: Some(Intent::Local),
        draft,
        facts: page.facts.iter().map(|cited| cited.fact.clone()).collect(),
        ..content::ScoreInput::default()
    };
    match content::score(&input, &parameters, &Quiet(control)) {
        Ok(output) => {
            let as_written = |mut finding: content::Finding| {
                finding.subject = finding.subject.map(|text| written.get(&text).cloned().unwrap_or(text));
                finding
            };
            Ok(output.findings.into_iter().map(as_written).collect())
        }
        // A page without text is thin; that is another check.
        Err(EngineError::NoInput { .. }) => Ok(Vec::new()),
        Err(EngineError::InvalidInput { field, problem }) => Ok(vec![broken(&field, &problem)]),
        Err(error) => Err(error.into()),
    }
}

/// Returns the finding for a fact sheet that cannot be read.
fn broken(field: &str, problem: &str) -> content::Finding {
    content::Finding {
        check: "unknown_fact".to_owned(),
        level: content::Level::Block,
        detail: format!("the facts of the page cannot be used: `{field}` {problem}"),
        subject: None,
        is_mendable: false,
        block: None,
        sentence: None,
        fix: "Correct the fact".to_owned(),
        replacement: None,
    }
}

/// Forwards cancellation and ignores progress.
struct Quiet<'a>(&'a dyn Control);

impl Control for Quiet<'_> {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// What a check returns.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// False if the check does not concern the site.
    pub(super) applies: bool,
    /// True if a person must decide.
    pub(super) waits: bool,
    /// What was measured.
    pub(super) measured: String,
    pub(super) findings: Vec<Finding>,
}

impl Outcome {
    /// Creates the result of a check that concerns the site.
    pub(super) fn new() -> Self {
        Self { applies: true, ..Self::default() }
    }

    /// Creates the result of a check that does not concern the site, with the reason.
    pub(super) fn not_applicable(reason: impl Into<String>) -> Self {
        Self { measured: reason.into(), ..Self::default() }
    }

    /// Adds a finding that blocks.
    pub(super) fn block(&mut self, page: Option<&str>, detail: impl Into<String>, fix: impl Into<String>) {
        self.add(Level::Block, page, detail, fix);
    }

    /// Adds a finding that warns.
    pub(super) fn warn(&mut self, page: Option<&str>, detail: impl Into<String>, fix: impl Into<String>) {
        self.add(Level::Warn, page, detail, fix);
    }

    /// Adds a finding.
    pub(super) fn add(&mut self, level: Level, page: Option<&str>, detail: impl Into<String>, fix: impl Into<String>) {
        let page = page.map(str::to_owned);
        self.findings.push(Finding { check: String::new(), level, page, detail: detail.into(), fix: fix.into() });
    }

    /// Sets what was measured.
    pub(super) fn measured(mut self, text: impl Into<String>) -> Self {
        self.measured = text.into();
        self
    }
}
