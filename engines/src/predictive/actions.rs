//! Actions of the predictive engine.

use super::{
    Checked, Parameters, RankingInput, RankingOutput, ScenariosInput, ScenariosOutput, SeriesForecast, SeriesInput,
    TrafficInput, TrafficOutput,
};
use crate::action::{Alternative, Data, Need, NoParameters, action, output, parameters};

parameters! { Parameters => Checked, seed; }
output! {
    TrafficOutput { insights assumptions forecasts }
    RankingOutput { insights assumptions forecasts }
    ScenariosOutput { insights assumptions forecasts }
    SeriesForecast { }
}

action! {
    /// Forecasts a website's traffic.
    Forecast = Predictive "forecast", "Forecasts a site's daily clicks and impressions (`days`), or any series (`y`, `season`, `horizon`).";
    TrafficInput, Parameters => TrafficOutput;
    reads [DailySeries];
    needs [Need::days(28)];
    alternative Alternative::of::<ForecastSeries>("y");
    |input, parameters, control| super::traffic(input, parameters, control)
}

action! {
    /// Forecasts any series.
    ForecastSeries = Predictive "forecast", "Forecasts any series of equal steps.";
    SeriesInput, NoParameters => SeriesForecast;
    |input, _parameters, control| super::forecast_series(input, control)
}

action! {
    /// Forecasts ranks.
    Ranking = Predictive "ranking", "Forecast rank of keywords after 30, 60, 90 and 180 days, with the probabilities of the top 3, 10 and 20.";
    RankingInput, Parameters => RankingOutput;
    reads [RankHistory];
    needs [Need::any(Data::RankHistory)];
    |input, parameters, control| super::ranking(input, parameters, control)
}

action! {
    /// Forecasts clicks, leads and revenue by month.
    Scenarios = Predictive "scenarios", "Clicks, leads and money by month: pessimistic, realistic and optimistic.";
    ScenariosInput, Parameters => ScenariosOutput;
    reads [DailySeries RankHistory Conversions LeadRevenue];
    needs [Need::days(28)];
    |input, parameters, control| super::scenarios(input, parameters, control)
}
