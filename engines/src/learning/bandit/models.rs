//! The models of the rewards and their weights.

use super::belief::{Belief, Evidence, Guess, Prior, View};
use super::density::Densities;
use super::features::{Landmarks, Scaler, median_distance};
use super::rewards::Rewards;
use crate::stat::{SplitMix64, standard_normal};

/// Maximum number of products for the predictions of all actions by one model; more actions have fewer features.
const PRODUCTS: usize = 200_000;
/// Maximum number of landmarks.
const LANDMARKS: usize = 64;
/// Decays of the likeness with the squared distance, in medians: wide and narrow.
const DECAYS: [f64; 2] = [0.5, 2.0];
/// Variances of the effects of the values of a context that are compared, in variances of the noise.
const SLOPES: [f64; 2] = [0.3, 4.0];
/// Standard deviations that are added to the mean reward of each action, and those of a random part.
const OPTIMISM: f64 = 0.5;
const COURAGE: f64 = 0.15;
/// Models with a smaller relative weight are skipped.
const NEGLIGIBLE: f64 = 0.02;
/// Logarithms of the weights of models before the first reward: an action whose effect depends on the context must be
/// tried in many contexts before that shows, so richer models come first until the rewards refute them.
const VALUES: f64 = 4.0;
const LIKENESS: f64 = 1.0;
const ONE_PAYS: f64 = 8.0;
const CHANGE: f64 = -3.0;
/// The model of one rewarded action is slow. From [`TRIAL`] rounds on it is discarded if the logarithm of its relative
/// weight is below [`HOPELESS`], and from [`SETTLED`] rounds on below [`UNLIKELY`].
const TRIAL: u64 = 40;
const HOPELESS: f64 = -12.0;
const SETTLED: u64 = 300;
const UNLIKELY: f64 = -2.0;

/// Models with their evidence.
#[derive(Debug, Clone)]
pub(super) struct Models {
    actions: usize,
    now: u64,
    rewards: Rewards,
    features: Option<Features>,
    beliefs: Vec<(Belief, Evidence)>,
    /// Exactly one action pays 1, the others 0; `None` if that is not so.
    one_pays: Option<(Densities, Evidence)>,
}

/// Features learned from contexts.
#[derive(Debug, Clone)]
struct Features {
    scaler: Scaler,
    /// One over the root of the mean square of a scaled context.
    unit: f64,
    landmarks: Vec<Landmarks>,
}

/// A context as each view sees it; each view starts with a constant of 1.
struct Seen {
    scaled: Vec<f64>,
    views: Vec<Vec<f64>>,
}

impl Seen {
    fn by(&self, view: View) -> &[f64] {
        &self.views[view as usize]
    }
}

/// Logarithm of the weight of a model before the first reward.
fn ln_prior(prior: &Prior) -> f64 {
    let view = match prior.view {
        View::Nothing => 0.0,
        View::Values => VALUES,
        View::Wide | View::Narrow => LIKENESS,
    };
    view + if prior.keep < 1.0 { CHANGE } else { 0.0 }
}

fn priors(view: View) -> Vec<Prior> {
    let prior = |level: f64, slope: f64, keep: f64| Prior { view, level, slope, keep };
    let mut priors = Vec::new();
    match view {
        View::Nothing => {
            for level in [0.05, 0.5] {
                priors.extend([1.0, 0.998, 0.99].map(|keep| prior(level, 0.0, keep)));
            }
        }
        View::Values => {
            for slope in SLOPES {
                priors.extend([1.0, 0.998].map(|keep| prior(0.1, slope, keep)));
            }
        }
        View::Wide | View::Narrow => {
            priors.extend([0.5, 2.5].map(|slope| prior(0.1, slope, 1.0)));
        }
    }
    priors
}

impl Models {
    /// Creates models for rewards that do not depend on the context, because nothing is known of contexts.
    pub(super) fn new(actions: usize) -> Self {
        let mut models = Self {
            actions,
            now: 0,
            rewards: Rewards::new(actions),
            features: None,
            beliefs: Vec::new(),
            one_pays: Some((Densities::new(actions, 1.0), Evidence::default())),
        };
        models.add(View::Nothing);
        models
    }

    /// Creates models with features learned from contexts.
    pub(super) fn of_contexts(actions: usize, contexts: &[&[f64]]) -> Self {
        let mut models = Self::new(actions);
        let width = ((PRODUCTS / actions) as f64).sqrt() as usize - 1;
        let scaler = Scaler::fit(contexts, width);
        let scaled: Vec<Vec<f64>> = contexts.iter().map(|x| scaler.scaled(x)).collect();
        let Some(median) = median_distance(&scaled) else { return models };
        let most = LANDMARKS.min(width);
        let landmarks = DECAYS.iter().map(|decay| Landmarks::fit(&scaled, most, decay / median)).collect();
        models.features = Some(Features { scaler, unit: (2.0 / median).sqrt(), landmarks });
        [View::Values, View::Wide, View::Narrow].into_iter().for_each(|view| models.add(view));
        models.one_pays = Some((Densities::new(actions, median), Evidence::default()));
        models
    }

    fn add(&mut self, view: View) {
        let new = |prior| (Belief::new(prior, self.actions), Evidence::default());
        self.beliefs.extend(priors(view).into_iter().map(new));
    }

    fn see(&self, x: &[f64]) -> Seen {
        let Some(features) = &self.features else {
            return Seen { scaled: x.to_vec(), views: vec![vec![1.0]] };
        };
        let scaled = features.scaler.scaled(x);
        let mut views = vec![vec![1.0], vec![1.0], vec![1.0], vec![1.0]];
        views[View::Values as usize].extend(scaled.iter().map(|value| features.unit * value));
        for (view, landmarks) in [View::Wide, View::Narrow].into_iter().zip(&features.landmarks) {
            views[view as usize].extend(landmarks.features(&scaled));
        }
        Seen { scaled, views }
    }

    /// Draws a model and then rewards by that model, and returns the action with the highest.
    pub(super) fn choose(&self, x: &[f64], random: &mut SplitMix64) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        for (action, (mean, variance)) in self.expected(&self.see(x)).into_iter().enumerate() {
            let courage = OPTIMISM + COURAGE * standard_normal(random);
            let reward = mean + courage * variance.sqrt() + 1e-9 * random.uniform();
            if reward > best.0 {
                best = (reward, action);
            }
        }
        best.1
    }

    /// Mean and variance of the expected reward of each action, averaged over the models.
    ///
    /// The variance by the values of the context is that of the vaguest prior: a narrow one fits before much is known, and
    /// then would not let anything more be tried.
    fn expected(&self, seen: &Seen) -> Vec<(f64, f64)> {
        let weights = self.weights();
        let prior = self.rewards.mean_of_actions();
        let mut expected = vec![(0.0, 0.0); self.actions];
        for (at, (belief, evidence)) in self.beliefs.iter().enumerate().filter(|(at, _)| weights[*at] > 0.0) {
            let noise = evidence.noise(self.rewards.variance());
            let features = seen.by(belief.prior.view);
            let vaguest = self.vaguest(belief);
            for (action, (mean, variance)) in expected.iter_mut().enumerate() {
                let guess = belief.guess(action, features, self.now, prior);
                let vague = vaguest.map_or(guess, |vaguest| vaguest.guess(action, features, self.now, prior));
                *mean += weights[at] * guess.mean;
                *variance += weights[at] * noise * vague.variance;
            }
        }
        let weight = weights.last().copied().unwrap_or(0.0);
        if let Some((densities, _)) = self.one_pays.as_ref().filter(|_| weight > 0.0) {
            let chances = densities.chances(&seen.scaled).mean;
            expected.iter_mut().zip(chances).for_each(|(expected, chance)| expected.0 += weight * chance);
        }
        expected
    }

    /// Returns another belief about the values of the context with the largest slopes.
    fn vaguest(&self, of: &Belief) -> Option<&Belief> {
        let Prior { view, keep, slope, .. } = of.prior;
        let is_vaguer = |prior: &Prior| prior.view == view && prior.keep == keep && prior.slope > slope;
        let mut others = self.beliefs.iter().map(|(belief, _)| belief).filter(|other| is_vaguer(&other.prior));
        if view == View::Values { others.next_back() } else { None }
    }

    /// Weights of the beliefs and, last, of the model of one rewarded action; their sum is 1.
    fn weights(&self) -> Vec<f64> {
        let logarithms = self.ln_weights();
        let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight =
            |logarithm: &f64| Some((logarithm - most).exp()).filter(|weight| *weight >= NEGLIGIBLE).unwrap_or(0.0);
        let raw: Vec<f64> = logarithms.iter().map(weight).collect();
        let sum: f64 = raw.iter().sum();
        raw.into_iter().map(|weight| weight / sum).collect()
    }

    /// Logarithms of the weights, relative to each other.
    fn ln_weights(&self) -> Vec<f64> {
        let (variance, is_binary) = (self.rewards.variance(), self.rewards.is_binary());
        let of = |evidence: &Evidence| evidence.ln_likelihood(variance, is_binary);
        let beliefs = self.beliefs.iter().map(|(belief, evidence)| ln_prior(&belief.prior) + of(evidence));
        beliefs.chain(self.one_pays.as_ref().map(|(_, evidence)| ONE_PAYS + of(evidence))).collect()
    }

    /// Adds a round.
    pub(super) fn learn(&mut self, x: &[f64], action: usize, reward: f64) {
        let seen = self.see(x);
        // Before the first reward its unit is unknown, and the error of the prior would outweigh all later ones.
        let is_unit_known = self.now > 0 || reward == 0.0 || reward == 1.0;
        let mean = if is_unit_known { self.rewards.mean_of_actions() } else { reward };
        for (belief, evidence) in &mut self.beliefs {
            let features = seen.by(belief.prior.view);
            evidence.add(belief.guess(action, features, self.now, mean), reward, mean);
            belief.learn(action, features, self.now, reward);
        }
        self.rewards.add(action, reward);
        self.now += 1;
        self.learn_one_pays(&seen, action, reward);
    }

    fn learn_one_pays(&mut self, seen: &Seen, action: usize, reward: f64) {
        if !self.rewards.is_binary() {
            self.one_pays = None;
        }
        let Some((densities, evidence)) = &mut self.one_pays else { return };
        let usual = self.rewards.mean_of_actions();
        let chances = densities.chances(&seen.scaled);
        evidence.add(Guess { mean: chances.mean[action], variance: 0.0 }, reward, usual);
        densities.learn(&seen.scaled, chances, action, reward == 1.0);
        if self.now >= TRIAL {
            let weights = self.ln_weights();
            let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let least = if self.now > SETTLED { UNLIKELY } else { HOPELESS };
            if weights.last().is_some_and(|last| last - most < least) {
                self.one_pays = None;
            }
        }
    }
}
