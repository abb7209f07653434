//! The effect of a change: what it does not depend on, how it is worded, and how often its intervals hold.

use engines::causal::Verdict;
use engines::causal::impact::{Impact, ImpactInput, Parameters, impact};
use engines::common::{Control, Day, EngineError, Severity, Unattended, Update};
use proptest::prelude::*;

use super::normals;
use crate::table::assert_close;

/// Days before and after the change.
const BEFORE: usize = 60;
const AFTER: usize = 20;

/// Noise around 0, so that the series is modelled on the plain scale, with `lift` after the change.
fn world(lift: f64, phi: f64, seed: u64) -> Vec<f64> {
    let noise = normals(BEFORE + AFTER, seed);
    let mut left = 0.0;
    (0..BEFORE + AFTER)
        .map(|day| {
            left = phi * left + noise[day];
            left + if day < BEFORE { 0.0 } else { lift }
        })
        .collect()
}

fn input(y: &[f64]) -> ImpactInput {
    ImpactInput {
        y: y.iter().copied().map(Some).collect(),
        pre: Some([0, BEFORE - 1]),
        post: Some([BEFORE, y.len() - 1]),
        ..ImpactInput::default()
    }
}

fn measured(input: &ImpactInput) -> Impact {
    impact(input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

/// A site with weekly clicks around 200.
fn site(factor: f64, seed: u64) -> ImpactInput {
    let noise = normals(BEFORE + AFTER, seed);
    let week = [1.0, 1.1, 1.1, 1.0, 0.9, 0.5, 0.45];
    let value =
        |day: usize| 200.0 * week[day % 7] * (1.0 + 0.06 * noise[day]) * if day < BEFORE { 1.0 } else { factor };
    input(&(0..BEFORE + AFTER).map(value).collect::<Vec<f64>>())
}

/// The case with a control that is unrelated noise.
fn controlled(case: ImpactInput) -> ImpactInput {
    let control = normals(case.y.len(), 4_711).into_iter().map(|noise| Some(50.0 + noise)).collect();
    ImpactInput { x: vec![control], ..case }
}

#[test]
fn what_is_added_after_the_change_is_added_to_the_effect() {
    for (seed, phi) in [(1, 0.0), (2, 0.5), (3, 0.8)] {
        let plain = measured(&input(&world(0.0, phi, seed)));
        for lift in [-3.0, 0.5, 10.0] {
            let lifted = measured(&input(&world(lift, phi, seed)));
            assert_close(lifted.effect, plain.effect + lift, 1e-9, "effect");
            for (with, without) in lifted.counterfactual.iter().zip(&plain.counterfactual) {
                assert_close(*with, *without, 1e-9, "a constant effect does not move the counterfactual");
            }
            assert!((lifted.hi - lifted.lo - (plain.hi - plain.lo)).abs() < 1e-6);
            assert!((lifted.lo - plain.lo - lift).abs() < 1e-6);
        }
    }
}

#[test]
fn effects_further_from_nothing_are_less_likely_by_chance() {
    let mut before = 1.1;
    for lift in [0.0, 0.5, 1.0, 2.0, 4.0] {
        // The noise of this world averages to 0 after the change.
        let mut y = world(0.0, 0.0, 4);
        let mean = measured(&input(&y)).effect;
        y[BEFORE..].iter_mut().for_each(|value| *value += lift - mean);
        let found = measured(&input(&y));
        assert!(found.p < before, "{lift}: {} after {before}", found.p);
        before = found.p;
    }
    assert!(before < 1e-3, "{before}");
}

/// Of 60 worlds without a change the 95 % ranges hold nearly 95 % of the days, and the interval of the mean no effect.
#[test]
fn ranges_hold_the_days_that_come() {
    for phi in [0.0, 0.4] {
        let (mut held, mut days, mut covered) = (0, 0, 0);
        for seed in 0..60 {
            let y = world(0.0, phi, 7_000 + seed);
            let found = measured(&input(&y));
            covered += usize::from(found.lo <= 0.0 && 0.0 <= found.hi);
            for (step, value) in y[BEFORE..].iter().enumerate() {
                days += 1;
                held += usize::from((found.counterfactual_lo[step]..=found.counterfactual_hi[step]).contains(value));
            }
        }
        let share = held as f64 / days as f64;
        assert!((0.92..=0.995).contains(&share), "phi {phi}: {share} of the days");
        assert!(covered >= 53, "phi {phi}: {covered} of 60 worlds");
    }
}

#[test]
fn parts_of_the_answer_fit_together() {
    for seed in 0..5 {
        let mut case = site(1.2, seed);
        for gap in [3, 20, BEFORE + 2, BEFORE + 9] {
            case.y[gap] = None;
        }
        let found = measured(&case);
        assert_eq!((found.point.len(), found.counterfactual.len()), (AFTER, AFTER));
        assert_eq!(found.point.iter().flatten().count(), AFTER - 2);
        let known = (AFTER - 2) as f64;
        for (sum, one) in
            [(found.cumulative.effect, found.effect), (found.cumulative.lo, found.lo), (found.cumulative.hi, found.hi)]
        {
            assert_close(sum, known * one, 1e-9, "sum over the known steps");
        }
        for (step, point) in found.point.iter().enumerate() {
            let expected = case.y[BEFORE + step].map(|seen| seen - found.counterfactual[step]);
            assert_eq!(*point, expected);
            let (lo, hi) = (found.counterfactual_lo[step], found.counterfactual_hi[step]);
            assert!(lo < found.counterfactual[step] && found.counterfactual[step] < hi);
        }
        assert!(found.notes.iter().any(|note| note.starts_with("4 missing steps")), "{:?}", found.notes);
        let relative = found.relative.unwrap();
        assert!(relative.lo <= relative.effect && relative.effect <= relative.hi);
        assert_close(relative.hi / relative.effect, found.hi / found.effect, 1e-9, "one factor for all three");
    }
}

#[test]
fn words_follow_from_probability_and_width() {
    let mut seen = Vec::new();
    for (seed, lift) in (0..30).zip([0.0, 0.3, 0.6, 1.0, 3.0].into_iter().cycle()) {
        let found = measured(&controlled(input(&world(lift, 0.0, 300 + seed))));
        assert_eq!(found.p <= 0.05, found.lo > 0.0 || found.hi < 0.0, "p {} and {}..{}", found.p, found.lo, found.hi);
        let wanted = match found.p {
            p if p <= 0.02 => vec![Verdict::Proved],
            p if p <= 0.2 => vec![Verdict::Likely],
            _ => vec![Verdict::NotShown, Verdict::NotMeasurable],
        };
        assert!(wanted.contains(&found.verdict), "p {}: {:?}", found.p, found.verdict);
        seen.push(found.verdict);
    }
    assert!(seen.contains(&Verdict::Proved), "{seen:?}");
    let quiet = site(1.0, 11);
    let narrow = Parameters { widest_useful: 0.01, ..Parameters::default() };
    assert_eq!(measured(&quiet).verdict, Verdict::NotShown);
    let found = impact(&quiet, &narrow.check().unwrap(), &Unattended).unwrap();
    assert_eq!(found.verdict, Verdict::NotMeasurable);
    assert!(found.decision.contains("pool several sites"), "{}", found.decision);
}

#[test]
fn decisions_keep_what_helps_and_undo_what_harms() {
    let (rise, fall) = (measured(&controlled(site(1.4, 2))), measured(&controlled(site(0.6, 2))));
    assert_eq!((rise.verdict, fall.verdict), (Verdict::Proved, Verdict::Proved));
    assert!(rise.decision.starts_with("Keep the change"), "{}", rise.decision);
    assert_eq!(fall.decision, "Undo the change.");
    assert_eq!((rise.insights[0].severity, fall.insights[0].severity), (Severity::Opportunity, Severity::Warning));
}

/// Worlds without an effect, and with effects of one to four standard errors in both directions.
fn worlds_of_both_kinds() -> impl Iterator<Item = (f64, Impact)> {
    let lifts = [0.0, 0.4, 0.0, -0.4, 0.0, 0.7, 0.0, -0.7, 0.0, 1.0].into_iter().cycle();
    (0..80).zip(lifts).map(|(seed, lift)| (lift, measured(&controlled(input(&world(lift, 0.0, 21_000 + seed))))))
}

#[test]
fn only_a_proved_effect_leads_to_advice_to_act() {
    let mut likely = 0;
    for (_, found) in worlds_of_both_kinds() {
        let acts = found.decision.starts_with("Keep the change") || found.decision == "Undo the change.";
        assert_eq!(acts, found.verdict == Verdict::Proved, "{:?}: {}", found.verdict, found.decision);
        let insight = &found.insights[0];
        let kind = insight.action.as_ref().map(|action| action.kind.as_str());
        match found.verdict {
            Verdict::Proved => assert_eq!(kind, Some("decide_change")),
            Verdict::Likely => {
                likely += 1;
                assert_eq!((kind, insight.severity), (Some("measure_again"), Severity::Info));
                let says = |part: &str| found.decision.contains(part);
                assert!(says("Do not act yet") && (says("steps after the change") || says("A year of data")));
            }
            _ => assert_eq!(kind, (found.verdict == Verdict::NotMeasurable).then_some("measure_again")),
        }
    }
    assert!(likely >= 5, "{likely} of 80");
}

#[test]
fn a_likely_effect_names_the_day_that_settles_it() {
    let first = Day::parse("2026-03-01").unwrap();
    let (_, likely) = (21_000..21_080)
        .map(|seed| ImpactInput { first_day: Some(first), ..controlled(input(&world(0.4, 0.0, seed))) })
        .map(|case| (case.y.len(), measured(&case)))
        .find(|(_, found)| found.decision.contains("steps after the change"))
        .unwrap();
    let (before, after) = likely.decision.split_once(" steps after the change, on ").unwrap();
    let steps: i32 = before.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(steps > AFTER as i32, "{}", likely.decision);
    let day = first.plus(BEFORE as i32 + steps - 1);
    assert_eq!(after, format!("{day}: an effect that remains as large is then proved."));
}

#[test]
fn without_controls_an_effect_is_likely_at_most() {
    let case = ImpactInput { unit: Some("clicks".to_owned()), ..site(0.6, 2) };
    let (alone, with) = (measured(&case), measured(&controlled(case)));
    assert!(alone.p < 0.001 && with.p < 0.001, "{} {}", alone.p, with.p);
    assert_eq!((alone.verdict, with.verdict), (Verdict::Likely, Verdict::Proved));
    assert!(alone.decision.contains("Without controls") && !alone.decision.contains("Undo"), "{}", alone.decision);
    let (doubted, proved) = (&alone.insights[0], &with.insights[0]);
    assert!(doubted.confidence < 0.85 && proved.confidence > 0.9, "{} {}", doubted.confidence, proved.confidence);
    assert_eq!((doubted.severity, doubted.action.as_ref().unwrap().kind.as_str()), (Severity::Info, "measure_again"));
    let caveat = "If you chose this date because clicks changed, the effect is overstated.".to_owned();
    assert!(doubted.assumptions.contains(&caveat), "{:?}", doubted.assumptions);
}

#[test]
fn effects_no_larger_than_placebos_are_not_proved() {
    let params = Parameters { placebos: 8, ..Parameters::default() };
    let tried = |case: &ImpactInput| impact(case, &params.clone().check().unwrap(), &Unattended).unwrap();
    let clear = tried(&controlled(site(1.4, 2)));
    // Eight tests reach a rank p of 0.11 at best, so more of them are run.
    let tests = clear.placebos.unwrap();
    assert!(tests.in_time.len() + tests.in_space.len() >= 19, "{tests:?}");
    // Two real rises before the change are placebos with an effect.
    let mut restless = controlled(site(1.4, 2));
    for step in (24..34).chain(44..52) {
        restless.y[step] = restless.y[step].map(|value| 1.6 * value);
    }
    let mut doubtful = 0;
    for seed in 0..20 {
        let case = controlled(site(1.4, seed));
        let found = tried(if seed == 0 { &restless } else { &case });
        let tests = found.placebos.as_ref().unwrap();
        let is_clean = tests.rank_p <= 0.05 && tests.false_share <= 0.05;
        assert_eq!(found.verdict == Verdict::Proved, found.p <= 0.02 && is_clean, "{:?} {tests:?}", found.verdict);
        if found.verdict == Verdict::Likely && found.p <= 0.02 {
            doubtful += 1;
            assert!(found.decision.contains("Placebo tests are not clean"), "{}", found.decision);
            assert!(found.insights[0].confidence < 0.83, "{}", found.insights[0].confidence);
        }
    }
    assert!(doubtful > 0, "no case with unclean placebos");
}

/// Of the claims of an effect in worlds of which half have one, as many hold as their confidence says.
#[test]
fn confidence_is_how_often_claims_hold() {
    let (mut claims, mut held, mut stated) = (0.0, 0.0, 0.0);
    for (lift, found) in worlds_of_both_kinds() {
        if matches!(found.verdict, Verdict::Proved | Verdict::Likely) {
            claims += 1.0;
            held += f64::from(u8::from(lift * found.effect > 0.0));
            stated += found.insights[0].confidence;
        }
    }
    assert!(claims >= 20.0 && (held - stated).abs() / claims < 0.15, "{held} of {claims} held, {stated} stated");
}

#[test]
fn dates_stand_for_steps() {
    let first = Day::parse("2026-03-01").unwrap();
    let by_steps = ImpactInput { first_day: Some(first), ..site(1.3, 5) };
    let by_dates = ImpactInput { pre: None, post: None, change: Some(first.plus(BEFORE as i32)), ..by_steps.clone() };
    let (steps, mut dates) = (measured(&by_steps), measured(&by_dates));
    // A change with a date is named by it.
    assert_ne!(steps.insights[0].key, dates.insights[0].key);
    dates.insights[0].key.clone_from(&steps.insights[0].key);
    assert_eq!(steps, dates);
}

#[test]
fn updates_count_from_three_days_before_the_change_to_the_last_day() {
    let first = Day::parse("2026-03-01").unwrap();
    let change = BEFORE as i32;
    for (from, to, counts) in [
        (change - 10, change - 4, false),
        (change - 10, change - 3, true),
        (change, change, true),
        (change + 19, change + 30, true),
        (change + 20, change + 30, false),
    ] {
        let update = Update { name: "update".to_owned(), from: first.plus(from), to: Some(first.plus(to)) };
        let case = ImpactInput { first_day: Some(first), updates: vec![update], ..controlled(site(1.4, 2)) };
        let found = measured(&case);
        assert_eq!(!found.overlapping_updates.is_empty(), counts, "days {from} to {to}");
        assert_eq!(found.verdict, if counts { Verdict::Contaminated } else { Verdict::Proved });
    }
}

#[test]
fn money_follows_the_price_of_a_unit() {
    let of = |cents: Option<f64>| {
        let case = ImpactInput { cents_per_unit: cents, currency: Some("CAD".to_owned()), ..site(1.4, 2) };
        measured(&case).insights[0].impact.clone()
    };
    assert_eq!(of(None), None);
    let (one, ten) = (of(Some(10.0)).unwrap(), of(Some(100.0)).unwrap());
    assert!((ten.mid_cents - 10 * one.mid_cents).abs() <= 10 && one.mid_cents > 0);
    assert!(one.low_cents <= one.mid_cents && one.mid_cents <= one.high_cents);
    assert_eq!(one.currency, "CAD");
}

#[test]
fn placebos_are_tried_and_ranked() {
    let params = Parameters { placebos: 8, ..Parameters::default() };
    let found = impact(&site(1.4, 2), &params.check().unwrap(), &Unattended).unwrap();
    let placebos = found.placebos.unwrap();
    assert!(!placebos.in_time.is_empty() && placebos.in_time.len() <= 8 && placebos.in_space.is_empty());
    let fakes = placebos.in_time.len() as f64;
    assert_close(placebos.rank_p, 1.0 / (fakes + 1.0), 1e-12, "no fake is as large as 40 %");
    assert!((0.0..=0.5).contains(&placebos.false_share), "{placebos:?}");
    assert_eq!(measured(&site(1.4, 2)).placebos, None);
}

#[test]
fn the_finding_rests_on_evidence_and_can_be_refuted() {
    let first = Day::parse("2026-03-01").unwrap();
    let case = ImpactInput {
        first_day: Some(first),
        as_of: Some(first.plus(90)),
        label: Some("New titles".to_owned()),
        chosen_after_a_fall: true,
        ..site(1.4, 2)
    };
    let found = measured(&case);
    let insight = &found.insights[0];
    assert!(insight.title.starts_with("New titles"), "{}", insight.title);
    assert!(!insight.key.is_empty() && !insight.evidence.is_empty() && !insight.falsifier.is_empty());
    assert!(insight.expires_at.is_some() && (0.0..=1.0).contains(&insight.confidence));
    let bare = measured(&site(1.4, 2));
    assert_eq!(found.notes.len(), bare.notes.len() + 1, "such pages rise by themselves: {:?}", found.notes);
    assert_eq!(bare.needs.len(), 3, "controls, dates and a price: {:?}", bare.needs);
}

#[test]
fn the_first_of_many_controls_that_follow_the_series_is_found() {
    let shared = normals(BEFORE + AFTER, 900);
    let mut walk = 0.0;
    let wave: Vec<f64> = shared
        .iter()
        .map(|step| {
            walk += step;
            walk
        })
        .collect();
    let own = normals(BEFORE + AFTER, 901);
    let y: Vec<f64> = (0..BEFORE + AFTER).map(|day| 3.0 * wave[day] + 0.3 * own[day]).collect();
    let noise = |seed: u64| normals(BEFORE + AFTER, 950 + seed).into_iter().map(Some).collect::<Vec<_>>();
    let mut case = input(&y);
    case.x = (0..6).map(noise).collect();
    case.x[4] = wave.iter().copied().map(Some).collect();
    let found = measured(&case);
    assert_eq!(found.control_weights.len(), 6);
    assert!(found.control_weights[4] > 0.95, "{:?}", found.control_weights);
    assert!(found.control_weights.iter().enumerate().all(|(at, weight)| at == 4 || *weight < 0.6));
    assert!(found.hi - found.lo < 0.2 * (measured(&input(&y)).hi - measured(&input(&y)).lo));
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn what_a_measurement_cannot_use_is_named() {
    let named = |change: &dyn Fn(&mut ImpactInput)| {
        let mut case = site(1.0, 1);
        change(&mut case);
        match impact(&case, &Parameters::default().check().unwrap(), &Unattended) {
            Err(EngineError::InvalidInput { field, .. }) => field,
            Err(error) => error.kind().to_owned(),
            Ok(_) => "fine".to_owned(),
        }
    };
    assert_eq!(named(&|_| ()), "fine");
    assert_eq!(named(&|case| case.y.clear()), "no-input");
    assert_eq!(named(&|case| case.y[7] = Some(f64::NAN)), "y[7]");
    assert_eq!(named(&|case| case.x = vec![vec![Some(1.0); 80], vec![Some(1.0); 79]]), "x[1]");
    assert_eq!(named(&|case| case.x = vec![vec![None; 80]]), "x[0]");
    assert_eq!(named(&|case| case.x = vec![vec![Some(1.0); 80]; 51]), "too-large");
    assert_eq!(named(&|case| case.pre = Some([9, 8])), "pre");
    assert_eq!(named(&|case| case.pre = Some([0, 60])), "pre");
    assert_eq!(named(&|case| case.pre = Some([51, 59])), "pre");
    assert_eq!(named(&|case| case.post = Some([60, 80])), "pre");
    assert_eq!(named(&|case| case.post = None), "pre");
    assert_eq!(named(&|case| case.y[60..].fill(None)), "post");
    assert_eq!(named(&|case| case.y[..60].fill(Some(5.0))), "y");
    assert_eq!(named(&|case| case.cents_per_unit = Some(-1.0)), "centsPerUnit");
    assert_eq!(named(&|case| case.currency = Some("Eur".to_owned())), "currency");
    let dated = |change: i32| {
        move |case: &mut ImpactInput| {
            (case.pre, case.post, case.first_day) = (None, None, Day::parse("2026-01-01"));
            case.change = case.first_day.map(|first| first.plus(change));
        }
    };
    assert_eq!([named(&dated(0)), named(&dated(80)), named(&dated(-5))], ["change", "change", "change"]);
    let stopped = impact(&site(1.0, 1), &Parameters::default().check().unwrap(), &Stopped);
    assert_eq!(stopped.unwrap_err(), EngineError::Cancelled);
    for (field, params) in [
        ("season", Parameters { season: 401, ..Parameters::default() }),
        ("placebos", Parameters { placebos: 51, ..Parameters::default() }),
        ("widestUseful", Parameters { widest_useful: 0.0, ..Parameters::default() }),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(field), "{field}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn unit_and_sign_of_a_plain_series_do_not_matter(
        seed in 0_u64..2_000, factor in prop_oneof![0.001..1_000.0_f64, -1_000.0..-0.001_f64],
    ) {
        let y = world(1.0, 0.3, seed);
        let scaled: Vec<f64> = y.iter().map(|value| value * factor).collect();
        let (one, other) = (measured(&input(&y)), measured(&input(&scaled)));
        prop_assert_eq!(one.scale.as_str(), "plain");
        prop_assert!((one.effect * factor / other.effect - 1.0).abs() < 1e-6);
        prop_assert!((one.p - other.p).abs() < 1e-6);
        let ends = if factor > 0.0 { (one.lo, one.hi) } else { (one.hi, one.lo) };
        prop_assert!((ends.0 * factor - other.lo).abs() < 1e-5 * factor.abs());
        prop_assert!((ends.1 * factor - other.hi).abs() < 1e-5 * factor.abs());
    }

    #[test]
    fn unit_and_level_of_a_control_do_not_matter(seed in 0_u64..2_000, factor in 0.01..100.0_f64, shift in -1e3..1e3_f64) {
        let control = world(0.0, 0.6, seed + 50_000);
        let y: Vec<f64> = world(1.0, 0.0, seed).iter().zip(&control).map(|(own, shared)| own + 2.0 * shared).collect();
        let of = |x: Vec<f64>| measured(&ImpactInput { x: vec![x.into_iter().map(Some).collect()], ..input(&y) });
        let (one, other) = (of(control.clone()), of(control.iter().map(|value| value * factor + shift).collect()));
        prop_assert!((one.effect - other.effect).abs() < 1e-5 && (one.hi - other.hi).abs() < 1e-4, "{} {}", one.effect, other.effect);
        prop_assert!((one.control_weights[0] - other.control_weights[0]).abs() < 1e-5);
    }
}
