//! Properties for any series.

use engines::common::{EngineError, Unattended};
use engines::predictive::{Frequency, SeriesInput, forecast_series};
use proptest::prelude::*;

fn any_value() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => (0_u32..5_000).prop_map(f64::from),
        2 => -1e3..1e3_f64,
        1 => Just(0.0),
        1 => -1e15..1e15_f64,
    ]
}

fn any_series() -> impl Strategy<Value = SeriesInput> {
    let freq = prop_oneof![
        Just(None),
        Just(Some(Frequency::Weekly)),
        Just(Some(Frequency::Daily)),
        Just(Some(Frequency::Monthly)),
        Just(Some(Frequency::Hourly)),
    ];
    (prop::collection::vec(any_value(), 8..90), 1_usize..30, 1_usize..25, freq).prop_map(
        |(y, season, horizon, freq)| SeriesInput { y: y.into_iter().map(Some).collect(), season, horizon, freq },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_finite_ordered_and_the_same_again(input in any_series()) {
        let answer = forecast_series(&input, &Unattended).unwrap();
        prop_assert_eq!(answer.mean.len(), input.horizon);
        for step in 0..input.horizon {
            prop_assert!(answer.mean[step].is_finite());
            let points: Vec<f64> =
                ["0.025", "0.1", "0.25", "0.5", "0.75", "0.9", "0.975"].iter().map(|p| answer.quantiles[*p][step]).collect();
            prop_assert!(points.iter().all(|point| point.is_finite()), "{:?}", points);
            prop_assert!(points.windows(2).all(|pair| pair[0] <= pair[1]), "{:?}", points);
            prop_assert_eq!(points[0], answer.lo[step]);
        }
        prop_assert!((answer.weights.iter().map(|weight| weight.weight).sum::<f64>() - 1.0).abs() < 1e-9);
        let again = forecast_series(&input, &Unattended).unwrap();
        prop_assert_eq!(serde_json::to_string(&answer).unwrap(), serde_json::to_string(&again).unwrap());
    }

    #[test]
    fn values_that_are_no_numbers_are_named(place in 0_usize..12, bad in prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(1e300)]) {
        let mut y: Vec<Option<f64>> = (0..12).map(|t| Some(f64::from(t))).collect();
        y[place] = Some(bad);
        let error = forecast_series(&SeriesInput { y, season: 1, horizon: 3, freq: None }, &Unattended).unwrap_err();
        prop_assert!(matches!(&error, EngineError::InvalidInput { field, .. } if *field == format!("y[{place}]")), "{}", error);
    }
}
