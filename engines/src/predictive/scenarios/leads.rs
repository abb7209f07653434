//! Integer numbers of leads, and the time of the first one.

use super::FirstLead;
use crate::common::Day;
use crate::predictive::Checked;
use crate::stat::{SplitMix64, normal_quantile};

/// Mean from which a Poisson count is approximated by a normal distribution.
const MANY: f64 = 50.0;

/// Draws a Poisson count for the mean of each draw (inverse transform; Devroye 1986, "Non-uniform random variate generation",
/// X.3).
pub(super) fn counted(expected: &[f64], random: &mut SplitMix64) -> Vec<f64> {
    expected.iter().map(|mean| poisson(*mean, random.uniform())).collect()
}

fn poisson(mean: f64, uniform: f64) -> f64 {
    if mean > MANY {
        return (mean + mean.sqrt() * normal_quantile(uniform.clamp(1e-9, 1.0 - 1e-9))).round().max(0.0);
    }
    let (mut count, mut term) = (0.0, (-mean).exp());
    let mut sum = term;
    while sum < uniform && count < 10.0 * MANY {
        count += 1.0;
        term *= mean / count;
        sum += term;
    }
    count
}

/// Probability of a first lead from which its time is no question.
const NEARLY_CERTAIN: f64 = 0.99;

/// Returns the first lead if it is an open question: no lead was counted so far, and none is nearly certain.
pub(super) fn open(first: FirstLead, params: &Checked) -> Option<FirstLead> {
    // A rate with the visits behind it was counted.
    let counted = params.conversion_rate.zip(params.conversion_visits).map_or(0.0, |(rate, visits)| rate * visits);
    (counted < 0.5 && first.probability <= NEARLY_CERTAIN).then_some(first)
}

/// P(no lead by a day) is the mean over all draws of exp(-expected leads by then).
pub(super) fn first(clicks: &[Vec<f64>], conversion: &[f64], last: Day) -> FirstLead {
    let days = clicks.first().map_or(0, Vec::len);
    let mut expected = vec![0.0; clicks.len()];
    let mut found = FirstLead { likely_by: None, nearly_certain_by: None, probability: 0.0 };
    for day in 0..days {
        for ((sum, draw), rate) in expected.iter_mut().zip(clicks).zip(conversion) {
            *sum += draw[day] * rate;
        }
        let none: f64 = expected.iter().map(|sum| (-sum).exp()).sum::<f64>() / expected.len() as f64;
        found.probability = 1.0 - none;
        let date = Some(last.plus(day as i32 + 1));
        if none <= 0.5 && found.likely_by.is_none() {
            found.likely_by = date;
        }
        if none <= 0.1 && found.nearly_certain_by.is_none() {
            found.nearly_certain_by = date;
        }
    }
    found
}
