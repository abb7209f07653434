//! Empty, hostile and huge input.

use engines::common::{Control, EngineError, Unattended};
use engines::predictive::{
    Parameters, RankPath, RankPoint, RankingInput, ScenariosInput, SeriesInput, TrafficInput, forecast_series, ranking,
    scenarios, traffic,
};

use super::{Noise, day, series, site, traffic_input};

fn traffic_error(change: impl Fn(&mut TrafficInput)) -> EngineError {
    let mut input = traffic_input(&site(60, 1));
    change(&mut input);
    traffic(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap_err()
}

#[test]
fn nothing_names_what_would_unlock_the_run() {
    let params = Parameters::default().check().unwrap();
    let errors = [
        traffic(&TrafficInput::default(), &params, &Unattended).unwrap_err(),
        ranking(&RankingInput::default(), &params, &Unattended).unwrap_err(),
        scenarios(&ScenariosInput::default(), &params, &Unattended).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), "no-input");
        assert!(error.to_string().contains("import"), "{error}");
    }
}

#[test]
fn series_that_cannot_be_used_are_named() {
    let ask = |input: SeriesInput| forecast_series(&input, &Unattended).unwrap_err().to_string();
    assert!(ask(series(&[], 1, 1, None)).contains("0 values"));
    assert!(ask(series(&[1.0], 1, 1, None)).contains("at least 8"));
    assert!(ask(series(&[1.0; 20], 0, 1, None)).contains("season"));
    assert!(ask(series(&[1.0; 20], 1, 0, None)).contains("horizon"));
    assert!(ask(series(&[1.0; 20], 1, 1_001, None)).contains("horizon"));
    let with = |y: Vec<Option<f64>>, horizon| SeriesInput { y, season: 1, horizon, freq: None };
    assert!(ask(with([Some(1.0), None, None].repeat(10), 2)).contains("half"));
    assert!(ask(with([Some(1.0), None, None, None].repeat(2), 2)).contains("2 values"));
    assert!(ask(with(vec![None; 40], 2)).contains("0 values"));
    assert!(ask(with([vec![Some(1.0); 20], vec![None; 5]].concat(), 999)).contains("5 missing"));
    for (value, written) in [(1e300, "1e300"), (-1e16, "-1e16"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let error = ask(series(&[vec![1.0; 10], vec![value]].concat(), 1, 2, None));
        assert!(error.contains("y[10]") && error.contains(written) && error.len() < 200, "{error}");
    }
}

#[test]
fn gaps_are_filled_and_missing_values_at_the_end_are_forecast() {
    let value = |t: usize| (100.0 + t as f64) * [0.8, 1.0, 1.3, 0.9][t % 4];
    let mut y: Vec<Option<f64>> = (0..58).map(|t| (t % 7 != 3).then(|| value(t))).collect();
    y.extend([None, None]);
    y[0] = None;
    let answer = forecast_series(&SeriesInput { y, season: 4, horizon: 6, freq: None }, &Unattended).unwrap();
    assert_eq!((answer.mean.len(), answer.lo.len(), answer.quantiles["0.5"].len()), (6, 6, 6));
    assert_eq!(answer.filled, 8);
    for (ahead, got) in answer.mean.iter().enumerate() {
        let wanted = value(60 + ahead);
        assert!((got - wanted).abs() < 0.06 * wanted, "step {ahead}: got {got}, wanted {wanted}");
    }
}

#[test]
fn outcomes_in_gaps_are_not_scored() {
    let y: Vec<Option<f64>> = (0..60).map(|t| Some(100.0 + f64::from(t * 37 % 11))).collect();
    let scored = |y: Vec<Option<f64>>| {
        forecast_series(&SeriesInput { y, season: 1, horizon: 1, freq: None }, &Unattended).unwrap().backtest.values
    };
    let mut with_gaps = y.clone();
    (45..50).for_each(|at| with_gaps[at] = None);
    assert_eq!((scored(y), scored(with_gaps)), (20, 15));
}

#[test]
fn intervals_of_short_series_hold_what_they_promise() {
    let (mut held, mut all) = (0, 0);
    for seed in 0..120 {
        let mut noise = Noise::new(100 + seed);
        let mut level = 100.0;
        let walk: Vec<f64> = (0..26)
            .map(|_| {
                level += 0.5 + noise.next();
                level
            })
            .collect();
        let answer = forecast_series(&series(&walk[..20], 1, 6, None), &Unattended).unwrap();
        for (step, value) in walk[20..].iter().enumerate() {
            held += u32::from((answer.lo[step]..=answer.hi[step]).contains(value));
            all += 1;
        }
    }
    let share = f64::from(held) / f64::from(all);
    assert!(share > 0.9, "{share}");
}

#[test]
fn a_million_values_are_answered_from_the_last_ones() {
    let mut y: Vec<f64> = vec![5.0; 1_000_000];
    y.extend((0..5_000).map(|t| 100.0 + f64::from(t % 7)));
    let answer = forecast_series(&series(&y, 7, 7, None), &Unattended).unwrap();
    assert!(answer.mean.iter().all(|value| (95.0..110.0).contains(value)));
}

#[test]
fn days_that_cannot_be_used_are_named() {
    assert!(traffic_error(|input| input.days[3].clicks = Some(f64::NAN)).to_string().contains("days[3].clicks"));
    assert!(traffic_error(|input| input.days[3].clicks = Some(-1.0)).to_string().contains("days[3].clicks"));
    assert!(traffic_error(|input| input.days[4].date = day(3)).to_string().contains("days[4].date"));
    assert!(traffic_error(|input| input.days.truncate(10)).to_string().contains("at least 28"));
    assert!(
        traffic_error(|input| input.days.retain(|row| row.date.since(day(0)) % 3 == 0))
            .to_string()
            .contains("one in five")
    );
    assert!(traffic_error(|input| input.currency = Some("dollars".to_owned())).to_string().contains("currency"));
    assert!(traffic_error(|input| input.days = vec![input.days[0]; 20_001]).to_string().contains("20000"));
}

#[test]
fn ranks_that_cannot_be_used_are_named() {
    let ask = |rank: Option<f64>, repeat: usize, keyword: &str| {
        let points = vec![RankPoint { date: day(0), rank }; repeat];
        let keywords = vec![RankPath { keyword: keyword.to_owned(), points, ..RankPath::default() }];
        let input = RankingInput { keywords, ..RankingInput::default() };
        ranking(&input, &Parameters::default().check().unwrap(), &Unattended)
    };
    for rank in [0.0, 101.0, f64::NAN] {
        assert!(ask(Some(rank), 1, "a").unwrap_err().to_string().contains("keywords[0].points[0].rank"));
    }
    assert!(ask(None, 2, "a").unwrap_err().to_string().contains("twice"));
    assert!(ask(None, 1, " ").unwrap_err().to_string().contains("keyword"));
    for keyword in ["سباك في دبي", "\u{202e}rebmulp", "=cmd|'/c calc'!A1", "👩‍🔧"] {
        assert_eq!(ask(Some(5.0), 1, keyword).unwrap().keywords[0].keyword, keyword);
    }
}

#[test]
fn parameters_outside_their_ranges_are_named() {
    let nan = f64::NAN;
    for (params, field) in [
        (Parameters { horizon_days: 6, ..Parameters::default() }, "horizonDays"),
        (Parameters { months: 13, ..Parameters::default() }, "months"),
        (Parameters { value_per_lead_cents: Some(nan), ..Parameters::default() }, "valuePerLeadCents"),
        (Parameters { value_per_lead_spread: 4.0, ..Parameters::default() }, "valuePerLeadSpread"),
        (Parameters { conversion_rate: Some(0.0), ..Parameters::default() }, "conversionRate"),
        (Parameters { conversion_visits: Some(0.0), ..Parameters::default() }, "conversionVisits"),
        (Parameters { yearly_top10_share: 1.0, ..Parameters::default() }, "yearlyTop10Share"),
        (Parameters { min_change: nan, ..Parameters::default() }, "minChange"),
        (Parameters { max_insights: 0, ..Parameters::default() }, "maxInsights"),
        (Parameters { draws: 10, ..Parameters::default() }, "draws"),
    ] {
        match params.check() {
            Err(EngineError::InvalidParameter { field: named, .. }) => assert_eq!(named, field),
            other => panic!("{field}: {other:?}"),
        }
    }
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn every_action_can_be_cancelled() {
    let params = Parameters::default().check().unwrap();
    let days = traffic_input(&site(60, 1));
    let path = RankPath {
        keyword: "a".to_owned(),
        points: vec![RankPoint { date: day(0), rank: Some(3.0) }],
        ..RankPath::default()
    };
    let ranks = RankingInput { keywords: vec![path], ..RankingInput::default() };
    let months = ScenariosInput { days: days.days.clone(), ..ScenariosInput::default() };
    let y: Vec<f64> = (0..40).map(f64::from).collect();
    assert_eq!(forecast_series(&series(&y, 1, 3, None), &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(traffic(&days, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(ranking(&ranks, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(scenarios(&months, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
}

struct Heard(std::cell::RefCell<Vec<f64>>);

impl Control for Heard {
    fn progress(&self, percent: f64, _: &str, _: &str) {
        self.0.borrow_mut().push(percent);
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

#[test]
fn progress_never_falls_and_ends_at_a_hundred() {
    let control = Heard(std::cell::RefCell::default());
    traffic(&traffic_input(&site(60, 1)), &Parameters::default().check().unwrap(), &control).unwrap();
    let heard = control.0.borrow();
    assert!(heard.windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!(heard.last(), Some(&100.0));
}
