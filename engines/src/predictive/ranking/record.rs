//! Accuracy of the method on the past of the same paths.

use super::RankingRecord;
use super::correlation;
use super::hazard::Hazards;
use super::latent::LogitScale;
use super::path::{LAGS, Trials};
use super::spread::Spread;

/// Computes errors, Brier scores and coverage over all trials, compared with "tomorrow = today".
pub(super) fn measure(trials: &Trials, spread: &Spread, scale: LogitScale, hazards: &Hazards) -> RankingRecord {
    let count = trials.all.len() as f64;
    let mean = |sum: f64| (count > 0.0).then(|| sum / count);
    let rank = |latent: f64| scale.raise(latent).unwrap_or(1.1 * scale.depth);
    let top10 = scale.threshold(10.0);
    let reach = spread.standard(0.9);
    let mut sums = [0.0; 5];
    let mut groups = [Group::default(); 10];
    for trial in &trials.all {
        let forecast = trial.forecast(&trials.weights);
        let deviation = spread.deviation(trial.keyword, LAGS[trial.lag] as f64);
        let came = f64::from(u8::from(trial.truth < top10));
        let stays = f64::from(u8::from(trial.naive() < top10));
        sums[0] += (rank(forecast) - rank(trial.truth)).abs();
        sums[1] += (rank(trial.naive()) - rank(trial.truth)).abs();
        let probability = spread.below((top10 - forecast) / deviation);
        groups[((probability * 10.0) as usize).min(9)].add(probability, came);
        sums[2] += (probability - came).powi(2);
        sums[3] += (stays - came).powi(2);
        sums[4] += f64::from(u8::from((trial.truth - forecast).abs() <= reach * deviation));
    }
    let parts = (count > 0.0).then(|| murphy(&groups, count));
    RankingRecord {
        forecasts: trials.all.len() as u32,
        mean_absolute_error: mean(sums[0]),
        naive_mean_absolute_error: mean(sums[1]),
        brier_top10: mean(sums[2]),
        naive_brier_top10: mean(sums[3]),
        reliability_top10: parts.map(|parts| parts[0]),
        resolution_top10: parts.map(|parts| parts[1]),
        uncertainty_top10: parts.map(|parts| parts[2]),
        coverage80: mean(sums[4]),
        common_movement: correlation::correlation(trials, spread),
        loses_to_naive: count > 0.0 && sums[0] >= sums[1],
        naive_weight: trials.weights.first().copied().unwrap_or(1.0),
        months_at_risk: hazards.months_at_risk,
        reached_top10: hazards.events as u32,
        hazard_ratio: hazards.ratio,
    }
}

/// Forecasts with probabilities in one tenth.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    count: f64,
    probability: f64,
    came: f64,
}

impl Group {
    fn add(&mut self, probability: f64, came: f64) {
        self.count += 1.0;
        self.probability += probability;
        self.came += came;
    }
}

/// Computes reliability, resolution and uncertainty of a Brier score.
///
/// Source: Murphy (1973), "A new vector partition of the probability score", J. Applied Meteorology 12(4), eq. 4. A
/// group is represented by its mean probability, so the parts add up to the score except for the spread within groups.
fn murphy(groups: &[Group], count: f64) -> [f64; 3] {
    let rate = groups.iter().map(|group| group.came).sum::<f64>() / count;
    let mut parts = [0.0, 0.0, rate * (1.0 - rate)];
    for group in groups.iter().filter(|group| group.count > 0.0) {
        let (probability, came) = (group.probability / group.count, group.came / group.count);
        parts[0] += group.count / count * (probability - came).powi(2);
        parts[1] += group.count / count * (came - rate).powi(2);
    }
    parts
}
