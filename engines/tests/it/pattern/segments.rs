//! Change points against ruptures, over many planted worlds, and laws that they obey.

use engines::common::{Control, EngineError, Unattended};
use engines::pattern::change_points::{ChangePointInput, ChangePoints, Parameters, change_points};
use engines::stat::SplitMix64;
use proptest::prelude::*;

use super::{changes_of, normals, some};

/// Levels, lengths of the segments, the noise's number; then what
/// `ruptures.Dynp(model="l2", min_size=5, jump=1).fit(y).predict(number of changes)` of ruptures 1.1.10 finds.
type Steps = (&'static [f64], &'static [usize], usize, &'static [usize]);
const STEPS: [Steps; 6] = [
    (&[0.0, 5.0], &[60, 60], 1, &[60]),
    (&[0.0, 4.0, 0.0], &[50, 40, 50], 2, &[50, 90]),
    (&[10.0, 3.0, 8.0, 1.0], &[40, 30, 40, 30], 3, &[40, 70, 110]),
    (&[5.0, -5.0], &[20, 100], 5, &[20]),
    (&[0.0, 6.0, 0.0, 6.0, 0.0], &[40, 20, 30, 25, 45], 6, &[40, 60, 90, 115]),
    (&[2.0, 2.0, 2.0], &[30, 30, 30], 7, &[]),
];

fn plain() -> Parameters {
    Parameters { season: Some(0), ..Parameters::default() }
}

/// Levels one after the other, with figures that look random: (t x 7919 + number x 104729) mod 1009, within 1.7 of 0.
fn steps(levels: &[f64], lengths: &[usize], number: usize) -> Vec<f64> {
    let noise = |t: usize| 3.4 * (((t * 7_919 + number * 104_729) % 1_009) as f64 / 1_009.0 - 0.5);
    let level = levels.iter().zip(lengths).flat_map(|(level, length)| std::iter::repeat_n(*level, *length));
    level.enumerate().map(|(t, level)| level + noise(t)).collect()
}

fn planted(lengths: &[usize], levels: &[f64], seed: u64) -> Vec<f64> {
    let noise = normals(lengths.iter().sum(), seed);
    let level = levels.iter().zip(lengths).flat_map(|(level, length)| std::iter::repeat_n(*level, *length));
    level.zip(noise).map(|(level, noise)| level + noise).collect()
}

fn together(series: &[Vec<f64>]) -> ChangePoints {
    let input = ChangePointInput { series: series.iter().map(|values| some(values)).collect() };
    change_points(&input, &plain().check().unwrap(), &Unattended).unwrap()
}

#[test]
fn clear_steps_are_where_ruptures_puts_them() {
    for (levels, lengths, number, wanted) in STEPS {
        let found = changes_of(&steps(levels, lengths, number), plain());
        assert_eq!(found.cps, wanted, "{levels:?} of {lengths:?}");
        assert_eq!(found.cps, found.changes.iter().map(|change| change.index).collect::<Vec<usize>>());
        assert_eq!(found.seasons, [None]);
    }
}

/// 60 worlds with two changes of three deviations: at least 95 % are found within three steps, with few false positives.
#[test]
fn planted_changes_are_found_over_many_worlds() {
    let (mut found, mut others) = (0, 0);
    for seed in 0..60 {
        let cps = changes_of(&planted(&[45, 50, 45], &[0.0, 3.0, 0.5], 300 + seed), plain()).cps;
        let near = |planted: usize| cps.iter().filter(|cp| cp.abs_diff(planted) <= 3).count().min(1);
        found += near(45) + near(95);
        others += cps.len().saturating_sub(near(45) + near(95));
    }
    assert!(found >= 114, "{found} of 120");
    assert!(others <= 6, "{others} that were not planted");
}

/// The 90 % range of the place of a change holds it in at least 80 % of 100 worlds with a small step.
#[test]
fn ranges_of_changes_hold_them_as_often_as_promised() {
    let (mut held, mut told) = (0, 0);
    for seed in 0..100 {
        let found = changes_of(&planted(&[60, 60], &[0.0, 1.8], 900 + seed), plain());
        for change in found.changes.iter().filter(|change| change.index.abs_diff(60) <= 15) {
            told += 1;
            held += usize::from((change.earliest..=change.latest).contains(&60));
        }
    }
    assert!(told >= 80, "{told} told");
    assert!(held * 10 >= told * 8, "{held} of {told}");
}

#[test]
fn larger_steps_are_more_certain_and_better_placed() {
    let mut before = (0.0, usize::MAX);
    for size in [2.0, 3.0, 4.5, 8.0] {
        let found = changes_of(&steps(&[0.0, size], &[60, 60], 1), plain());
        assert_eq!(found.cps.len(), 1, "a step of {size}");
        let change = &found.changes[0];
        let width = change.latest - change.earliest;
        assert!(change.confidence >= before.0 && width <= before.1, "a step of {size}: {change:?} after {before:?}");
        before = (change.confidence, width);
    }
    assert!(before.0 > 0.999 && before.1 <= 1, "{before:?}");
}

#[test]
fn more_penalty_and_more_floor_find_fewer_changes() {
    let values = planted(&[30, 25, 30, 25], &[0.0, 5.0, -1.0, 4.0], 8);
    let counts = |params: &dyn Fn(f64) -> Parameters, levels: [f64; 5]| {
        levels.map(|level| changes_of(&values, params(level)).cps.len())
    };
    let penalties = counts(&|penalty| Parameters { penalty, ..plain() }, [0.5, 1.0, 2.0, 10.0, 100.0]);
    assert!(penalties.windows(2).all(|pair| pair[0] >= pair[1]) && penalties[0] >= 3, "{penalties:?}");
    assert_eq!(penalties[4], 0);
    let floors = counts(&|noise_floor| Parameters { noise_floor, ..plain() }, [0.0, 0.1, 0.3, 0.7, 1.0]);
    assert!(floors.windows(2).all(|pair| pair[0] >= pair[1]) && floors[0] >= 3, "{floors:?}");
}

#[test]
fn segments_are_never_shorter_than_asked() {
    let values = planted(&[20, 8, 30, 6, 40], &[0.0, 5.0, 0.0, 6.0, 2.0], 4);
    for shortest in [2, 5, 10, 20, 40, 60] {
        let cps = changes_of(&values, Parameters { shortest, ..plain() }).cps;
        let ends: Vec<usize> = [0].into_iter().chain(cps).chain([values.len()]).collect();
        assert!(ends.windows(2).all(|pair| pair[1] - pair[0] >= shortest), "{shortest}: {ends:?}");
    }
}

/// The change in one series is too small to be reported; the same change in four series is reported.
#[test]
fn small_changes_in_several_series_are_found_together() {
    let mut alone = 0;
    let mut found = 0;
    for seed in 0..20 {
        let series: Vec<Vec<f64>> =
            (0..4).map(|place| planted(&[50, 50], &[0.0, 1.1], 5_000 + 10 * seed + place)).collect();
        alone += usize::from(!together(&series[..1]).cps.is_empty());
        found += usize::from(together(&series).cps.iter().any(|cp| cp.abs_diff(50) <= 4));
    }
    assert!(found >= 16 && found > alone, "together {found}, alone {alone} of 20");
}

#[test]
fn a_season_is_taken_out_before_changes_are_looked_for() {
    let week = [5.0, 6.0, 6.0, 5.0, 4.0, 0.0, 0.0];
    let noise = normals(140, 6);
    let values: Vec<f64> =
        (0..140).map(|at| week[at % 7] + 0.3 * noise[at] + if at < 84 { 0.0 } else { 2.5 }).collect();
    let found = changes_of(&values, Parameters::default());
    assert_eq!((found.seasons, found.cps.len()), (vec![Some(7)], 1));
    assert!(found.cps[0].abs_diff(84) <= 1, "{:?}", found.cps);
    let given = changes_of(&values, Parameters { season: Some(7), ..Parameters::default() });
    assert_eq!(given.cps, found.cps);
}

#[test]
fn gaps_are_bridged_and_move_no_change() {
    let values = steps(&[0.0, 8.0], &[60, 60], 2);
    let mut gaps = some(&values);
    for at in [3, 4, 5, 30, 90, 91, 119] {
        gaps[at] = None;
    }
    let input = ChangePointInput { series: vec![gaps] };
    let found = change_points(&input, &plain().check().unwrap(), &Unattended).unwrap();
    assert_eq!(found.cps, [60]);
}

#[test]
fn short_series_give_no_change_and_no_error() {
    for count in 1..=5 {
        let values: Vec<f64> = (0..count).map(|at| f64::from(at) * 100.0).collect();
        assert!(changes_of(&values, plain()).cps.is_empty(), "{count} values");
    }
    // Six of them may be two segments of three.
    assert_eq!(changes_of(&[0.0, 0.1, 0.0, 50.0, 50.1, 50.0, 50.1, 50.0], plain()).cps, [3]);
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn cancelling_and_hostile_sizes_end_the_search() {
    let params = plain().check().unwrap();
    let run = |input: &ChangePointInput, control: &dyn Control| change_points(input, &params, control).unwrap_err();
    let one = ChangePointInput { series: vec![some(&normals(200, 1))] };
    assert_eq!(run(&one, &Stopped), EngineError::Cancelled);
    let many = ChangePointInput { series: vec![vec![Some(1.0)]; 101] };
    assert_eq!(run(&many, &Unattended).kind(), "too-large");
    for (field, params) in [
        ("season", Parameters { season: Some(10_001), ..plain() }),
        ("shortest", Parameters { shortest: 1, ..plain() }),
        ("penalty", Parameters { penalty: f64::NAN, ..plain() }),
        ("noiseFloor", Parameters { noise_floor: -0.1, ..plain() }),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(field), "{field}");
    }
}

#[test]
fn numbers_that_are_none_are_named_with_their_place() {
    let params = plain().check().unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e121, -1e121] {
        let mut second = vec![Some(1.0); 10];
        second[6] = Some(bad);
        let input = ChangePointInput { series: vec![vec![Some(2.0); 10], second] };
        match change_points(&input, &params, &Unattended) {
            Err(EngineError::InvalidInput { field, .. }) => assert_eq!(field, "series[1][6]", "{bad}"),
            other => panic!("{bad}: {other:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn level_unit_and_sign_of_a_series_do_not_matter(
        seed in 0_u64..10_000, shift in -1e4..1e4_f64, factor in prop_oneof![0.001..1_000.0_f64, -1_000.0..-0.001_f64],
    ) {
        let mut random = SplitMix64::new(seed);
        let levels: Vec<f64> = (0..3).map(|_| 8.0 * random.uniform()).collect();
        let values = planted(&[30, 40, 35], &levels, seed);
        let moved: Vec<f64> = values.iter().map(|value| value * factor + shift).collect();
        prop_assert_eq!(changes_of(&values, plain()).cps, changes_of(&moved, plain()).cps);
    }

    #[test]
    fn a_series_read_backwards_changes_at_the_mirrored_places(seed in 0_u64..10_000) {
        let mut random = SplitMix64::new(seed);
        let levels: Vec<f64> = (0..3).map(|at| 10.0 * f64::from(at % 2) + random.uniform()).collect();
        let values = planted(&[30, 40, 35], &levels, seed);
        let backwards: Vec<f64> = values.iter().rev().copied().collect();
        let mirrored: Vec<usize> = changes_of(&backwards, plain()).cps.iter().rev().map(|cp| values.len() - cp).collect();
        prop_assert_eq!(changes_of(&values, plain()).cps, mirrored);
    }

    #[test]
    fn the_order_of_series_does_not_matter(seed in 0_u64..10_000) {
        let series: Vec<Vec<f64>> = (0..3).map(|at| planted(&[30, 30], &[0.0, 3.0], seed + at)).collect();
        let turned = vec![series[2].clone(), series[0].clone(), series[1].clone()];
        prop_assert_eq!(together(&series).cps, together(&turned).cps);
    }
}
