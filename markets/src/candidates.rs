//! Markets that a campaign may choose from.

use engines::{
    common::{Control, Day, EngineError},
    local::{Checked, Filters, catalog::OwnData},
};
use shared::domain::campaign::{CampaignTargets, CampaignTargetsKind, Candidate, MOST_CANDIDATES};

use super::{
    find::{Key, Unknown, best, find},
    market::candidate,
};

/// Maximum number of markets that a filter is applied to, the best first.
const MOST_POOLED: u32 = 20_000;

/// Why the markets of a campaign cannot be found.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The data do not have these names.
    #[error("{} of the markets do not exist", .0.len())]
    Unknown(Vec<Unknown>),
    /// The engine failed, such as for an unknown name in a filter.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Returns all markets that the targets of a campaign name, of any tier, with the figures of the reference data and the own
/// data on a day.
///
/// # Errors
/// Returns an error for unknown names, or if the engine fails.
pub fn pool(
    own: &OwnData, targets: &CampaignTargets, as_of: Option<Day>, params: &Checked, control: &dyn Control,
) -> Result<Vec<Candidate>, TargetError> {
    let found = match targets.kind {
        CampaignTargetsKind::Markets => {
            let key = |one: &shared::domain::campaign::CampaignMarket| Key {
                vertical: one.vertical.clone(),
                place: one.place.clone(),
            };
            let keys: Vec<Key> = targets.markets.iter().map(key).collect();
            find(own, &keys, as_of, params)?.map_err(TargetError::Unknown)?
        }
        CampaignTargetsKind::Filter => {
            let filters = Filters {
                verticals: targets.verticals.clone(),
                states: targets.states.clone(),
                min_population: targets.min_population,
                limit: MOST_POOLED,
                ..Filters::default()
            };
            best(own, filters, as_of, params, control)?
        }
    };
    Ok(found.iter().map(|one| candidate(&one.market)).collect())
}

/// Returns the candidates of a step: the markets of the wanted tiers, each once, those with the highest expected monthly
/// profit first.
#[must_use]
pub fn select(targets: &CampaignTargets, mut pool: Vec<Candidate>) -> Vec<Candidate> {
    let has_tier = |one: &Candidate| {
        let tier = one.market.tier.as_deref();
        targets.tiers.is_empty() || targets.tiers.iter().any(|wanted| tier == Some(wanted.as_str()))
    };
    pool.retain(has_tier);
    let profit = |one: &Candidate| one.market.profit.map_or(i64::MIN, |(_, mean, _)| mean);
    pool.sort_by(|a, b| profit(b).cmp(&profit(a)).then_with(|| a.key().cmp(&b.key())));
    pool.dedup_by(|a, b| a.key() == b.key());
    pool.truncate(MOST_CANDIDATES);
    pool
}
