//! Forecasts of ranks: probabilities that fit together, hazards of the published share, and what does not matter.

use engines::action::Output;
use engines::common::{EngineError, Forecast, Unattended};
use engines::predictive::{
    KeywordForecast, Parameters, RankPath, RankPoint, RankingInput, RankingOutput, ReachSource, ranking,
};
use proptest::prelude::*;

use super::{Noise, day, priced};
use crate::table::assert_close;

fn path(keyword: &str, ranks: &[Option<f64>]) -> RankPath {
    let point = |(ahead, rank): (usize, &Option<f64>)| RankPoint { date: day(ahead as i32), rank: *rank };
    RankPath {
        keyword: keyword.to_owned(),
        points: ranks.iter().enumerate().map(point).collect(),
        ..RankPath::default()
    }
}

/// Ranks that wander around a place, one in ten days not checked.
fn wandering(keyword: &str, place: f64, seed: u64) -> RankPath {
    let mut noise = Noise::new(seed);
    let mut log = place.ln();
    let ranks: Vec<Option<f64>> = (0..150)
        .map(|_| {
            log = place.ln() + 0.95 * (log - place.ln()) + 0.08 * noise.next();
            let rank = log.exp().round().max(1.0);
            (rank <= 100.0).then_some(rank)
        })
        .collect();
    let mut found = path(keyword, &ranks);
    found.points.retain(|point| point.date.since(day(0)) % 10 != 7);
    found
}

fn run(keywords: Vec<RankPath>, params: Parameters) -> RankingOutput {
    let input = RankingInput { keywords, ..RankingInput::default() };
    ranking(&input, &params.check().unwrap(), &Unattended).unwrap()
}

fn places() -> Vec<RankPath> {
    [2.0, 5.0, 9.0, 14.0, 25.0, 60.0]
        .iter()
        .enumerate()
        .map(|(at, place)| wandering(&format!("k{at}"), *place, 40 + at as u64))
        .collect()
}

fn unseen(age: Option<f64>) -> RankPath {
    RankPath { keyword: "new".to_owned(), page_age_days: age, ..RankPath::default() }
}

fn chances(path: RankPath, share: f64) -> Vec<f64> {
    let input = RankingInput { as_of: Some(day(0)), keywords: vec![path], ..RankingInput::default() };
    let params = Parameters { yearly_top10_share: share, ..Parameters::default() };
    let output = ranking(&input, &params.check().unwrap(), &Unattended).unwrap();
    output.keywords[0].ahead.iter().map(|row| row.reach_top10).collect()
}

/// Ahrefs (2017): 5.7 to 6.11 % of pages reach the first ten within a year. By month 5 %, then five times 15 % of them.
#[test]
fn new_pages_reach_the_first_ten_at_the_published_pace() {
    let found = chances(unseen(None), 0.0611);
    let shares = [0.05, 0.2, 0.35, 0.8];
    for ((found, share), days) in found.iter().zip(shares).zip([30.0, 60.0, 90.0, 180.0]) {
        // The days end some hours before the months do.
        let wanted = 0.0611 * share;
        assert!(*found <= wanted && *found > 0.93 * wanted, "after {days} days: {found}, not {wanted}");
    }
}

#[test]
fn a_larger_yearly_share_raises_every_chance() {
    let mut before = vec![0.0; 4];
    for share in [0.001, 0.01, 0.0611, 0.3, 0.9] {
        let found = chances(unseen(None), share);
        assert!(found.iter().zip(&before).all(|(now, before)| now > before && *now <= share), "{share}: {found:?}");
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "chances grow with the days");
        before = found;
    }
}

#[test]
fn pages_that_have_tried_for_a_year_have_less_of_a_chance() {
    let at = |age: f64| chances(unseen(Some(age)), 0.0611)[2];
    let (new, middle, old) = (at(0.0), at(60.0), at(400.0));
    assert!(middle > new, "most get there in months two to six: {new} {middle}");
    assert!(old < 0.5 * new, "{old} {new}");
    assert_eq!(at(400.0), at(4_000.0), "the last month's rate goes on");
}

#[test]
fn probabilities_nest_and_ranks_are_in_order() {
    for keyword in run(places(), Parameters::default()).keywords {
        assert_eq!(keyword.ahead.iter().map(|row| row.days).collect::<Vec<_>>(), [30, 60, 90, 180]);
        for row in &keyword.ahead {
            assert_eq!(row.date, day(149 + row.days as i32));
            let [three, ten, twenty] = [row.top3, row.top10, row.top20].map(Option::unwrap);
            assert!(0.0 <= three && three <= ten && ten <= twenty && twenty <= 1.0, "{row:?}");
            assert!(row.reach_top10 >= ten - 1e-12 && row.reach_top10 <= 1.0, "{row:?}");
            let rank = row.rank.as_ref().unwrap();
            let known: Vec<f64> = [rank.optimistic, rank.realistic, rank.pessimistic].into_iter().flatten().collect();
            assert!(known.is_sorted() && known.iter().all(|rank| (1.0..=100.0).contains(rank)), "{rank:?}");
            assert!(rank.pessimistic.is_none() || rank.realistic.is_some(), "{rank:?}");
        }
    }
}

#[test]
fn better_places_have_better_chances() {
    let output = run(places(), Parameters::default());
    let column = |of: &dyn Fn(&KeywordForecast) -> f64| output.keywords.iter().map(of).collect::<Vec<f64>>();
    for (name, found) in [
        ("first three", column(&|keyword| keyword.ahead[0].top3.unwrap())),
        ("first ten", column(&|keyword| keyword.ahead[0].top10.unwrap())),
        ("first twenty", column(&|keyword| keyword.ahead[0].top20.unwrap())),
    ] {
        assert!(found.windows(2).all(|pair| pair[0] >= pair[1] - 0.02), "{name}: {found:?}");
    }
    let sources: Vec<ReachSource> = output.keywords.iter().map(|keyword| keyword.reach_source).collect();
    assert_eq!(sources[0], ReachSource::Reached);
    assert_ne!(sources[5], ReachSource::Reached);
}

/// A probability of the first ten and the quantiles of the rank are two views of one distribution.
#[test]
fn quantiles_and_probabilities_agree() {
    for keyword in run(places(), Parameters::default()).keywords {
        for row in &keyword.ahead {
            let (rank, top10) = (row.rank.as_ref().unwrap(), row.top10.unwrap());
            let is_in = |rank: Option<f64>| rank.is_some_and(|rank| rank <= 10.0);
            assert!(!is_in(rank.pessimistic) || top10 >= 0.88, "{row:?}");
            assert!(is_in(rank.optimistic) || top10 <= 0.12, "{row:?}");
            assert!(!is_in(rank.realistic) || top10 >= 0.45, "{row:?}");
        }
    }
}

#[test]
fn order_of_keywords_and_of_checks_does_not_matter() {
    let plain = run(places(), Parameters::default());
    let mut turned = places();
    turned.reverse();
    turned.iter_mut().for_each(|path| path.points.reverse());
    let mut back = run(turned, Parameters::default()).keywords;
    back.reverse();
    for (a, b) in plain.keywords.iter().zip(&back) {
        assert_eq!((&a.keyword, a.last_rank, a.last_day, a.checks), (&b.keyword, b.last_rank, b.last_day, b.checks));
        for (a, b) in a.ahead.iter().zip(&b.ahead) {
            assert!((a.top10.unwrap() - b.top10.unwrap()).abs() < 1e-6, "{a:?} {b:?}");
        }
    }
}

#[test]
fn volumes_and_prices_change_findings_and_no_forecast() {
    let mut rich = places();
    rich.iter_mut().for_each(|path| path.volume = Some(10_000.0));
    let (plain, priced) = (run(places(), Parameters::default()), run(rich, priced()));
    assert_eq!(plain.keywords, priced.keywords);
    assert!(plain.insights.iter().all(|insight| insight.impact.is_none()), "money is never invented");
    assert!(plain.needs.iter().any(|need| need.kind == "search_volumes"));
    assert!(priced.needs.is_empty(), "{:?}", priced.needs);
}

#[test]
fn older_checks_leave_more_open() {
    let at = |as_of: i32| {
        let input = RankingInput { as_of: Some(day(as_of)), keywords: places(), ..RankingInput::default() };
        let output = ranking(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
        let rank = output.keywords[1].ahead[0].rank.clone().unwrap();
        rank.pessimistic.unwrap() / rank.optimistic.unwrap()
    };
    assert!(at(250) > at(149), "{} after a hundred days, {} at once", at(250), at(149));
}

#[test]
fn the_record_is_that_of_the_last_third() {
    let record = run(places(), Parameters::default()).record;
    assert!(record.forecasts > 0 && (0.0..=1.0).contains(&record.naive_weight));
    for share in [record.brier_top10, record.coverage80, record.common_movement, record.uncertainty_top10] {
        assert!(share.is_none_or(|share| (0.0..=1.0).contains(&share)), "{record:?}");
    }
    let loses = record.mean_absolute_error.unwrap() >= record.naive_mean_absolute_error.unwrap();
    assert_eq!(record.loses_to_naive, loses);
    let short = run(vec![path("short", &[Some(5.0), Some(6.0)])], Parameters::default());
    assert_eq!((short.record.forecasts, short.record.mean_absolute_error), (0, None));
    assert!(short.notes.iter().any(|note| note.contains("fewer than 8")), "{:?}", short.notes);
}

#[test]
fn checked_keywords_enter_the_ledger_twice() {
    let mut keywords = places();
    keywords.push(unseen(None));
    let output = run(keywords, Parameters::default());
    let forecasts = output.forecasts();
    assert_eq!(forecasts.len(), 12, "six keywords in 30 and in 90 days; the seventh was never checked");
    for (at, forecast) in forecasts.iter().enumerate() {
        let Forecast::Top10(top10) = forecast else { panic!("{forecast:?}") };
        let keyword = &output.keywords[at / 2];
        let row = &keyword.ahead[if at % 2 == 0 { 0 } else { 2 }];
        assert_eq!((top10.keyword.as_str(), top10.day, top10.origin), (keyword.keyword.as_str(), row.date, day(149)));
        assert_close(top10.probability, row.top10.unwrap(), 1e-12, "probability");
    }
    let many: Vec<RankPath> = (0..60).map(|at| path(&format!("k{at}"), &[Some(5.0); 10])).collect();
    assert_eq!(run(many, Parameters::default()).forecasts().len(), 100, "fifty keywords at most");
}

#[test]
fn inputs_beyond_the_limits_are_named() {
    let base = || RankingInput { keywords: vec![path("a", &[Some(5.0); 10])], ..RankingInput::default() };
    let named = |change: &dyn Fn(&mut RankingInput)| {
        let mut input = base();
        change(&mut input);
        match ranking(&input, &Parameters::default().check().unwrap(), &Unattended) {
            Err(EngineError::InvalidInput { field, .. }) => field,
            Err(error) => error.kind().to_owned(),
            Ok(_) => "fine".to_owned(),
        }
    };
    assert_eq!(named(&|_| ()), "fine");
    assert_eq!(named(&|input| input.depth = Some(9.0)), "depth");
    assert_eq!(named(&|input| input.depth = Some(f64::NAN)), "depth");
    assert_eq!(named(&|input| input.keywords[0].points[2].rank = Some(0.5)), "keywords[0].points[2].rank");
    assert_eq!(
        named(&|input| (input.depth, input.keywords[0].points[2].rank) = (Some(20.0), Some(21.0))),
        "keywords[0].points[2].rank"
    );
    assert_eq!(named(&|input| input.keywords[0].volume = Some(-1.0)), "keywords[0].volume");
    assert_eq!(named(&|input| input.keywords[0].page_age_days = Some(f64::NAN)), "keywords[0].pageAgeDays");
    assert_eq!(named(&|input| input.keywords[0].keyword = "x".repeat(2_001)), "keywords[0].keyword");
    assert_eq!(named(&|input| input.keywords[0].points[0].date = day(5_000)), "keywords[0].points");
    assert_eq!(named(&|input| input.currency = Some("usd".to_owned())), "currency");
    assert_eq!(
        named(&|input| input.keywords = vec![RankPath { keyword: "a".to_owned(), ..RankPath::default() }]),
        "no-input"
    );
    assert_eq!(named(&|input| input.keywords = vec![input.keywords[0].clone(); 20_001]), "too-large");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_path_gives_probabilities_in_order(
        ranks in prop::collection::vec(prop_oneof![4 => (1_u32..=50).prop_map(|rank| Some(f64::from(rank))), 1 => Just(None)], 1..60),
        depth in 50_u32..100,
    ) {
        let input = RankingInput { depth: Some(f64::from(depth)), keywords: vec![path("a", &ranks)], ..RankingInput::default() };
        let output = ranking(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
        let keyword = &output.keywords[0];
        prop_assert_eq!((keyword.last_rank, keyword.checks), (*ranks.last().unwrap(), ranks.len() as u32));
        let reach: Vec<f64> = keyword.ahead.iter().map(|row| row.reach_top10).collect();
        prop_assert!(reach.is_sorted() && reach.iter().all(|chance| (0.0..=1.0).contains(chance)), "{reach:?}");
        for row in &keyword.ahead {
            let [three, ten, twenty] = [row.top3, row.top10, row.top20].map(Option::unwrap);
            prop_assert!(0.0 <= three && three <= ten && ten <= twenty && twenty <= 1.0);
        }
    }
}
