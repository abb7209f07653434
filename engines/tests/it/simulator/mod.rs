//! The simulated market: present effects are found, absent effects are not.

mod export;
mod worlds;

use engines::common::Unattended;
use engines::simulator::{ChangeKind, Parameters, PlannedChange, Simulation, simulate};

fn world(params: Parameters) -> Simulation {
    simulate(&params.check().unwrap(), &Unattended).unwrap()
}

/// Returns few markets without an update, with the given changes.
fn quiet(changes: Vec<PlannedChange>, seed: u64) -> Parameters {
    Parameters { days: 300, changes: Some(changes), updates: Some(Vec::new()), seed, ..Parameters::default() }
}

fn title(page: u32, size: f64) -> PlannedChange {
    let kind = if size == 0.0 { ChangeKind::None } else { ChangeKind::Title };
    PlannedChange { page, day: 200, kind, size }
}

/// Ratio of the CTR by position before and after day 200, over 60 days on either side and pooled over pages.
/// Clicks are normalised by the position of each day, so that ranks and seasons cancel.
fn click_through_ratio(world: &Simulation, pages: std::ops::Range<u32>) -> f64 {
    let (mut clicks, mut expected) = ([0.0; 2], [0.0; 2]);
    for (at, keyword) in world.keywords.iter().enumerate().filter(|(_, keyword)| pages.contains(&keyword.market)) {
        let series = &world.keyword_series[at];
        assert!(keyword.searches_month > 0.0);
        for day in 140..260 {
            let side = usize::from(day >= 200);
            let share = world.truth.click_through.get(series.position[day] as usize - 1).copied().unwrap_or(0.001);
            clicks[side] += f64::from(series.clicks[day]);
            expected[side] += share * f64::from(series.searches[day]);
        }
    }
    (clicks[1] / expected[1]) / (clicks[0] / expected[0])
}

#[test]
fn planted_effects_are_found_and_nulls_are_not() {
    let world = world(quiet((0..24).map(|page| title(page, if page < 12 { 0.5 } else { 0.0 })).collect(), 7));
    let (planted, null) = (click_through_ratio(&world, 0..12), click_through_ratio(&world, 12..24));
    assert!((planted - 1.5).abs() < 0.12, "{planted}");
    assert!((null - 1.0).abs() < 0.08, "{null}");
    for effect in &world.truth.effects {
        let size = if effect.page < 12 { 0.5 } else { 0.0 };
        assert!((effect.relative - size).abs() < 1e-9, "{effect:?}");
        assert!(world.change_log.iter().any(|entry| entry.id == effect.id && entry.simulated));
    }
}

#[test]
fn strength_lifts_positions_by_what_the_truth_says() {
    let change = |page| PlannedChange { page, day: 150, kind: ChangeKind::Content, size: 1.0 };
    let world = world(quiet((0..24).map(change).collect(), 3));
    assert!(world.truth.effects.iter().all(|effect| effect.clicks_per_day >= 0.0));
    assert!(world.truth.effects.iter().filter(|effect| effect.relative > 0.2).count() > 12);
    // The draws match the expectation up to chance.
    for (series, expected) in world.series.iter().zip(&world.truth.expected_clicks) {
        let (drawn, mean) = (series.clicks.iter().sum::<u32>(), expected.iter().sum::<f64>());
        assert!((f64::from(drawn) - mean).abs() < 6.0 * mean.sqrt() + 6.0, "{drawn} {mean}");
    }
}

#[test]
fn one_more_change_moves_nothing_else() {
    let (without, with) = (world(quiet(vec![], 5)), world(quiet(vec![title(2, 0.4)], 5)));
    for page in (0..24).filter(|page| *page != 2) {
        assert_eq!(without.series[page], with.series[page]);
    }
    assert_eq!(without.series[2].clicks[..200], with.series[2].clicks[..200]);
    assert_ne!(without.series[2].clicks, with.series[2].clicks);
}

#[test]
fn years_and_weeks_have_their_shape() {
    let params = Parameters {
        days: 730,
        season: 0.5,
        places: 6,
        trades: 1,
        changes: Some(vec![]),
        updates: Some(vec![]),
        ..Parameters::default()
    };
    let world = world(params);
    let mut weekday = [0.0; 7];
    let mut quarter = [0.0; 4];
    for series in &world.keyword_series {
        for (day, searches) in series.searches.iter().enumerate() {
            // 2025-01-01 was a Wednesday.
            weekday[(day + 2) % 7] += f64::from(*searches);
            quarter[(day % 365) * 4 / 365 % 4] += f64::from(*searches);
        }
    }
    assert!(weekday[..5].iter().all(|day| *day > weekday[5] && *day > weekday[6]), "{weekday:?}");
    // The first vertical peaks a quarter into the year.
    assert!(quarter[0] + quarter[1] > 1.3 * (quarter[2] + quarter[3]), "{quarter:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_another() {
    let bytes = |seed| serde_json::to_vec(&world(Parameters { days: 90, seed, ..Parameters::default() })).unwrap();
    assert_eq!(bytes(1), bytes(1));
    assert_ne!(bytes(1), bytes(2));
}

#[test]
fn everything_says_that_it_is_simulated() {
    let world = world(Parameters { days: 90, ..Parameters::default() });
    assert!(world.simulated && world.truth.simulated);
    assert!(world.series.iter().all(|series| series.simulated) && world.serps.iter().all(|serp| serp.simulated));
    assert!(
        world
            .outcomes
            .iter()
            .all(|month| month.simulated && month.accepted_leads <= month.leads && month.leads <= month.visits)
    );
    assert!(world.markets.iter().all(|market| market.page.contains(".example/")));
    let nulls = world.truth.effects.iter().filter(|effect| effect.kind == ChangeKind::None);
    assert!(nulls.clone().count() >= 4 && nulls.clone().all(|effect| effect.clicks_per_day == 0.0));
}

#[test]
fn other_engines_take_its_shapes() {
    let world = world(Parameters { days: 120, ..Parameters::default() });
    let input = world.keyword_input();
    let checked =
        engines::keyword::Parameters { value_per_lead_cents: Some(5_000.0), draws: 100, ..Default::default() }
            .check()
            .unwrap();
    let analysed = engines::keyword::analyse(&input, &checked, None, &Unattended).unwrap();
    assert_eq!((analysed.keywords.len(), analysed.totals.rejected), (world.keywords.len(), 0));
    let filters = engines::local::Filters {
        verticals: vec!["sim-plumbing".into()],
        states: vec!["ZZ".into()],
        ..Default::default()
    };
    let local = engines::local::Input { filters, overrides: world.local_overrides(), ..Default::default() };
    let scan =
        engines::local::scan(&local, &engines::local::Parameters::default().check().unwrap(), &Unattended).unwrap();
    assert_eq!((scan.totals.scored, scan.rejected.len()), (8, 0));
    // Higher volume, higher revenue: the blind score ranks the simulated outcomes better than chance.
    assert!(scan.back_test.unwrap().rank_correlation > 0.3);
}

#[test]
fn sizes_that_make_no_world_are_refused() {
    for params in [
        Parameters { days: 10, ..Parameters::default() },
        Parameters { season: f64::NAN, ..Parameters::default() },
        quiet(vec![title(24, 0.1)], 1),
        quiet(vec![title(1, f64::INFINITY)], 1),
    ] {
        assert!(params.check().is_err());
    }
}
