//! Comparison of models.

use std::collections::BTreeMap;

use statrs::function::erf::erfc;

use super::drift::loss;
use super::input::{LedgerEntry, ReportInput};
use super::output::{ChampionDecision, ModelWeight};

/// Minimum number of paired forecasts for replacing the champion.
const LEAST_PAIRS: usize = 30;
/// One-sided p-value below which the challenger is promoted.
const LEVEL: f64 = 0.05;

/// Weights by past loss: exp(-rate x sum of losses), scaled to one; equal without outcomes.
///
/// Source: Freund & Schapire (1997), "A decision-theoretic generalization of on-line learning" (Hedge), with
/// the rate sqrt(8 ln(models) / outcomes) of Cesa-Bianchi & Lugosi (2006), theorem 2.2. A model's sum is its
/// mean loss times the most outcomes of any model, so that models with fewer forecasts are not favoured.
pub(super) fn weights(all: &[LedgerEntry], used: &[&LedgerEntry]) -> Vec<ModelWeight> {
    let mut losses: BTreeMap<&str, Vec<f64>> = all.iter().map(|entry| (entry.model.as_str(), Vec::new())).collect();
    for entry in used {
        if let (Some(losses), Some(loss)) = (losses.get_mut(entry.model.as_str()), loss(entry)) {
            losses.push(loss);
        }
    }
    let most = losses.values().map(Vec::len).max().unwrap_or(0) as f64;
    let rate = if most > 0.0 { (8.0 * (losses.len() as f64).ln() / most).sqrt() } else { 0.0 };
    let mean = |losses: &[f64]| (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64);
    let middle = mean(&losses.values().filter_map(|losses| mean(losses)).collect::<Vec<_>>()).unwrap_or(0.0);
    let raw: Vec<f64> =
        losses.values().map(|losses| (-rate * most * (mean(losses).unwrap_or(middle) - middle)).exp()).collect();
    let sum: f64 = raw.iter().sum();
    let weight = |((model, losses), raw): ((&&str, &Vec<f64>), f64)| ModelWeight {
        model: (*model).to_owned(),
        weight: raw / sum,
        loss: mean(losses),
        outcomes: losses.len() as u64,
    };
    losses.iter().zip(raw).map(weight).collect()
}

/// Decides whether the challenger was better on the forecasts that both made; returns `None` if the input names none.
///
/// Source: Diebold & Mariano (1995), "Comparing predictive accuracy", on paired losses.
pub(super) fn decide(input: &ReportInput, used: &[&LedgerEntry]) -> Option<ChampionDecision> {
    let (champion, challenger) = (input.champion.as_ref()?, input.challenger.as_ref()?);
    let of = |model: &str| -> BTreeMap<&str, f64> {
        let own = used.iter().filter(|entry| entry.model == model);
        own.filter_map(|entry| Some((entry.id.as_str(), loss(entry)?))).collect()
    };
    let (old, new) = (of(champion), of(challenger));
    let gains: Vec<f64> = old.iter().filter_map(|(id, loss)| Some(loss - new.get(id)?)).collect();
    let mut decision = ChampionDecision {
        champion: champion.clone(),
        challenger: challenger.clone(),
        decision: "not enough outcomes".to_owned(),
        pairs: gains.len() as u64,
        gain: None,
        p: None,
    };
    if gains.len() >= LEAST_PAIRS {
        let count = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let p =
            if variance > 0.0 { 0.5 * erfc(mean / (variance / count).sqrt() / std::f64::consts::SQRT_2) } else { 1.0 };
        (decision.gain, decision.p) = (Some(mean), Some(p));
        decision.decision = if p < LEVEL && mean > 0.0 { "promote" } else { "keep" }.to_owned();
    }
    Some(decision)
}
