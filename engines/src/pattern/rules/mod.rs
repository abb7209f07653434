//! Association rules.

mod mine;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SIGNATURE;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, Day, EngineError, Evidence, Finding, Insight, within};

/// Maximum number of transactions.
const MAX_TRANSACTIONS: usize = 500_000;
/// Maximum number of items in a transaction.
const MAX_ITEMS: usize = 200;

/// Sets of items observed together: pages with their properties and outcomes, days and events.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RulesInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// Lists of items, such as `["has_price", "city_page", "gained"]`.
    pub transactions: Vec<Vec<String>>,
    /// Report only rules with one of these conclusions; empty for all.
    pub conclusions: Vec<String>,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Rule parameters")]
pub struct Parameters {
    /// Minimum share of transactions that contain all items of a rule.
    #[schemars(range(min = 0.0001, max = 1.0))]
    pub least_support: f64,
    /// Minimum share of transactions with the conditions that also have the conclusion.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub least_confidence: f64,
    /// Minimum lift: frequency relative to chance.
    #[schemars(range(min = 1.0, max = 1000.0))]
    pub least_lift: f64,
    /// Accepted share of false rules (false discovery rate).
    #[schemars(range(min = 0.0001, max = 0.5))]
    pub false_discovery_rate: f64,
    /// Maximum number of conditions of a rule, 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub most_conditions: usize,
    /// Maximum number of reported rules.
    #[schemars(range(min = 1, max = 1000))]
    pub most_rules: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            least_support: 0.02,
            least_confidence: 0.2,
            least_lift: 1.2,
            false_discovery_rate: 0.05,
            most_conditions: 2,
            most_rules: 50,
        }
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
        within("leastSupport", self.least_support, 0.0001, 1.0)?;
        within("leastConfidence", self.least_confidence, 0.0, 1.0)?;
        within("leastLift", self.least_lift, 1.0, 1_000.0)?;
        within("falseDiscoveryRate", self.false_discovery_rate, 0.0001, 0.5)?;
        within("mostConditions", self.most_conditions as f64, 1.0, 3.0)?;
        within("mostRules", self.most_rules as f64, 1.0, 1_000.0)?;
        Ok(Checked(self))
    }
}

/// Conditions that occur together with a conclusion more often than by chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// The conditions.
    pub conditions: Vec<String>,
    /// The conclusion.
    pub conclusion: String,
    /// Number of transactions with all of them.
    pub count: usize,
    /// Share of transactions with all of them.
    pub support: f64,
    /// Share of transactions with the conditions that also have the conclusion.
    pub confidence: f64,
    /// Confidence / share of the conclusion in all transactions, also in those that meet the conditions.
    pub lift: f64,
    /// p-value of at least as many together by chance (Fisher's exact test, one-sided).
    pub p: f64,
    /// False discovery rate of rules with at least this significance (Benjamini & Hochberg).
    pub q_value: f64,
}

/// Rules of a set of transactions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// Rules, most significant first.
    pub rules: Vec<Rule>,
    /// Number of rules tested.
    pub tested: usize,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Finds rules by support, lift and an exact test adjusted for multiple comparisons.
///
/// Agrawal & Srikant (1994), "Fast algorithms for mining association rules", with Fisher's exact test and
/// Benjamini & Hochberg (1995) over all rules that were tested (Webb 2007, "Discovering significant patterns").
///
/// # Errors
/// Returns [`EngineError::NoInput`], [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn rules(input: &RulesInput, params: &Checked, control: &dyn Control) -> Result<Rules, EngineError> {
    let count = input.transactions.len();
    if count == 0 {
        return Err(EngineError::NoInput { what: "transactions", unlock: "give lists of items that occur together" });
    }
    if count > MAX_TRANSACTIONS {
        return Err(EngineError::TooLarge { what: "transactions", got: count, limit: MAX_TRANSACTIONS });
    }
    if let Some(place) = input.transactions.iter().position(|items| items.len() > MAX_ITEMS) {
        let problem = format!("contains {} items, at most {MAX_ITEMS} are allowed", input.transactions[place].len());
        return Err(EngineError::input(format!("transactions[{place}]"), problem));
    }
    let (mut rules, tested) = mine::mine(input, params, control)?;
    rules.truncate(params.most_rules);
    let insights = rules.iter().take(10).map(|rule| insight(input, rule, count)).collect();
    let mut notes = vec!["A rule shows what occurs together, not what causes it.".to_owned()];
    if rules.is_empty() {
        notes.push(format!("None of {tested} rules is statistically significant."));
    }
    control.progress(100.0, "done", "Found");
    Ok(Rules {
        rules,
        tested,
        insights,
        notes,
        assumptions: vec!["Transactions are independent of each other.".to_owned()],
        needs: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn insight(input: &RulesInput, rule: &Rule, count: usize) -> Insight {
    let finding = Finding {
        subject: format!("{}=>{}", rule.conditions.join("&"), rule.conclusion),
        title: words::title(rule, count),
        kind: "association",
        confidence: (1.0 - rule.q_value).clamp(0.0, 1.0),
        effort_minutes: 30,
        evidence: vec![Evidence::new(
            "rule",
            &rule.conclusion,
            serde_json::json!(rule),
            "computed from the transactions given",
            input.as_of,
        )],
        assumptions: vec!["This is a correlation: only a randomized experiment would show a cause.".to_owned()],
        falsifier: format!("In the next {count} transactions the lift is below 1."),
        days_valid: 90,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}
