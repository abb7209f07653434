//! Settings of the run's website as defaults of an engine's parameters.

use engines::{ActionId, action::Body, common::EngineId};
use serde_json::{Map, Value, json};
use shared::{domain::website_settings::WebsiteSettings, store::website};

use super::{
    measured::{self, Measure, USUAL_CURRENCY},
    version::Given,
};
use crate::{context::RunContext, error::JobError};

/// Defaults of a website for an action's parameters.
#[derive(Debug, Default, Clone)]
pub(super) struct Defaults {
    /// Parameters of the action, by name.
    parameters: Map<String, Value>,
    /// Currency of the amounts, if the action's case has one.
    currency: Option<String>,
    /// Measured values that the settings lack.
    measured: Vec<Measure>,
}

impl Defaults {
    /// Returns the defaults from the settings of the run's website, and from what was measured where they have none; nothing
    /// for a run without a website.
    ///
    /// # Errors
    /// Returns an error if the query fails.
    pub(super) async fn load(context: &RunContext, action: ActionId) -> Result<Self, JobError> {
        let Some(id) = context.run.website_id else { return Ok(Self::default()) };
        let site = website::find(&context.db, context.run.workspace_id, id).await?;
        let settings = site.map(|site| site.settings.0).unwrap_or_default();
        let mut defaults = Self::new(&settings, action);
        let schema = action.parameters_schema();
        let has = |name: &str| !schema["properties"][name].is_null();
        defaults.measured = measured::load(context, id, &settings, has).await?;
        Ok(defaults)
    }

    fn new(settings: &WebsiteSettings, action: ActionId) -> Self {
        let schema = action.parameters_schema();
        let has_currency = action.input_fields().contains("currency");
        // A market has one value in scans, lists and campaigns, whichever website was chosen: its site is a new one.
        let is_market = action.info().engine == EngineId::Local;
        let parameters = named(settings).into_iter().filter(|_| !is_market);
        Self {
            parameters: parameters.filter(|(name, _)| !schema["properties"][name.as_str()].is_null()).collect(),
            currency: settings.currency.clone().filter(|_| has_currency),
            measured: Vec::new(),
        }
    }

    /// Returns `parameters` with the website's value for each that is missing, null or an empty list. A measured value comes
    /// with its own uncertainty, as that of another value would not fit.
    pub(super) fn under(&self, mut parameters: Given) -> Given {
        for (name, value) in &self.parameters {
            if is_unset(&parameters, name) {
                parameters.insert(name.clone(), value.clone());
            }
        }
        for Measure { value, uncertainty, .. } in &self.measured {
            if is_unset(&parameters, value.0) {
                parameters.extend([value, uncertainty].map(|(name, value)| ((*name).to_owned(), value.clone())));
            }
        }
        parameters
    }

    /// Returns the sources of the measured values that `parameters` lack.
    pub(super) fn sources(&self, parameters: &Given) -> Vec<String> {
        let used = self.measured.iter().filter(|one| is_unset(parameters, one.value.0));
        used.map(|one| one.source.clone()).collect()
    }

    /// Adds the currency to a case that names none: that of the settings, otherwise that of a measured amount which `parameters`
    /// lack.
    pub(super) fn add_currency(&self, case: &mut Body, parameters: &Given) {
        let mut used = self.measured.iter().filter(|one| is_unset(parameters, one.value.0));
        let currency = self.currency.as_ref().or_else(|| used.find_map(|one| one.currency.as_ref()));
        if let Some(currency) = currency.filter(|_| is_unset(case, "currency")) {
            case.insert("currency".to_owned(), json!(currency));
        }
    }

    /// Leaves out measured amounts in another currency than the case, and returns a sentence on each that `parameters` lack.
    pub(super) fn keep_in(&mut self, currency: Option<&str>, parameters: &Given) -> Vec<String> {
        let currency = currency.unwrap_or(USUAL_CURRENCY);
        let is_other = |one: &mut Measure| one.currency.as_deref().is_some_and(|own| own != currency);
        let others = self.measured.extract_if(.., is_other).filter(|one| is_unset(parameters, one.value.0));
        others.map(|one| format!("Not used, because the amounts are in {currency}: {}", one.source)).collect()
    }
}

/// Returns true if a parameter is missing, null or an empty list.
fn is_unset(parameters: &Given, name: &str) -> bool {
    parameters.get(name).is_none_or(|given| given.is_null() || given.as_array().is_some_and(Vec::is_empty))
}

/// Returns the settings by the names of the parameters for which they are defaults.
fn named(settings: &WebsiteSettings) -> Vec<(String, Value)> {
    let terms = Some(&settings.brand_terms).filter(|terms| !terms.is_empty());
    let competitors = Some(&settings.competitors).filter(|hosts| !hosts.is_empty());
    let all = [
        ("valuePerLeadCents", settings.value_per_lead_cents.map(|cents| json!(cents))),
        ("valuePerLeadSpread", settings.value_per_lead_spread.map(|spread| json!(spread))),
        ("conversionRate", settings.conversion_rate.map(|rate| json!(rate))),
        ("conversionVisits", settings.conversion_visits.map(|visits| json!(visits))),
        ("brandTerms", terms.map(|terms| json!(terms))),
        ("competitors", competitors.map(|hosts| json!(hosts))),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> WebsiteSettings {
        WebsiteSettings {
            value_per_lead_cents: Some(22_000),
            currency: Some("EUR".to_owned()),
            conversion_rate: Some(0.04),
            brand_terms: vec!["acme".to_owned()],
            competitors: vec!["rival.example".to_owned()],
            ..WebsiteSettings::default()
        }
    }

    fn given(value: &Value) -> Given {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn settings_become_only_parameters_that_the_action_has() {
        let keyword = Defaults::new(&settings(), ActionId::KeywordAnalyse).under(Given::new());
        let all = json!({"valuePerLeadCents": 22_000, "conversionRate": 0.04, "brandTerms": ["acme"]});
        assert_eq!(json!(keyword), all);
        let gap = Defaults::new(&settings(), ActionId::CompetitiveGap).under(Given::new());
        assert_eq!(gap["competitors"], json!(["rival.example"]), "a gap has no brand terms");
        let predictive = Defaults::new(&settings(), ActionId::PredictiveScenarios);
        assert_eq!(
            json!(predictive.under(Given::new())),
            json!({"valuePerLeadCents": 22_000, "conversionRate": 0.04}),
            "a forecast takes no brand terms"
        );
        let pattern = Defaults::new(&settings(), ActionId::PatternChangePoints);
        assert!(pattern.under(Given::new()).is_empty(), "{pattern:?}");
    }

    #[test]
    fn market_has_no_conversion_rate_of_a_website() {
        let schema = ActionId::LocalScan.parameters_schema();
        assert!(!schema["properties"]["conversionRate"].is_null(), "it can be given");
        assert!(Defaults::new(&settings(), ActionId::LocalScan).under(Given::new()).is_empty());
    }

    #[test]
    fn given_parameters_override_settings_and_empty_ones_do_not() {
        let defaults = Defaults::new(&settings(), ActionId::KeywordAnalyse);
        let form = json!({"valuePerLeadCents": 9_900, "conversionRate": null, "brandTerms": []});
        let merged = defaults.under(given(&form));
        assert_eq!(json!(merged), json!({"valuePerLeadCents": 9_900, "conversionRate": 0.04, "brandTerms": ["acme"]}));
    }

    #[test]
    fn measured_value_comes_with_its_uncertainty_unless_another_one_is_given() {
        let measure = Measure {
            value: ("conversionRate", json!(0.02)),
            uncertainty: ("conversionVisits", json!(900)),
            currency: None,
            source: "Measured".to_owned(),
        };
        let defaults = Defaults { measured: vec![measure], ..Defaults::default() };
        let open = given(&json!({"conversionRate": null, "conversionVisits": 50}));
        assert_eq!(json!(defaults.under(open.clone())), json!({"conversionRate": 0.02, "conversionVisits": 900}));
        assert_eq!(defaults.sources(&open), ["Measured"]);
        let own = given(&json!({"conversionRate": 0.04}));
        assert_eq!(json!(defaults.under(own.clone())), json!({"conversionRate": 0.04}), "not with the measured visits");
        assert!(defaults.sources(&own).is_empty());
    }

    #[test]
    fn currency_of_the_data_overrides_that_of_the_settings() {
        let defaults = Defaults::new(&settings(), ActionId::PredictiveScenarios);
        let (mut open, mut given) = (Body::new(), Body::from_iter([("currency".to_owned(), json!("USD"))]));
        defaults.add_currency(&mut open, &Given::new());
        defaults.add_currency(&mut given, &Given::new());
        assert_eq!((&open["currency"], &given["currency"]), (&json!("EUR"), &json!("USD")));
    }

    /// Defaults without settings, with 80 dollars per lead as measured.
    fn measured_dollars() -> Defaults {
        let measure = Measure {
            value: ("valuePerLeadCents", json!(8_000)),
            uncertainty: ("valuePerLeadSpread", json!(0.2)),
            currency: Some("USD".to_owned()),
            source: "80.00 USD a lead".to_owned(),
        };
        Defaults { measured: vec![measure], ..Defaults::default() }
    }

    #[test]
    fn measured_amount_brings_its_currency_to_a_case_without_one() {
        let (mut open, mut null) = (Body::new(), given(&json!({"currency": null})));
        measured_dollars().add_currency(&mut open, &Given::new());
        measured_dollars().add_currency(&mut null, &Given::new());
        assert_eq!((&open["currency"], &null["currency"]), (&json!("USD"), &json!("USD")));
        let mut other = Body::new();
        measured_dollars().add_currency(&mut other, &given(&json!({"valuePerLeadCents": 100})));
        assert!(other.is_empty(), "the given value has an unknown currency");
        let mut own = Body::new();
        let settings = Defaults { currency: Some("EUR".to_owned()), ..measured_dollars() };
        settings.add_currency(&mut own, &Given::new());
        assert_eq!(own["currency"], json!("EUR"));
    }

    #[test]
    fn measured_amount_is_not_used_in_another_currency() {
        let mut pounds = measured_dollars();
        let stated = pounds.keep_in(Some("GBP"), &Given::new());
        assert_eq!(stated, ["Not used, because the amounts are in GBP: 80.00 USD a lead"]);
        assert!(pounds.under(Given::new()).is_empty() && pounds.sources(&Given::new()).is_empty());
        let own = given(&json!({"valuePerLeadCents": 100}));
        assert!(measured_dollars().keep_in(Some("GBP"), &own).is_empty(), "it would not have been used");
        for same in [Some("USD"), None] {
            let mut dollars = measured_dollars();
            assert!(dollars.keep_in(same, &Given::new()).is_empty());
            assert_eq!(dollars.under(Given::new())["valuePerLeadCents"], json!(8_000));
        }
    }
}
