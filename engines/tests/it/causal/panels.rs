//! Splits of pages against statsmodels and exact enumeration, pooling against statsmodels, and laws of both.

use engines::causal::Verdict;
use engines::causal::experiment::{
    Experiment, ExperimentInput, Page, Parameters, Pooled, SiteEffect, SitePages, experiment, pool,
};
use engines::common::{Control, Day, EngineError, Unattended, Update};
use proptest::prelude::*;

use super::normals;
use crate::table::assert_close;

/// Pages, days, first changed day, missing cells (page, day); then effect, 2.5 and 97.5 % point, p and relative effect.
///
/// Ordinary least squares on dummies of pages and days in NumPy, errors by page with G / (G - 1), Student's t of SciPy with
/// two degrees of freedom fewer than twice the smaller side.
struct Panel {
    pages: usize,
    days: usize,
    change: usize,
    missing: &'static [(usize, usize)],
    wanted: [f64; 5],
}

const PANELS: [Panel; 3] = [
    Panel {
        pages: 8,
        days: 12,
        change: 8,
        missing: &[],
        wanted: [
            3.369_374_999_999_965,
            1.525_037_112_219_384_6,
            5.213_712_887_780_545,
            0.004_236_514_659_399_425,
            0.083_432_639_479_995_98,
        ],
    },
    Panel {
        pages: 8,
        days: 12,
        change: 8,
        missing: &[(0, 3), (1, 9), (2, 10), (5, 0), (5, 1), (7, 11)],
        wanted: [
            3.164_175_422_447_999,
            1.259_085_750_165_108_3,
            5.069_265_094_730_889_5,
            0.006_619_835_688_869_696,
            0.077_542_249_304_004,
        ],
    },
    Panel {
        pages: 7,
        days: 10,
        change: 4,
        missing: &[],
        wanted: [
            4.700_694_444_444_444,
            2.402_018_467_698_131_3,
            6.999_370_421_190_758,
            0.004_748_826_792_259_457,
            0.119_375_978_780_739_02,
        ],
    },
];

/// Effects with their standard errors; then effect, ends, p, variance between, Q and I2 by
/// `combine_effects(effects, errors ** 2, method_re="dl")` of statsmodels 0.15.0 (fixed effects where the variance is negative).
type Meta = (&'static [(f64, f64)], [f64; 7]);
const META: [Meta; 4] = [
    (
        &[(0.1, 0.13), (0.3, 0.2), (0.35, 0.1), (0.65, 0.25), (0.45, 0.3), (0.15, 0.09)],
        [
            0.258_183_945_960_89,
            0.125_101_724_597_354_14,
            0.391_266_167_324_425_9,
            0.000_143_303_736_520_770_54,
            0.006_619_022_533_178_736,
            6.627_435_239_769_817,
            0.245_560_338_334_794_63,
        ],
    ),
    (
        &[(0.05, 0.02), (0.06, 0.03), (0.04, 0.05)],
        [
            0.051_772_853_185_595_56,
            0.020_826_053_429_699_97,
            0.082_719_652_941_491_15,
            0.001_041_950_667_354_651_8,
            0.0,
            0.138_504_155_124_657_3,
            0.0,
        ],
    ),
    (
        &[(-0.2, 0.1), (0.4, 0.15)],
        [
            0.089_583_333_333_333_35,
            -0.498_051_305_624_947_04,
            0.677_217_972_291_613_7,
            0.765_099_303_440_368,
            0.163_750_000_000_000_03,
            11.076_923_076_923_078,
            0.909_722_222_222_222_2,
        ],
    ),
    (
        &[(1.0, 0.2), (1.2, 0.3), (0.8, 0.25), (2.5, 0.4), (-0.5, 0.5)],
        [
            1.033_569_997_459_165_7,
            0.381_784_909_536_749_5,
            1.685_355_085_381_581_7,
            0.001_883_464_152_832_562_9,
            0.442_017_416_403_228_06,
            24.054_792_873_051_227,
            0.833_712_972_665_782_9,
        ],
    ),
];

/// 20 + 5 page + a figure below 10.09 that looks random, and 4 more on even pages after the change.
fn figure(page: usize, day: usize, change: usize) -> f64 {
    let lift = if page.is_multiple_of(2) && day >= change { 4.0 } else { 0.0 };
    20.0 + 5.0 * page as f64 + ((page * 7_919 + day * 104_729) % 1_009) as f64 / 100.0 + lift
}

fn pages(panel: &Panel) -> Vec<Page> {
    let value =
        |page: usize, day: usize| (!panel.missing.contains(&(page, day))).then(|| figure(page, day, panel.change));
    let page = |page: usize| Page {
        page: format!("/{page}"),
        treated: Some(page.is_multiple_of(2)),
        y: (0..panel.days).map(|day| value(page, day)).collect(),
        pair: None,
    };
    (0..panel.pages).map(page).collect()
}

fn read(pages: Vec<Page>, change: usize, permutations: usize) -> SiteEffect {
    let input = ExperimentInput { pages, change: Some(change), ..ExperimentInput::default() };
    run(&input, permutations).sites.remove(0)
}

fn run(input: &ExperimentInput, permutations: usize) -> Experiment {
    experiment(input, &Parameters { permutations, ..Parameters::default() }.check().unwrap(), &Unattended).unwrap()
}

#[test]
fn effects_and_errors_by_page_agree_with_least_squares_on_dummies() {
    for panel in PANELS {
        let found = read(pages(&panel), panel.change, 99);
        let what = format!("{} pages, {} missing", panel.pages, panel.missing.len());
        let [effect, lo, hi, p, relative] = panel.wanted;
        assert_close(found.effect, effect, 1e-6, &what);
        // The quantile and the tail are Wallace's approximations.
        assert!(
            (found.lo - lo).abs() < 0.02 * (hi - lo) && (found.hi - hi).abs() < 0.02 * (hi - lo),
            "{what}: {found:?}"
        );
        assert!((found.p - p).abs() < 1e-3, "{what}: p {}", found.p);
        assert_close(found.relative.unwrap(), relative, 1e-6, &what);
        assert_eq!((found.treated, found.untreated), (panel.pages.div_ceil(2), panel.pages / 2), "{what}");
    }
}

/// Of the 70 ways to choose four of the eight pages, 2 have a difference as large as the real one.
#[test]
fn random_splits_come_near_the_exact_probability() {
    let found = read(pages(&PANELS[0]), 8, 20_000);
    let exact = 2.0 / 70.0;
    assert!((found.permutation_p - exact).abs() < 4.0 * (exact / 20_000.0_f64).sqrt(), "{}", found.permutation_p);
}

#[test]
fn splits_within_pairs_have_the_sign_test_of_their_number() {
    // Seven pairs with the same lift each: only both choices of one side for all are as large, 2 of 128.
    let page = |at: usize| Page {
        page: format!("/{at}"),
        treated: Some(at.is_multiple_of(2)),
        y: (0..20)
            .map(|day| Some(50.0 + 30.0 * (at / 2) as f64 + if at.is_multiple_of(2) && day >= 10 { 6.0 } else { 0.0 }))
            .collect(),
        pair: Some(at / 2),
    };
    let found = read((0..14).map(page).collect(), 10, 20_000);
    assert!((found.permutation_p - 2.0 / 128.0).abs() < 0.004, "{}", found.permutation_p);
}

#[test]
fn pooled_effects_agree_with_statsmodels() {
    for (effects, [effect, lo, hi, p, between, q, share]) in META {
        let found = pool(effects).unwrap();
        assert_close(found.effect, effect, 1e-9, "effect");
        assert_close(found.lo, lo, 1e-9, "lower end");
        assert_close(found.hi, hi, 1e-9, "upper end");
        assert_close(found.p, p, 1e-8, "p");
        assert!((found.between - between).abs() < 1e-12, "variance between: {}", found.between);
        assert_close(found.cochran_q, q, 1e-9, "Q");
        assert!((found.i_squared - share).abs() < 1e-12, "I2: {}", found.i_squared);
    }
}

#[test]
fn effects_without_a_usable_error_are_left_out_of_a_pool() {
    let usable = [(0.1, 0.05), (0.2, 0.1)];
    for bad in [(f64::NAN, 0.1), (0.3, 0.0), (0.3, -1.0), (0.3, f64::INFINITY), (f64::INFINITY, 0.1), (0.3, f64::NAN)] {
        assert_eq!(pool(&[usable[0], bad, usable[1]]), pool(&usable), "{bad:?}");
        assert_eq!(pool(&[usable[0], bad]), None, "{bad:?}");
    }
    assert_eq!(pool(&[]), None);
}

/// A sequence that may be looked at every day leaves out 0 in few of 60 worlds without an effect, and in all with a clear one.
#[test]
fn sequences_hold_at_all_times_together() {
    let world = |lift: f64, seed: u64| -> Vec<Page> {
        let page = |at: usize| {
            let noise = normals(60, seed * 100 + at as u64);
            let value =
                |day: usize| 40.0 + 4.0 * noise[day] + if at.is_multiple_of(2) && day >= 30 { lift } else { 0.0 };
            Page {
                treated: Some(at.is_multiple_of(2)),
                y: (0..60).map(|day| Some(value(day))).collect(),
                ..Page::default()
            }
        };
        (0..12).map(page).collect()
    };
    let stops = |lift: f64| (0..60).filter(|seed| read(world(lift, *seed), 30, 99).stop_at.is_some()).count();
    assert!(stops(0.0) <= 6, "{} of 60 false stops", stops(0.0));
    assert!(stops(6.0) >= 59, "{} of 60 found", stops(6.0));
    let clear = read(world(6.0, 1), 30, 99);
    assert_eq!(clear.sequence.len(), 30);
    assert!(clear.sequence.iter().all(|look| look.lo < look.effect && look.effect < look.hi));
    assert_eq!(clear.sequence.last().unwrap().step, 59);
    assert!(clear.stop_at.unwrap() < 40, "{:?}", clear.stop_at);
}

#[test]
fn a_split_draws_one_page_of_each_pair_of_neighbours() {
    let page = |at: usize| {
        let noise = normals(30, at as u64);
        Page {
            page: format!("/{at}"),
            y: noise.iter().map(|n| Some(10.0 * (at + 1) as f64 + n)).collect(),
            ..Page::default()
        }
    };
    let input = ExperimentInput { pages: (0..24).map(page).collect(), ..ExperimentInput::default() };
    for seed in 0..10 {
        let params = Parameters { seed, ..Parameters::default() }.check().unwrap();
        let told = experiment(&input, &params, &Unattended).unwrap();
        assert!(told.verdict.is_none() && told.sites.is_empty() && told.insights.is_empty());
        for pair in 0..12 {
            let own: Vec<usize> = (0..24).filter(|at| told.split[*at].pair == pair).collect();
            assert_eq!(own.len(), 2, "pair {pair}");
            assert_eq!(own[1], own[0] + 1, "neighbours in traffic");
            assert_ne!(told.split[own[0]].treated, told.split[own[1]].treated);
        }
        // Rows rise by ten a page: the sides may differ by a pair's step at most.
        let sum = |side: bool| (0..24).filter(|at| told.split[*at].treated == side).sum::<usize>();
        assert!(sum(true).abs_diff(sum(false)) <= 4, "seed {seed}: {} and {}", sum(true), sum(false));
    }
}

#[test]
fn the_finding_of_an_experiment_has_money_key_and_expiry() {
    let day = Day::parse("2026-09-01").unwrap();
    let input = ExperimentInput {
        pages: pages(&PANELS[0]),
        change: Some(8),
        first_day: Some(day),
        as_of: Some(day.plus(20)),
        label: Some("New titles".to_owned()),
        cents_per_unit: Some(50.0),
        currency: Some("EUR".to_owned()),
        updates: vec![Update { name: "September update".to_owned(), from: day.plus(9), to: None }],
        ..ExperimentInput::default()
    };
    let told = run(&input, 1_999);
    let insight = &told.insights[0];
    assert!(insight.title.starts_with("New titles"), "{}", insight.title);
    assert!(!insight.key.is_empty() && !insight.falsifier.is_empty() && insight.expires_at.is_some());
    let money = insight.impact.as_ref().unwrap();
    assert_eq!(money.currency, "EUR");
    assert!(money.low_cents <= money.mid_cents && money.mid_cents <= money.high_cents && money.mid_cents > 0);
    assert_eq!(told.overlapping_updates, ["September update"]);
    assert!(told.notes.iter().any(|note| note.contains("update")), "{:?}", told.notes);
    assert!(told.notes.iter().any(|note| note.contains("Fewer than 10 pages")));
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn what_an_experiment_cannot_use_is_named() {
    let good = || ExperimentInput { pages: pages(&PANELS[0]), change: Some(8), ..ExperimentInput::default() };
    let named = |change: &dyn Fn(&mut ExperimentInput)| {
        let mut input = good();
        change(&mut input);
        match experiment(&input, &Parameters::default().check().unwrap(), &Unattended) {
            Err(EngineError::InvalidInput { field, .. }) => field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(named(&|input| input.change = Some(1)), "sites[0].change");
    assert_eq!(named(&|input| input.change = Some(12)), "sites[0].change");
    assert_eq!(named(&|input| input.pages.truncate(3)), "sites[0].pages");
    assert_eq!(named(&|input| input.pages[2].treated = None), "sites[0].pages");
    assert_eq!(named(&|input| input.pages.iter_mut().for_each(|page| page.treated = Some(true))), "sites[0].pages");
    assert_eq!(named(&|input| input.pages[5].y.truncate(4)), "sites[0].pages[5].y");
    assert_eq!(named(&|input| input.pages[3].y[2] = Some(f64::NAN)), "sites[0].pages[3].y[2]");
    assert_eq!(named(&|input| input.pages[3].page = "/1".to_owned()), "sites[0].pages[3].page");
    let sites = [Some(8), None].map(|change| SitePages { pages: pages(&PANELS[0]), change, ..SitePages::default() });
    assert_eq!(named(&|input| input.sites = sites.to_vec()), "sites");
    let stopped = experiment(&good(), &Parameters::default().check().unwrap(), &Stopped);
    assert_eq!(stopped.unwrap_err(), EngineError::Cancelled);
    let many = ExperimentInput { pages: vec![Page::default(); 20_001], ..ExperimentInput::default() };
    let error = experiment(&many, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
    assert_eq!(error.kind(), "too-large");
    for (field, params) in [
        ("permutations", Parameters { permutations: 98, ..Parameters::default() }),
        ("widestUseful", Parameters { widest_useful: f64::NAN, ..Parameters::default() }),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(field));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn pools_shift_stretch_and_keep_their_order(
        effects in prop::collection::vec((-1.0..1.0_f64, 0.01..0.5_f64), 2..12), shift in -2.0..2.0_f64,
        factor in 0.1..10.0_f64,
    ) {
        let found = pool(&effects).unwrap();
        let moved: Vec<(f64, f64)> = effects.iter().map(|(effect, error)| (effect * factor + shift, error * factor)).collect();
        let other = pool(&moved).unwrap();
        let mut turned = effects.clone();
        turned.reverse();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6 * (1.0 + b.abs());
        prop_assert!(close(other.effect, found.effect * factor + shift) && close(other.lo, found.lo * factor + shift));
        prop_assert!(close(other.cochran_q, found.cochran_q) && close(other.i_squared, found.i_squared));
        prop_assert!(close(pool(&turned).unwrap().effect, found.effect));
        let (least, most) = effects.iter().fold((1.0_f64, -1.0_f64), |(l, m), (e, _)| (l.min(*e), m.max(*e)));
        let Pooled { effect, lo, hi, p, between, i_squared, .. } = found;
        prop_assert!(least - 1e-9 <= effect && effect <= most + 1e-9 && lo <= effect && effect <= hi);
        prop_assert!((0.0..=1.0).contains(&p) && between >= 0.0 && (0.0..1.0).contains(&i_squared));
    }

    /// Changes common to all pages, temporary or permanent, are no effect.
    #[test]
    fn levels_of_pages_and_days_do_not_matter(
        levels in prop::collection::vec(-50.0..50.0_f64, 8), days in prop::collection::vec(-50.0..50.0_f64, 12),
    ) {
        let plain = read(pages(&PANELS[0]), 8, 99);
        let mut moved = pages(&PANELS[0]);
        for (page, level) in moved.iter_mut().zip(&levels) {
            page.y.iter_mut().zip(&days).for_each(|(value, day)| *value = value.map(|value| value + level + day));
        }
        let found = read(moved, 8, 99);
        prop_assert!((found.effect - plain.effect).abs() < 1e-8 && (found.hi - plain.hi).abs() < 1e-6);
        prop_assert!((found.permutation_p - plain.permutation_p).abs() < 1e-9);
        prop_assert_eq!(found.verdict == Verdict::Contaminated, plain.verdict == Verdict::Contaminated);
    }

    #[test]
    fn swapping_the_sides_turns_the_effect(seed in 0_u64..1_000) {
        let world: Vec<Page> = (0..8)
            .map(|at| Page {
                treated: Some(at % 2 == 0),
                y: normals(20, seed * 10 + at).iter().map(|noise| Some(30.0 + noise)).collect(),
                ..Page::default()
            })
            .collect();
        let mut swapped = world.clone();
        swapped.iter_mut().for_each(|page| page.treated = page.treated.map(|is_treated| !is_treated));
        let (one, other) = (read(world, 12, 99), read(swapped, 12, 99));
        prop_assert!((one.effect + other.effect).abs() < 1e-9 && (one.p - other.p).abs() < 1e-9);
        prop_assert!((one.trend_p - other.trend_p).abs() < 1e-9);
    }
}
