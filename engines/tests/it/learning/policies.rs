//! Properties of the bandit as a policy, regardless of unit, seed and action names.

use engines::common::EngineError;
use engines::learning::Bandit;
use engines::stat::standard_normal;
use proptest::prelude::*;

use super::uniforms;

/// The actions chosen over `rounds` contexts of two figures, where `pays` gives the reward.
fn chosen(actions: usize, seed: u64, rounds: usize, pays: &dyn Fn(&[f64], usize) -> f64) -> Vec<usize> {
    let mut next = uniforms(77);
    let mut bandit = Bandit::new(actions, seed).unwrap();
    (0..rounds)
        .map(|_| {
            let x = [next(), next()];
            let action = bandit.choose(&x).unwrap();
            bandit.reward(pays(&x, action)).unwrap();
            action
        })
        .collect()
}

fn share_of(actions: &[usize], wanted: impl Fn(usize) -> bool) -> f64 {
    actions.iter().filter(|action| wanted(**action)).count() as f64 / actions.len() as f64
}

#[test]
fn the_same_seed_chooses_the_same_actions() {
    let pays = |x: &[f64], action: usize| f64::from(u8::from((x[0] > 0.5) == (action == 1)));
    assert_eq!(chosen(3, 4, 120, &pays), chosen(3, 4, 120, &pays));
    let first = |seed: u64| chosen(50, seed, 1, &pays)[0];
    assert!((0..20).any(|seed| first(seed) != first(0)), "ties are broken by the seed");
}

#[test]
fn an_action_that_always_pays_most_is_soon_taken_nearly_always() {
    for best in 0..4 {
        let taken = chosen(4, 9, 200, &|_, action| if action == best { 10.0 } else { 2.0 });
        let late = share_of(&taken[60..], |action| action == best);
        assert!(late > 0.9, "action {best}: {late}");
    }
}

#[test]
fn contexts_decide_where_the_best_action_depends_on_them() {
    let pays = |x: &[f64], action: usize| 5.0 - 4.0 * (x[0] - [0.1, 0.5, 0.9][action]).abs();
    let mut next = uniforms(77);
    let taken = chosen(3, 2, 300, &pays);
    let mut regret = 0.0;
    for (at, action) in taken.iter().enumerate() {
        let x = [next(), next()];
        let best = (0..3).map(|action| pays(&x, action)).fold(f64::NEG_INFINITY, f64::max);
        if at >= 150 {
            regret += best - pays(&x, *action);
        }
    }
    // Choosing blindly loses about 1.1 a round.
    assert!(regret / 150.0 < 0.15, "mean regret of the second half {}", regret / 150.0);
}

#[test]
fn units_and_offsets_of_rewards_hardly_matter() {
    let base = |x: &[f64], action: usize| if (x[0] > 0.5) == (action == 0) { 3.0 } else { 1.0 };
    for (factor, shift) in [(1.0, 0.0), (1_000.0, 0.0), (0.001, 0.0), (1.0, -500.0), (1.0, 500.0)] {
        let taken = chosen(2, 6, 200, &|x, action| factor * base(x, action) + shift);
        let mut next = uniforms(77);
        let right = taken.iter().map(|action| ((next(), next()).0 > 0.5) == (*action == 0));
        let share = right.skip(80).filter(|is_right| *is_right).count() as f64 / 120.0;
        assert!(share > 0.85, "factor {factor}, shift {shift}: {share}");
    }
}

/// 40 worlds with arms of different noise: the mean reward of the second half is far above that of choosing blindly.
#[test]
fn noisy_arms_are_told_apart_over_many_worlds() {
    let mut better = 0;
    for world in 0..40 {
        let mut noise = engines::stat::SplitMix64::new(world);
        let mut bandit = Bandit::new(3, world).unwrap();
        let means = [0.0, 0.5, 1.0];
        let mut late = 0.0;
        for round in 0..90 {
            let action = bandit.choose(&[1.0]).unwrap();
            bandit.reward(means[action] + 0.5 * standard_normal(&mut noise)).unwrap();
            late += if round >= 45 { means[action] } else { 0.0 };
        }
        better += usize::from(late / 45.0 > 0.75);
    }
    assert!(better >= 34, "{better} of 40 worlds");
}

#[test]
fn history_told_is_as_good_as_history_lived() {
    let mut lived = Bandit::new(3, 5).unwrap();
    let mut told = Bandit::new(3, 5).unwrap();
    let mut next = uniforms(8);
    for _ in 0..60 {
        let x = [next(), next()];
        let action = lived.choose(&x).unwrap();
        let reward = f64::from(u8::from(x[0] + x[1] > 1.0) == action as u8);
        lived.reward(reward).unwrap();
        told.tell(&x, action, reward).unwrap();
    }
    let agree = (0..50).filter(|_| {
        let x = [next(), next()];
        lived.clone().choose(&x).unwrap() == told.clone().choose(&x).unwrap()
    });
    assert!(agree.count() >= 48);
}

#[test]
fn only_the_last_question_earns_a_reward() {
    let mut bandit = Bandit::new(2, 1).unwrap();
    assert_eq!(named(bandit.reward(1.0)), "reward");
    bandit.choose(&[0.0]).unwrap();
    bandit.choose(&[1.0]).unwrap();
    bandit.reward(1.0).unwrap();
    assert_eq!(named(bandit.reward(1.0)), "reward");
}

#[test]
fn what_a_bandit_cannot_use_is_named() {
    for actions in [0, 1, 1_001, usize::MAX] {
        assert_eq!(named(Bandit::new(actions, 1)), "n_actions", "{actions} actions");
    }
    let mut bandit = Bandit::new(2, 1).unwrap();
    for (x, field) in [([f64::NAN, 0.0], "x[0]"), ([0.0, f64::INFINITY], "x[1]"), ([0.0, -1e13], "x[1]")] {
        assert_eq!(named(bandit.choose(&x)), field);
    }
    bandit.tell(&[0.0, 0.0], 1, 1.0).unwrap();
    assert_eq!(named(bandit.choose(&[0.0])), "x");
    assert_eq!(named(bandit.tell(&[0.0, 0.0], 2, 1.0)), "action");
    assert_eq!(named(bandit.tell(&[0.0, 0.0], 1, f64::NAN)), "reward");
    assert_eq!(named(bandit.tell(&[0.0, 0.0], 1, 1e13)), "reward");
}

fn named<T: std::fmt::Debug>(result: Result<T, EngineError>) -> String {
    match result {
        Err(EngineError::InvalidInput { field, .. }) => field,
        other => panic!("{other:?}"),
    }
}

#[test]
fn more_rounds_than_are_remembered_are_survived() {
    let pays = |x: &[f64], action: usize| f64::from(u8::from((x[0] > 0.5) == (action == 1)));
    let taken = chosen(2, 3, 1_300, &pays);
    let mut next = uniforms(77);
    let right = taken.iter().map(|action| ((next(), next()).0 > 0.5) == (*action == 1));
    let share = right.skip(1_200).filter(|is_right| *is_right).count() as f64 / 100.0;
    assert!(share > 0.9, "after the older half was forgotten: {share}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_contexts_and_rewards_give_a_known_action(
        actions in 2_usize..8, seed in any::<u64>(),
        rounds in prop::collection::vec((-1e12..1e12_f64, -1e12..1e12_f64), 1..40),
    ) {
        let mut bandit = Bandit::new(actions, seed).unwrap();
        for (figure, reward) in rounds {
            let action = bandit.choose(&[figure, 1.0]).unwrap();
            prop_assert!(action < actions);
            bandit.reward(reward).unwrap();
        }
    }
}
