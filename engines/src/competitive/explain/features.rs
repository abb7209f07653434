//! Page features associated with higher positions.

use std::collections::BTreeMap;

use super::super::holdout::{Tally, split};
use super::super::logit::{Ranking, fit, largest_lambda, likelihood, score};
use super::super::result_set::{OWN, ResultSet};
use super::super::{Checked, FeatureAssociation, Input, Prediction};
use crate::common::{Control, EngineError, checkpoint};

/// Number of cross-validation folds.
const FOLDS: usize = 5;
/// Number of penalties tried, from the one that selects nothing down to a thousandth of it.
const PRICES: usize = 12;
/// Minimum number of SERPs.
const LEAST_PAGES: usize = 20;
/// Minimum share of ranked pages for which a feature is known.
const LEAST_KNOWN: f64 = 0.8;

/// Selected features.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) features: Vec<FeatureAssociation>,
    pub(super) prediction: Option<Prediction>,
    pub(super) notes: Vec<String>,
}

struct Data {
    names: Vec<String>,
    rankings: Vec<Ranking>,
    means: Vec<f64>,
    deviations: Vec<f64>,
    own: Vec<Vec<f64>>,
    winners: Vec<Vec<f64>>,
    pages: u32,
}

pub(super) fn associate(
    set: &ResultSet, input: &Input, params: &Checked, control: &dyn Control,
) -> Result<Found, EngineError> {
    let Some(data) = read(set, input)? else { return Ok(Found::default()) };
    if data.rankings.len() < LEAST_PAGES {
        let note = format!(
            "Page features are known for {} search results; at least {LEAST_PAGES} are needed",
            data.rankings.len()
        );
        return Ok(Found { notes: vec![note], ..Found::default() });
    }
    let (learned, aside) = split(data.rankings.len(), params.held_out, params.seed);
    let pick = |numbers: &[usize]| numbers.iter().map(|at| &data.rankings[*at]).collect::<Vec<_>>();
    let (price, stability) = cross_validate(&pick(&learned), data.names.len(), control)?;
    let weights = fit(&pick(&learned), price, &vec![0.0; data.names.len()]);
    let mut tally = Tally::default();
    for ranking in pick(&aside) {
        tally.add(&ranking.iter().map(|features| (score(features, &weights), 0.0)).collect::<Vec<_>>());
    }
    let mut features: Vec<FeatureAssociation> =
        (0..weights.len()).map(|at| association(&data, &weights, &stability, at)).collect();
    features
        .sort_by(|a, b| b.coefficient.abs().total_cmp(&a.coefficient.abs()).then_with(|| a.feature.cmp(&b.feature)));
    Ok(Found { features, prediction: tally.prediction(), notes: Vec::new() })
}

fn association(data: &Data, weights: &[f64], stability: &[Vec<f64>], at: usize) -> FeatureAssociation {
    let same = stability.iter().filter(|fold| weights[at] != 0.0 && fold[at] * weights[at] > 0.0).count();
    let mean =
        |rows: &[Vec<f64>]| (!rows.is_empty()).then(|| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64);
    FeatureAssociation {
        feature: data.names[at].clone(),
        coefficient: weights[at],
        stability: same as f64 / FOLDS as f64,
        own_mean: mean(&data.own).map(|value| data.means[at] + data.deviations[at] * value),
        winners_mean: data.means[at] + data.deviations[at] * mean(&data.winners).unwrap_or(0.0),
        pages: data.pages,
    }
}

/// Returns the largest penalty within one standard error of the best, and the weights of each fold at it.
///
/// Source: Hastie, Tibshirani & Friedman (2009), "The elements of statistical learning", section 7.10.
fn cross_validate(
    rankings: &[&Ranking], features: usize, control: &dyn Control,
) -> Result<(f64, Vec<Vec<f64>>), EngineError> {
    let top = largest_lambda(rankings, features);
    let prices: Vec<f64> = (0..PRICES).map(|at| top * 1e-3_f64.powf(at as f64 / (PRICES - 1) as f64)).collect();
    let mut weights = vec![vec![vec![0.0; features]; FOLDS]; PRICES];
    let mut scores = vec![vec![0.0; FOLDS]; PRICES];
    for fold in 0..FOLDS {
        checkpoint(control)?;
        let is_out = |at: usize| at % FOLDS == fold;
        let part = |out: bool| {
            let kept = rankings.iter().enumerate().filter(move |(at, _)| is_out(*at) == out);
            kept.map(|(_, ranking)| *ranking).collect::<Vec<_>>()
        };
        let (learned, aside) = (part(false), part(true));
        let mut start = vec![0.0; features];
        for (at, price) in prices.iter().enumerate() {
            start = fit(&learned, *price, &start);
            scores[at][fold] = likelihood(&aside, &start).0;
            weights[at][fold].clone_from(&start);
        }
    }
    let chosen = one_standard_error(&scores);
    Ok((prices[chosen], weights.swap_remove(chosen)))
}

fn one_standard_error(scores: &[Vec<f64>]) -> usize {
    let mean = |fold: &Vec<f64>| fold.iter().sum::<f64>() / FOLDS as f64;
    let means: Vec<f64> = scores.iter().map(mean).collect();
    let best = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b])).unwrap_or(0);
    let square: f64 = scores[best].iter().map(|score| (score - means[best]).powi(2)).sum();
    let error = (square / ((FOLDS - 1) * FOLDS) as f64).sqrt();
    (0..means.len()).find(|at| means[*at] >= means[best] - error).unwrap_or(best)
}

/// Returns the standardised features of the ranked pages; pages with a missing feature are left out.
fn read(set: &ResultSet, input: &Input) -> Result<Option<Data>, EngineError> {
    for (at, page) in input.pages.iter().enumerate() {
        if let Some((name, _)) = page.features.iter().find(|(_, value)| !value.is_finite()) {
            return Err(EngineError::input(format!("pages[{at}].features.{name}"), "must be a finite number"));
        }
    }
    let known: BTreeMap<&str, &BTreeMap<String, f64>> =
        input.pages.iter().map(|page| (page.url.as_str(), &page.features)).collect();
    let mut times: BTreeMap<&String, usize> = BTreeMap::new();
    known.values().flat_map(|features| features.keys()).for_each(|name| *times.entry(name).or_default() += 1);
    let is_known = |count: &usize| *count as f64 >= LEAST_KNOWN * known.len() as f64;
    let names: Vec<String> =
        times.into_iter().filter(|(_, count)| is_known(count)).map(|(name, _)| name.clone()).collect();
    let row = |url: &str| {
        let features = known.get(url)?;
        names.iter().map(|name| features.get(name).copied()).collect::<Option<Vec<f64>>>()
    };
    let mut rows: Vec<Vec<(f64, usize, Vec<f64>)>> = Vec::new();
    for serp in &set.serps {
        let page = |(position, site, url): &(f64, usize, String)| Some((*position, *site, row(url)?));
        rows.push(serp.results.iter().filter_map(page).collect());
    }
    rows.retain(|page| page.len() > 1);
    Ok((!names.is_empty() && !rows.is_empty()).then(|| standardised(names, rows)))
}

fn standardised(names: Vec<String>, rows: Vec<Vec<(f64, usize, Vec<f64>)>>) -> Data {
    let all: Vec<&Vec<f64>> = rows.iter().flatten().map(|(_, _, row)| row).collect();
    let (count, pages) = (all.len() as f64, all.len() as u32);
    let means: Vec<f64> = (0..names.len()).map(|at| all.iter().map(|row| row[at]).sum::<f64>() / count).collect();
    let deviation = |at: usize| (all.iter().map(|row| (row[at] - means[at]).powi(2)).sum::<f64>() / count).sqrt();
    let deviations: Vec<f64> = (0..names.len()).map(deviation).collect();
    let scale = |row: &[f64]| -> Vec<f64> {
        let value = |at: usize| if deviations[at] > 1e-12 { (row[at] - means[at]) / deviations[at] } else { 0.0 };
        (0..row.len()).map(value).collect()
    };
    let of = |keep: &dyn Fn(f64, usize) -> bool| {
        let kept = rows.iter().flatten().filter(|(position, site, _)| keep(*position, *site));
        kept.map(|(_, _, row)| scale(row)).collect::<Vec<_>>()
    };
    let own = of(&|_, site| site == OWN);
    let winners = of(&|position, _| position <= 3.0);
    let rankings = rows.iter().map(|page| page.iter().map(|(_, _, row)| scale(row)).collect()).collect();
    Data { names, rankings, means, deviations, own, winners, pages }
}
