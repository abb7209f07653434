//! Actions of the local engine.

use super::{Checked, Explanation, Input, MarketInput, Parameters, Scores, TenantsInput};
use crate::action::{action, output, parameters};

parameters! { Parameters => Checked, seed; }
output! {
    super::Scan { insights assumptions }
    Scores { assumptions }
    Explanation { insights assumptions }
    super::Tenants { insights assumptions }
}

action! {
    /// Finds the best markets.
    Scan = Local "scan", "The best markets, regional sites and hot spots of all verticals in all places.";
    Input, Parameters => super::Scan;
    reads [Market PayoutRates SerpSnapshots];
    |input, parameters, control| super::scan(input, parameters, control)
}

action! {
    /// Scores markets.
    Score = Local "score", "Markets with their P10, P50 and P90 and the parts of their scores.";
    Input, Parameters => Scores;
    reads [Market PayoutRates SerpSnapshots];
    |input, parameters, control| super::score(input, parameters, control)
}

action! {
    /// Explains one market.
    Explain = Local "explain", "One market: its arithmetic, months, uncertainty, sources and neighbours.";
    MarketInput, Parameters => Explanation;
    reads [Market PayoutRates SerpSnapshots];
    |input, parameters, control| super::explain(input, parameters, control)
}

action! {
    /// Finds possible tenants.
    Tenants = Local "tenants", "Businesses that may pay for the leads of a market, in the order to call them, and a fair rent.";
    TenantsInput, Parameters => super::Tenants;
    reads [Market];
    |input, parameters, control| super::tenants(input, parameters, control)
}
