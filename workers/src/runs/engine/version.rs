//! Parameters of a run, and the versions that forecast alongside.

use std::collections::BTreeSet;

use engines::ActionId;
use serde_json::{Map, Value};
use shared::{
    domain::engine_version::{EngineVersion, GIVEN, PRIOR, VersionRole},
    store::engine_version,
};

use crate::{context::RunContext, error::JobError};

/// Parameters by name.
pub(super) type Given = Map<String, Value>;

/// Stored versions of an engine's action.
#[derive(Debug, Default)]
pub(super) struct Versions {
    champion: Option<EngineVersion>,
    challengers: Vec<EngineVersion>,
    /// Parameters that any version sets, with the engine's defaults.
    compared: Map<String, Value>,
}

impl Versions {
    pub(super) async fn of(context: &RunContext, action: ActionId) -> Result<Self, JobError> {
        let info = action.info();
        let stored = engine_version::list(&context.db, context.run.workspace_id, Some(info.engine.as_str())).await?;
        let stored: Vec<_> = stored.into_iter().filter(|one| one.action == info.name).collect();
        // Schemas are computed on demand, and most runs have no versions to compare.
        let schema = if stored.is_empty() { Value::Null } else { action.parameters_schema() };
        Ok(Self::among(stored, &schema))
    }

    fn among(stored: Vec<EngineVersion>, schema: &Value) -> Self {
        let names: BTreeSet<&String> = stored.iter().flat_map(|one| one.parameters.keys()).collect();
        let default = |name: &String| (name.clone(), schema["properties"][name.as_str()]["default"].clone());
        let compared = names.into_iter().map(default).collect();
        let (mut champions, others): (Vec<_>, Vec<_>) =
            stored.into_iter().partition(|one| one.role == VersionRole::Champion);
        let challengers = others.into_iter().filter(|one| one.role == VersionRole::Challenger).collect();
        Self { champion: champions.pop(), challengers, compared }
    }

    /// Returns the run's parameters, with given ones overriding the champion's, and the name of their version:
    /// [`GIVEN`] if a given value differs from the champion's.
    pub(super) fn in_charge(&self, given: &Given) -> (Given, String) {
        let mut parameters = self.champion.as_ref().map(|one| one.parameters.0.clone()).unwrap_or_default();
        let is_own = self.compared.iter().all(|(name, default)| {
            let usual = parameters.get(name).unwrap_or(default);
            given.get(name).is_none_or(|value| is_same(value, usual))
        });
        let name = self.champion.as_ref().map_or(PRIOR, |one| &one.name).to_owned();
        parameters.extend(given.clone());
        (parameters, if is_own { name } else { GIVEN.to_owned() })
    }

    /// Returns the versions that forecast alongside the champion, by name: the challengers, and the baseline if it is
    /// not the champion.
    pub(super) fn beside(&self, given: &Given) -> Vec<(String, Given)> {
        let plain = || given.clone().into_iter().filter(|(name, _)| !self.compared.contains_key(name));
        let challenger = |one: &EngineVersion| (one.name.clone(), plain().chain(one.parameters.0.clone()).collect());
        let prior = self.champion.as_ref().map(|_| (PRIOR.to_owned(), plain().collect()));
        self.challengers.iter().map(challenger).chain(prior).collect()
    }
}

/// 1 and 1.0 are equal.
fn is_same(one: &Value, other: &Value) -> bool {
    one == other || one.as_f64().is_some_and(|number| Some(number) == other.as_f64())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared::domain::{new_id, now};
    use sqlx::types::Json;

    use super::*;

    fn version(name: &str, role: VersionRole, parameters: &Value) -> EngineVersion {
        EngineVersion {
            id: new_id(),
            engine_id: "predictive".to_owned(),
            name: name.to_owned(),
            action: "forecast".to_owned(),
            parameters: Json(parameters.as_object().expect("an object").clone()),
            note: String::new(),
            role,
            took_over_from: None,
            created_at: now(),
            promoted_at: None,
        }
    }

    fn given(value: &Value) -> Given {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn without_versions_the_prior_works_with_what_was_given() {
        let versions = Versions::among(Vec::new(), &json!({}));
        let wanted = given(&json!({"horizonDays": 30}));
        assert_eq!(versions.in_charge(&wanted), (wanted.clone(), PRIOR.to_owned()));
        assert!(versions.beside(&wanted).is_empty());
    }

    #[test]
    fn the_champion_works_and_the_others_forecast_beside_it() {
        let schema = json!({"properties": {"intervalWidth": {"default": 1.0}, "historyDays": {"default": null}}});
        let champion = version("wide", VersionRole::Champion, &json!({"intervalWidth": 1.5}));
        let challenger = version("short", VersionRole::Challenger, &json!({"historyDays": 90}));
        let retired = version("old", VersionRole::Retired, &json!({"intervalWidth": 2}));
        let versions = Versions::among(vec![champion, challenger, retired], &schema);
        let (parameters, name) = versions.in_charge(&given(&json!({"horizonDays": 30})));
        assert_eq!((json!(parameters), name.as_str()), (json!({"horizonDays": 30, "intervalWidth": 1.5}), "wide"));
        // A form sends every value, so values equal to the champion's do not count as given.
        assert_eq!(versions.in_charge(&given(&json!({"intervalWidth": 1.5, "historyDays": null}))).1, "wide");
        assert_eq!(versions.in_charge(&given(&json!({"intervalWidth": 3}))).1, GIVEN);
        let beside = versions.beside(&given(&json!({"horizonDays": 30, "intervalWidth": 1.5})));
        let short = given(&json!({"horizonDays": 30, "historyDays": 90}));
        assert_eq!(beside, [("short".to_owned(), short), (PRIOR.to_owned(), given(&json!({"horizonDays": 30})))]);
    }
}
