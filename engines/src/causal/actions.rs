//! Actions of the causal engine.

use super::{DiscoverInput, DiscoverOutput, TreatmentInput, TreatmentOutput, citations, experiment, impact, power};
use crate::action::{Data, Need, Seed, action, output, parameters};

/// Minimum number of days before a change for a measurement.
const LEAST_DAYS: u32 = 21;

parameters! {
    impact::Parameters => impact::Checked;
    power::Parameters => power::Checked;
    experiment::Parameters => experiment::Checked, seed;
}
output! {
    impact::Impact { insights assumptions }
    citations::CitationEffect { insights assumptions }
    power::Power { }
    experiment::Experiment { insights assumptions }
    DiscoverOutput { assumptions }
    TreatmentOutput { assumptions }
}

action! {
    /// Measures the effect of a change.
    Impact = Causal "impact", "The effect of one change on one series, compared with what would have happened without it.";
    impact::ImpactInput, impact::Parameters => impact::Impact;
    reads [DailySeries ChangeLog];
    needs [Need::days(LEAST_DAYS), Need::any(Data::ChangeLog)];
    |input, parameters, control| impact::impact(input, parameters, control)
}

action! {
    /// Measures the effect of a change on citations in AI answers.
    Citations = Causal "citations", "The effect of one change on the daily share of AI answers that cite the site.";
    citations::CitationsInput, impact::Parameters => citations::CitationEffect;
    reads [AiAnswers ChangeLog];
    needs [Need::any(Data::AiAnswers), Need::any(Data::ChangeLog)];
    |input, parameters, control| citations::citations(input, parameters, control)
}

action! {
    /// Estimates the power of a test.
    Power = Causal "power", "The smallest effect that can be detected, and how long it takes to detect a given one.";
    power::PowerInput, power::Parameters => power::Power;
    reads [DailySeries];
    needs [Need::days(LEAST_DAYS)];
    |input, parameters, control| power::power(input, parameters, control)
}

action! {
    /// Splits pages, or evaluates a split.
    Experiment = Causal "experiment", "Splits pages at random, or measures the outcome of a split, over one or several sites.";
    experiment::ExperimentInput, experiment::Parameters => experiment::Experiment;
    reads [DailySeries ChangeLog];
    needs [Need::days(LEAST_DAYS)];
    |input, parameters, control| experiment::experiment(input, parameters, control)
}

action! {
    /// Finds a causal graph.
    Discover = Causal "discover", "Causal structure between variables, as far as observational data can show it: score-based search (tabu search with BDeu or BIC, orientation rules of Meek).";
    DiscoverInput, Seed => DiscoverOutput;
    |input, parameters, control| super::discover(input, parameters.seed, control)
}

action! {
    /// Estimates the effects of a treatment.
    Treatment = Causal "treatment", "Effect of a treatment on each row and on average, when it was not randomly assigned.";
    TreatmentInput, Seed => TreatmentOutput;
    |input, parameters, control| super::treatment(input, parameters.seed, control)
}
