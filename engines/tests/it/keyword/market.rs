//! The market model against SciPy and NumPy: CTR by position, conversion rate, value per lead.

use engines::common::Unattended;
use engines::keyword::{Factor, Output, Parameters, QueryRow};
use engines::predictive::{self, ScenariosInput};

use super::super::table::{assert_close, rows};
use super::{answer, input, priced, row};

fn factor<'a>(output: &'a Output, name: &str) -> &'a Factor {
    output.factors.iter().find(|factor| factor.name == name).unwrap()
}

#[test]
fn expected_ctr_is_the_published_curve_where_a_site_has_no_clicks() {
    for case in rows(include_str!("../golden/click_curve.csv")) {
        let shown = |features: &[&str]| QueryRow {
            serp_features: Some(features.iter().map(|feature| (*feature).to_owned()).collect()),
            ..row("roof", 0.0, 0.0, case[0])
        };
        for (features, wanted) in [(&[][..], case[1]), (&["local_pack"][..], case[2])] {
            let output = answer(&input(vec![shown(features)]), priced());
            let got = output.keywords[0].expected_ctr.unwrap();
            assert_close(got, wanted, 1e-9, &format!("position {} {features:?}", case[0]));
        }
    }
}

#[test]
fn conversion_rates_have_the_points_of_their_beta_distribution() {
    for case in rows(include_str!("../golden/conversion.csv")) {
        let given = |figure: f64| (!figure.is_nan()).then_some(figure);
        let params = Parameters { conversion_rate: given(case[0]), conversion_visits: given(case[1]), ..priced() };
        let output = answer(&input(vec![row("roof", 1.0, 100.0, 5.0)]), params);
        let rate = factor(&output, "conversionRate").interval;
        // 2,000 strata: the 10 % and 90 % quantiles differ by at most one of them.
        for (got, wanted) in [(rate.low, case[2]), (rate.mid, case[3]), (rate.high, case[4])] {
            assert_close(got, wanted, 2e-3, &format!("rate {} of {} visits", case[0], case[1]));
        }
        assert_close(rate.mean, case[5], 1e-3, "mean");
    }
}

#[test]
fn value_per_lead_has_its_upper_point_at_one_and_the_spread() {
    for spread in [0.0, 0.1, 0.5, 1.0, 3.0] {
        let params = Parameters { value_per_lead_spread: spread, ..priced() };
        let output = answer(&input(vec![row("roof", 1.0, 100.0, 5.0)]), params);
        let value = factor(&output, "valuePerLead").interval;
        assert_close(value.mid, 15_000.0, 5e-3, "median");
        assert_close(value.high, 15_000.0 * (1.0 + spread), 5e-3, "90 % point");
        assert_close(value.low, 15_000.0 / (1.0 + spread), 5e-3, "10 % point");
    }
}

#[test]
fn the_same_spread_means_the_same_in_keyword_and_predictive() {
    for spread in [0.2, 0.5, 2.0] {
        let keyword = Parameters { value_per_lead_spread: spread, ..priced() };
        let keyword = answer(&input(vec![row("roof", 1.0, 100.0, 5.0)]), keyword);
        let params = predictive::Parameters {
            value_per_lead_cents: Some(15_000.0),
            value_per_lead_spread: spread,
            months: 1,
            ..predictive::Parameters::default()
        };
        let day = |ahead: i32| predictive::TrafficDay {
            date: engines::common::Day::from_ymd(2026, 1, 5).unwrap().plus(ahead),
            clicks: Some(50.0),
            impressions: None,
        };
        let case = ScenariosInput { days: (0..60).map(day).collect(), ..ScenariosInput::default() };
        let foreseen = predictive::scenarios(&case, &params.check().unwrap(), &Unattended).unwrap();
        let value = foreseen.factors.iter().find(|factor| factor.name == "valuePerLead").unwrap().interval;
        let wanted = factor(&keyword, "valuePerLead").interval;
        assert_close(value.high, wanted.high, 1e-2, "90 % point");
        assert_close(value.low, wanted.low, 1e-2, "10 % point");
    }
}
