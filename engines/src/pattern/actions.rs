//! Actions of the pattern engine.

use super::{
    Input, Output, Parameters,
    analyse::Checked,
    anomalies::{self, AnomalyInput},
    attribute::{self, AttributeInput, Attribution},
    change_points::{self, ChangePointInput},
    decompose::{self, DecomposeInput, Decomposed},
    rules::{self, RulesInput},
};
use crate::action::{Alternative, Data, Need, action, output, parameters};

parameters! {
    Parameters => Checked;
    change_points::Parameters => change_points::Checked;
    decompose::Parameters => decompose::Checked;
    anomalies::Parameters => anomalies::Checked;
    attribute::Parameters => attribute::Checked;
    rules::Parameters => rules::Checked;
}
output! {
    Output { insights assumptions }
    change_points::ChangePoints { }
    Decomposed { }
    anomalies::Anomalies { }
    Attribution { insights assumptions }
    rules::Rules { insights assumptions }
}

action! {
    /// Finds changes, season and unusual days of a website.
    ChangePoints = Pattern "change-points", "What changed, when, whether other sites changed too, and what repeats; for a website's days (`daily`) or any `series`.";
    Input, Parameters => Output;
    reads [DailySeries ChangeLog];
    needs [Need::days(21)];
    alternative Alternative::of::<SeriesChangePoints>("series");
    |input, parameters, control| super::analyse(input, parameters, control)
}

action! {
    /// Finds changes of any series.
    SeriesChangePoints = Pattern "change-points", "Points at which a series of one or more dimensions changed.";
    ChangePointInput, change_points::Parameters => change_points::ChangePoints;
    |input, parameters, control| change_points::change_points(input, parameters, control)
}

action! {
    /// Decomposes a series into trend, seasons and remainder.
    Decompose = Pattern "decompose", "Trend, seasons and remainder of a series: STL as in R, MSTL for several periods.";
    DecomposeInput, decompose::Parameters => Decomposed;
    reads [DailySeries];
    needs [Need::days(14)];
    |input, parameters, control| decompose::decompose(input, parameters, control)
}

action! {
    /// Finds unusual steps.
    Anomalies = Pattern "anomalies", "Steps that deviate from trend and seasonality.";
    AnomalyInput, anomalies::Parameters => anomalies::Anomalies;
    reads [DailySeries];
    needs [Need::days(12)];
    |input, parameters, control| anomalies::anomalies(input, parameters, control)
}

action! {
    /// Finds the elements that explain a change.
    Attribute = Pattern "attribute", "Which pages, queries, devices or countries explain a change.";
    AttributeInput, attribute::Parameters => Attribution;
    reads [DailySeries];
    needs [Need::any(Data::DailySeries)];
    |input, parameters, control| attribute::attribute(input, parameters, control)
}

action! {
    /// Finds association rules.
    Rules = Pattern "rules", "What occurs together more often than by chance.";
    RulesInput, rules::Parameters => rules::Rules;
    reads [SiteCrawl];
    |input, parameters, control| rules::rules(input, parameters, control)
}
