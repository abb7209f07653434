//! Input of experiments.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::causal::impact::MAX_UPDATES;
use crate::common::{Day, EngineError, Update};
use crate::stat::series::check as check_series;

/// Maximum number of pages over all sites.
pub const MAX_PAGES: usize = 20_000;
/// Maximum number of values of all pages together.
const MAX_FIGURES: usize = 5_000_000;

/// Pages of one or more sites, before or after a change of some of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExperimentInput {
    /// The sites. For a single site, use `pages` and `change` instead.
    pub sites: Vec<SitePages>,
    /// The pages of a single site; used if `sites` is empty.
    pub pages: Vec<Page>,
    /// First step after the change on a single site; if absent, the pages are split.
    pub change: Option<usize>,
    /// Date of the first step, to compare with `updates`.
    pub first_day: Option<Day>,
    /// Events that affected all sites at the time.
    pub updates: Vec<Update>,
    /// Short description of the change.
    pub label: Option<String>,
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// Value of one unit (a click), cents.
    pub cents_per_unit: Option<f64>,
    /// ISO 4217 code of the amounts. Default `USD`.
    pub currency: Option<String>,
}

/// One site of an experiment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SitePages {
    /// Host name.
    pub site: String,
    /// Its pages.
    pub pages: Vec<Page>,
    /// First step after the change, from 0; if absent, the pages are split.
    pub change: Option<usize>,
}

/// One page with its values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Page {
    /// Address of the page.
    pub page: String,
    /// True for a changed page; absent before the split.
    pub treated: Option<bool>,
    /// Its values, one per step (a day); `null` is missing.
    pub y: Vec<Option<f64>>,
    /// Number of the pair, as returned by the split.
    pub pair: Option<usize>,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Experiment parameters")]
pub struct Parameters {
    /// Number of random splits that are compared with the real one.
    #[schemars(range(min = 99, max = 20000))]
    pub permutations: usize,
    /// Maximum half width of the 95 % interval, as a share of the expected value, for a measurable effect.
    #[schemars(range(min = 0.01, max = 10.0))]
    pub widest_useful: f64,
    /// Seed of the random numbers. The same seed gives the same split.
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { permutations: 1_999, widest_useful: 0.5, seed: 20_260_101 }
    }
}

/// Parameters that passed [`Parameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct Checked(Parameters);

impl std::ops::Deref for Checked {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.0
    }
}

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside.
    pub fn check(self) -> Result<Checked, EngineError> {
        let wrong = |field, problem: &str| Err(EngineError::InvalidParameter { field, problem: problem.to_owned() });
        if !(99..=20_000).contains(&self.permutations) {
            return wrong("permutations", "must be 99 to 20000");
        }
        if !(0.01..=10.0).contains(&self.widest_useful) {
            return wrong("widestUseful", "must be 0.01 to 10");
        }
        Ok(Checked(self))
    }
}

impl ExperimentInput {
    /// Returns the validated sites: pages of equal length, finite figures, all split or none.
    ///
    /// # Errors
    /// Returns [`EngineError::NoInput`], [`EngineError::TooLarge`] or [`EngineError::InvalidInput`] with the field.
    pub(super) fn checked(&self) -> Result<Vec<SitePages>, EngineError> {
        let only = || vec![SitePages { site: String::new(), pages: self.pages.clone(), change: self.change }];
        let sites = if self.sites.is_empty() { only() } else { self.sites.clone() };
        EngineError::check_sizes(&[
            ("`sites`", self.sites.len(), MAX_PAGES),
            ("`updates`", self.updates.len(), MAX_UPDATES),
        ])?;
        let pages: usize = sites.iter().map(|site| site.pages.len()).sum();
        if pages == 0 {
            return Err(EngineError::NoInput { what: "pages", unlock: "give daily values of at least 4 pages" });
        }
        if pages > MAX_PAGES {
            return Err(EngineError::TooLarge { what: "pages", got: pages, limit: MAX_PAGES });
        }
        let figures: usize = sites.iter().flat_map(|site| &site.pages).map(|page| page.y.len()).sum();
        if figures > MAX_FIGURES {
            return Err(EngineError::TooLarge { what: "figures", got: figures, limit: MAX_FIGURES });
        }
        if sites.iter().any(|site| site.change.is_some() != sites[0].change.is_some()) {
            return Err(EngineError::input("sites", "must all have a `change`, or none"));
        }
        for (place, site) in sites.iter().enumerate() {
            check_site(&format!("sites[{place}]"), site)?;
        }
        Ok(sites)
    }
}

fn check_site(name: &str, site: &SitePages) -> Result<(), EngineError> {
    let steps = site.pages.first().map_or(0, |page| page.y.len());
    if site.pages.len() < 4 {
        let problem = format!("contains {} pages, at least 4 are needed", site.pages.len());
        return Err(EngineError::input(format!("{name}.pages"), problem));
    }
    for (at, page) in site.pages.iter().enumerate() {
        let field = format!("{name}.pages[{at}].y");
        check_series(&field, &page.y, 1)?;
        if page.y.len() != steps {
            return Err(EngineError::input(field, format!("has {} steps, the first page has {steps}", page.y.len())));
        }
    }
    let mut names = HashSet::new();
    let mut addresses = site.pages.iter().map(|page| page.page.as_str());
    if let Some(at) = addresses.position(|address| !address.is_empty() && !names.insert(address)) {
        return Err(EngineError::input(format!("{name}.pages[{at}].page"), "is listed twice"));
    }
    let Some(change) = site.change else { return Ok(()) };
    if change < 2 || change >= steps {
        let problem = format!("is {change}, must leave 2 steps before and 1 after of {steps}");
        return Err(EngineError::input(format!("{name}.change"), problem));
    }
    let treated = |wanted| site.pages.iter().filter(|page| page.treated == Some(wanted)).count();
    if treated(true) < 2 || treated(false) < 2 || treated(true) + treated(false) != site.pages.len() {
        let problem = "must each set `treated` to true or false, with at least 2 of each";
        return Err(EngineError::input(format!("{name}.pages"), problem));
    }
    Ok(())
}
