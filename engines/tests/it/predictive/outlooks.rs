//! Traffic, leads and money: factors against SciPy, sums that add up, and what each parameter changes.

use engines::action::Output;
use engines::common::{EngineError, Forecast, Interval, Metric, Unattended};
use engines::predictive::{
    Factor, Parameters, RankPath, RankPoint, ScenariosInput, ScenariosOutput, TrafficForecast, TrafficInput,
    TrafficOutput, scenarios, traffic,
};
use proptest::prelude::*;

use super::{day, priced, site, traffic_input};
use crate::table::assert_close;

fn outlook(clicks: &[f64], params: Parameters) -> TrafficOutput {
    traffic(&traffic_input(clicks), &params.check().unwrap(), &Unattended).unwrap()
}

fn clicks(days: &[f64], params: Parameters) -> TrafficForecast {
    outlook(days, params).clicks.unwrap()
}

fn months(days: &[f64], params: Parameters) -> ScenariosOutput {
    let input = ScenariosInput { days: traffic_input(days).days, ..ScenariosInput::default() };
    scenarios(&input, &params.check().unwrap(), &Unattended).unwrap()
}

fn factor<'a>(output: &'a ScenariosOutput, name: &str) -> &'a Factor {
    output.factors.iter().find(|factor| factor.name == name).unwrap()
}

fn quick() -> Parameters {
    Parameters { draws: 400, horizon_days: 40, ..Parameters::default() }
}

/// 10, 50 and 90 % points and mean by `scipy.stats.beta`: the assumption, a stated rate, and one weighed by its visits.
#[test]
fn conversion_rates_agree_with_scipy() {
    let cases = [
        (None, None, [0.031_485_286_339_084_94, 0.048_504_958_559_985_656, 0.070_451_939_626_953_87, 0.05]),
        (Some(0.1), None, [0.091_494_036_281_238_84, 0.099_866_668_183_796_23, 0.108_677_374_332_521_2, 0.1]),
        (
            Some(0.02),
            Some(5_000.0),
            [
                0.018_639_279_543_018_954,
                0.021_092_482_005_612_607,
                0.023_747_292_028_863_453,
                0.021_153_846_153_846_155,
            ],
        ),
    ];
    for (conversion_rate, conversion_visits, [low, mid, high, mean]) in cases {
        let output = months(&[50.0; 60], Parameters { conversion_rate, conversion_visits, ..quick() });
        let found = factor(&output, "conversionRate");
        // The strata of 400 draws.
        assert_close(found.interval.low, low, 0.01, "10 %");
        assert_close(found.interval.mid, mid, 0.01, "50 %");
        assert_close(found.interval.high, high, 0.01, "90 %");
        assert_close(found.interval.mean, mean, 0.002, "mean");
        assert_eq!(found.is_assumption, conversion_rate.is_none());
        assert_eq!(output.needs.iter().any(|need| need.kind == "conversion_rate"), conversion_rate.is_none());
    }
}

#[test]
fn a_spread_of_one_half_means_two_thirds_to_one_and_a_half_times() {
    for (spread, low, high) in [(0.5, 1.0 / 1.5, 1.5), (1.0, 0.5, 2.0), (0.0, 1.0, 1.0), (3.0, 0.25, 4.0)] {
        let params = Parameters { value_per_lead_spread: spread, draws: 2_000, ..priced() };
        let found = &factor(&months(&[50.0; 60], params), "valuePerLead").interval.clone();
        assert_close(found.mid, 15_000.0, 0.005, "median");
        assert_close(found.low, 15_000.0 * low, 0.01, "10 %");
        assert_close(found.high, 15_000.0 * high, 0.01, "90 %");
    }
}

#[test]
fn days_follow_each_other_and_the_naive_forecast_is_the_week_before() {
    let days = site(120, 3);
    let found = clicks(&days, quick());
    assert_eq!((found.last_day, found.fan.len()), (day(119), 40));
    for (ahead, row) in found.fan.iter().enumerate() {
        assert_eq!(row.date, day(120 + ahead as i32));
        assert_eq!(row.naive, days[113 + ahead % 7]);
        assert!(row.mean >= 0.0 && row.lo95 >= 0.0);
    }
    assert_eq!((found.before, found.before_days), (days[80..].iter().sum::<f64>(), 40));
}

#[test]
fn months_hold_what_has_passed_and_what_is_forecast() {
    // Day 0 is 5 January 2026, so 40 days end on 13 February.
    let days = site(40, 5);
    let found = clicks(&days, quick());
    let names: Vec<&str> = found.months.iter().map(|month| month.month.as_str()).collect();
    assert_eq!(names, ["2026-02", "2026-03"]);
    let february = &found.months[0];
    assert_eq!((february.days_forecast, february.observed), (15, days[27..].iter().sum::<f64>()));
    assert!(february.is_whole && february.sum.low >= february.observed);
    let march = &found.months[1];
    assert_eq!((march.days_forecast, march.observed, march.is_whole), (25, 0.0, false));
    let means: f64 = found.months.iter().map(|month| month.sum.mean - month.observed).sum();
    assert_close(means, found.total.mean, 1e-9, "months add up to the total");
}

#[test]
fn twice_the_width_widens_every_interval_and_moves_no_forecast() {
    let days = site(120, 4);
    let (one, two) = (clicks(&days, quick()), clicks(&days, Parameters { interval_width: 2.0, ..quick() }));
    for (a, b) in one.fan.iter().zip(&two.fan) {
        assert_eq!(a.mean, b.mean);
        let (narrow, wide) = (a.hi95 - a.lo95, b.hi95 - b.lo95);
        assert!(wide > 1.3 * narrow, "{narrow} became {wide} on {}", a.date);
        assert!(b.lo95 <= a.lo95 && a.hi95 <= b.hi95 && b.p10 <= a.p10 && a.p90 <= b.p90);
    }
}

#[test]
fn history_days_leave_older_days_out() {
    let mut days = vec![1_000.0; 60];
    days.extend(site(90, 6));
    let newest = clicks(&days, Parameters { history_days: Some(90), ..quick() });
    let mut alone = traffic_input(&days);
    alone.days.drain(..60);
    let alone = traffic(&alone, &quick().check().unwrap(), &Unattended).unwrap().clicks.unwrap();
    assert_eq!(newest.fan, alone.fan);
    assert_ne!(newest.fan, clicks(&days, quick()).fan);
}

#[test]
fn the_seed_moves_draws_and_not_the_fan() {
    let days = site(100, 7);
    let (one, other) = (clicks(&days, quick()), clicks(&days, Parameters { seed: 1, ..quick() }));
    assert_eq!(one.fan, other.fan);
    assert_ne!(one.total, other.total);
    assert!((one.total.mean / other.total.mean - 1.0).abs() < 0.03);
}

#[test]
fn clicks_and_impressions_are_forecast_apart() {
    let mut input = traffic_input(&site(80, 8));
    let run = |input: &TrafficInput| traffic(input, &quick().check().unwrap(), &Unattended).unwrap();
    let both = run(&input);
    input.days.iter_mut().for_each(|row| row.impressions = None);
    let clicks = run(&input);
    assert_eq!((clicks.clicks, clicks.impressions), (both.clicks.clone(), None));
    input.days.iter_mut().zip(traffic_input(&site(80, 8)).days).for_each(|(row, whole)| {
        row.clicks = None;
        row.impressions = whole.impressions;
    });
    let impressions = run(&input);
    assert_eq!((impressions.clicks, impressions.impressions), (None, both.impressions));
    assert!(impressions.insights.is_empty(), "there is nothing to say of clicks");
}

/// Forecasts for the ledger: whole months of clicks and impressions, each with its naive forecast and its origin.
#[test]
fn whole_months_enter_the_ledger_with_a_naive_forecast() {
    let days = site(100, 9);
    let output = outlook(&days, Parameters { horizon_days: 60, ..quick() });
    let forecasts = output.forecasts();
    // 100 days end on 14 April; 60 more on 13 June: April and May are whole.
    let named: Vec<(Metric, String)> = forecasts
        .iter()
        .map(|forecast| match forecast {
            Forecast::Month(month) => (month.metric, month.month.clone()),
            Forecast::Top10(_) => panic!("{forecast:?}"),
        })
        .collect();
    let wanted = [Metric::Clicks, Metric::Impressions]
        .into_iter()
        .flat_map(|metric| ["2026-04", "2026-05"].map(|month| (metric, month.to_owned())));
    assert_eq!(named, wanted.collect::<Vec<_>>());
    let Forecast::Month(april) = &forecasts[0] else { panic!() };
    assert_eq!((april.first.to_string(), april.last.to_string()), ("2026-04-01".to_owned(), "2026-04-30".to_owned()));
    assert_eq!((april.origin.as_str(), april.is_scenario), ("2026-04-14", false));
    assert!(april.p10 <= april.p50 && april.p50 <= april.p90);
    // "As before": what has passed and the mean of the 60 days before for the 16 days ahead.
    let naive = days[86..].iter().sum::<f64>() + 16.0 * days[40..].iter().sum::<f64>() / 60.0;
    assert_close(april.naive.unwrap(), naive, 1e-9, "naive forecast");
}

#[test]
fn scenarios_enter_the_ledger_by_whole_months_alone() {
    let output = months(&site(100, 9), Parameters { months: 3, ..quick() });
    let named: Vec<(String, bool)> = output
        .forecasts()
        .into_iter()
        .map(|forecast| match forecast {
            Forecast::Month(month) => (month.month, month.is_scenario),
            Forecast::Top10(_) => panic!("{forecast:?}"),
        })
        .collect();
    assert_eq!(named, [("2026-05".to_owned(), true), ("2026-06".to_owned(), true)]);
    assert_eq!(output.months[0].days, 16, "what is left of April is no whole month");
}

#[test]
fn money_is_leads_times_their_value() {
    let params = Parameters { value_per_lead_spread: 0.0, months: 2, ..priced() };
    let output = months(&site(90, 2), params);
    for month in &output.months {
        let value = month.value.as_ref().unwrap();
        for (cents, leads) in [
            (value.low_cents, month.leads.low),
            (value.mid_cents, month.leads.mid),
            (value.high_cents, month.leads.high),
        ] {
            assert!((cents as f64 - 15_000.0 * leads).abs() <= 1.0, "{} of {leads} leads", cents);
        }
        assert_eq!(month.leads.mid.fract(), 0.0, "leads are counted");
        assert_eq!(value.currency, "USD");
    }
    assert_close(output.realistic.value_cents.unwrap() as f64, 15_000.0 * output.realistic.leads, 1e-6, "all months");
}

/// The exponential of Student's t has no mean: one wild draw must not decide what a month brings on average.
#[test]
fn one_wild_draw_does_not_decide_the_mean_of_a_month() {
    let days: Vec<f64> = site(70, 318).iter().map(|clicks| (clicks * 2.232).round()).collect();
    for seed in [20_260_101, 1, 2, 3] {
        let output = months(&days, Parameters { months: 4, seed, ..quick() });
        for month in &output.months {
            let Interval { low, mid, high, mean } = month.clicks;
            assert!(low < mean && mean < high, "{}: mean {mean}, {low} to {high}", month.month);
            assert!(mean < 1.3 * mid, "{}: mean {mean} of {mid}", month.month);
        }
    }
}

#[test]
fn the_first_lead_comes_sooner_with_more_clicks() {
    let first = |clicks: f64| months(&[clicks; 60], Parameters { conversion_rate: Some(0.05), ..quick() }).first_lead;
    let mut before = first(0.05).unwrap();
    for clicks in [0.1, 0.2, 0.4] {
        let next = first(clicks).unwrap();
        assert!(next.probability >= before.probability, "{clicks} clicks a day: {next:?} after {before:?}");
        if let (Some(next), Some(before)) = (next.likely_by, before.likely_by) {
            assert!(next <= before, "{clicks} clicks a day");
        }
        before = next;
    }
    assert!(before.likely_by.is_some_and(|by| by <= day(110)) && before.probability > 0.9);
    assert!(before.nearly_certain_by >= before.likely_by);
    assert_eq!(first(20.0), None, "nearly certain");
}

#[test]
fn volumes_and_ranks_scale_the_clicks_of_scenarios() {
    let of = |rank: f64, volume: f64| {
        let points = (0..60).map(|ahead| RankPoint { date: day(ahead), rank: Some(rank) }).collect();
        let path = RankPath { keyword: "roof".to_owned(), volume: Some(volume), points, ..RankPath::default() };
        let input = ScenariosInput { keywords: vec![path], ..ScenariosInput::default() };
        scenarios(&input, &quick().check().unwrap(), &Unattended).unwrap().realistic.clicks
    };
    assert_close(of(3.0, 5_000.0), 5.0 * of(3.0, 1_000.0), 1e-6, "five times the searches");
    let clicks: Vec<f64> = [1.0, 2.0, 4.0, 8.0, 15.0, 40.0].into_iter().map(|rank| of(rank, 10_000.0)).collect();
    assert!(clicks.windows(2).all(|pair| pair[0] > pair[1]), "{clicks:?}");
}

#[test]
fn findings_have_key_range_and_expiry() {
    let mut input = traffic_input(&site(120, 10));
    input.as_of = Some(day(120));
    let told = traffic(&input, &Parameters { draws: 400, ..priced() }.check().unwrap(), &Unattended).unwrap();
    let insight = &told.insights[0];
    assert_eq!((insight.key.as_str(), insight.kind.as_str()), ("traffic_outlook", "traffic_outlook"));
    assert!(insight.title.contains("acme.com"), "{}", insight.title);
    assert_eq!(insight.expires_at, Some(day(148).to_rfc3339()));
    let value = &insight.evidence[0].value;
    let [p10, p50, p90] = ["p10", "p50", "p90"].map(|point| value[point].as_f64().unwrap());
    assert!(p10 <= p50 && p50 <= p90 && p10 > 0.0);
    let output = months(&site(120, 10), Parameters { months: 3, ..priced() });
    let insight = &output.insights[0];
    assert_eq!(insight.key, format!("scenarios:{}", output.months[1].month), "the first whole month");
    assert!(
        insight.impact.is_some()
            && insight.assumptions.iter().any(|text| text.contains("(80 % interval 3.1 to 7.0 %)"))
    );
}

#[test]
fn inputs_of_scenarios_that_cannot_be_used_are_named() {
    let run = |input: &ScenariosInput| scenarios(input, &quick().check().unwrap(), &Unattended).unwrap_err();
    assert_eq!(run(&ScenariosInput::default()).kind(), "no-input");
    let unpriced = RankPath { keyword: "roof".to_owned(), ..RankPath::default() };
    let error = run(&ScenariosInput { keywords: vec![unpriced.clone()], ..ScenariosInput::default() });
    assert_eq!(error.kind(), "no-input");
    let never = RankPath { volume: Some(10.0), ..unpriced };
    assert!(run(&ScenariosInput { keywords: vec![never], ..ScenariosInput::default() }).to_string().contains("asOf"));
    let mut days = traffic_input(&site(60, 1)).days;
    days[7].clicks = Some(f64::INFINITY);
    match run(&ScenariosInput { days, ..ScenariosInput::default() }) {
        EngineError::InvalidInput { field, .. } => assert_eq!(field, "days[7].clicks"),
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn every_sum_is_in_order_and_every_month_follows(seed in 0_u64..1_000, level in 0.01..3.0_f64) {
        let days: Vec<f64> = site(70, seed).iter().map(|clicks| (clicks * level).round()).collect();
        let output = months(&days, Parameters { months: 4, ..quick() });
        let ordered = |one: &Interval| one.low <= one.mid && one.mid <= one.high && one.low >= 0.0;
        for month in &output.months {
            prop_assert!(ordered(&month.clicks) && ordered(&month.leads), "{month:?}");
        }
        let scenarios = [output.pessimistic, output.realistic, output.optimistic];
        prop_assert!(scenarios.windows(2).all(|pair| pair[0].clicks <= pair[1].clicks && pair[0].leads <= pair[1].leads));
        prop_assert!(output.months.windows(2).all(|pair| pair[0].month < pair[1].month));
        prop_assert!(output.first_lead.is_none_or(|lead| (0.0..=0.99).contains(&lead.probability)));
        let means: f64 = output.months.iter().map(|month| month.clicks.mean).sum();
        prop_assert!(output.pessimistic.clicks <= means && means <= output.optimistic.clicks);
    }
}
