//! The bandit.

use engines::ActionId;
use engines::command::{self, Options, run};
use engines::common::{EngineId, Unattended};
use engines::learning::Bandit;
use serde_json::{Value, json};

use super::uniforms;

/// Returns the mean reward over `rounds` contexts on a circle, with reward probability `pays(angle, action)`.
fn played(rounds: usize, actions: usize, pays: &dyn Fn(f64, usize) -> f64) -> f64 {
    let mut next = uniforms(5);
    let mut bandit = Bandit::new(actions, 1).unwrap();
    let mut sum = 0.0;
    for _ in 0..rounds {
        let angle = next() * std::f64::consts::TAU;
        let action = bandit.choose(&[angle.cos(), angle.sin()]).unwrap();
        let reward = f64::from(next() < pays(angle, action));
        bandit.reward(reward).unwrap();
        sum += reward;
    }
    sum / rounds as f64
}

#[test]
fn finds_the_one_action_that_pays() {
    let mean = played(250, 4, &|angle, action| f64::from((angle / std::f64::consts::TAU * 4.0) as usize == action));
    assert!(mean > 0.85, "{mean}");
}

#[test]
fn finds_the_better_action_where_several_pay() {
    let mean = played(300, 3, &|_, action| [0.2, 0.5, 0.9][action]);
    assert!(mean > 0.7, "{mean}");
}

#[test]
fn rewards_that_say_nothing_teach_nothing() {
    let mean = played(200, 4, &|_, _| 0.25);
    assert!((0.13..0.37).contains(&mean), "{mean}");
}

#[test]
fn rare_clicks_without_context_find_the_best_action() {
    let rates = [0.02, 0.05, 0.15, 0.03];
    let mut sum = 0.0;
    for seed in 0..8 {
        let mut next = uniforms(50 + seed);
        let mut bandit = Bandit::new(4, seed).unwrap();
        for _ in 0..1_500 {
            let action = bandit.choose(&[]).unwrap();
            sum += rates[action] / 12_000.0;
            bandit.reward(f64::from(next() < rates[action])).unwrap();
        }
    }
    assert!(sum > 0.12, "{sum}: the best action pays 0.15, all together 0.0625");
}

#[test]
fn useless_features_do_not_hide_the_best_action() {
    let mut next = uniforms(7);
    let mut bandit = Bandit::new(3, 1).unwrap();
    let (rates, mut sum) = ([0.1, 0.5, 0.2], 0.0);
    for _ in 0..800 {
        let x: Vec<f64> = (0..20).map(|_| next()).collect();
        let action = bandit.choose(&x).unwrap();
        sum += rates[action] / 800.0;
        bandit.reward(f64::from(next() < rates[action])).unwrap();
    }
    assert!(sum > 0.42, "{sum}");
}

#[test]
fn a_change_of_the_rates_is_noticed() {
    let mut next = uniforms(11);
    let mut bandit = Bandit::new(3, 1).unwrap();
    let mut late = 0.0;
    for round in 0..1_600 {
        let rates = if round < 800 { [0.7, 0.3, 0.2] } else { [0.1, 0.3, 0.7] };
        let action = bandit.choose(&[]).unwrap();
        late += if round >= 1_200 { rates[action] / 400.0 } else { 0.0 };
        bandit.reward(f64::from(next() < rates[action])).unwrap();
    }
    assert!(late > 0.55, "{late}");
}

#[test]
fn delayed_rewards_are_learned_in_batches() {
    let mut next = uniforms(3);
    let mut bandit = Bandit::new(4, 1).unwrap();
    let (rates, mut sum) = ([0.2, 0.3, 0.7, 0.4], 0.0);
    for _ in 0..15 {
        let batch: Vec<usize> = (0..50).map(|_| bandit.choose(&[1.0]).unwrap()).collect();
        for action in batch {
            sum += rates[action] / 750.0;
            bandit.tell(&[1.0], action, f64::from(next() < rates[action])).unwrap();
        }
    }
    assert!(sum > 0.55, "{sum}");
}

#[test]
fn extreme_contexts_and_rewards_are_survived() {
    let contexts: [Vec<f64>; 4] =
        [vec![0.0, 0.0], vec![1e12, -1e12], vec![f64::MIN_POSITIVE, 1.0], vec![-1e12, f64::MIN_POSITIVE]];
    for rewards in [[0.0, 0.0, 0.0, 0.0], [1e12, -1e12, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0], [5.0, 5.0, 5.0, 5.0]] {
        let mut bandit = Bandit::new(3, 1).unwrap();
        for round in 0..120 {
            assert!(bandit.choose(&contexts[round % 4]).unwrap() < 3);
            bandit.reward(rewards[round % 4]).unwrap();
        }
        assert!(bandit.choose(&[f64::NAN, 0.0]).is_err());
        assert!(bandit.choose(&[0.0]).is_err());
    }
    let mut many = Bandit::new(1_000, 1).unwrap();
    for round in 0..40 {
        let wide: Vec<f64> = (0..2_000).map(|at| f64::from((at * 31 + round) % 97)).collect();
        assert!(many.choose(&wide).unwrap() < 1_000);
        many.reward(f64::from(round % 2)).unwrap();
    }
}

#[test]
fn rewards_need_not_be_0_or_1() {
    let mut bandit = Bandit::new(2, 1).unwrap();
    let mut sum = 0.0;
    for round in 0..200 {
        let side = f64::from(round % 2);
        let action = bandit.choose(&[side]).unwrap();
        let reward = if action == round as usize % 2 { 900.0 } else { -100.0 };
        bandit.reward(reward).unwrap();
        sum += reward;
    }
    assert!(sum / 200.0 > 800.0, "{sum}");
}

#[test]
fn a_question_alone_tells_the_rounds_of_before() {
    let ask = |case: Value| {
        let case = case.as_object().unwrap().clone();
        command::ask(ActionId::LearningBandit, case, None, None, &Unattended)
    };
    let round =
        |side: f64, action: usize| json!({"x": [side], "action": action, "reward": f64::from(side as usize == action)});
    let history: Vec<Value> = (0..60).map(|at| round(f64::from(at % 2), (at / 2 % 2) as usize)).collect();
    for side in [0, 1] {
        let answer = ask(json!({"x": [side], "n_actions": 2, "history": history})).unwrap();
        assert_eq!(answer["action"], side, "what paid here before is taken again");
    }
    let told = |history: Value| ask(json!({"x": [0.5], "n_actions": 2, "history": history})).unwrap_err().to_string();
    assert!(told(json!([round(0.0, 0), round(1.0, 2)])).contains("`history[1]`"));
    assert!(told(json!([{"x": [1, 2], "action": 0, "reward": 1}])).contains("x"));
    assert!(told(json!(vec![round(0.0, 0); 2_001])).contains("2001 rounds"));
    assert!(ask(json!({"reward": 1})).is_err());
}

#[test]
fn bad_lines_answer_an_error_and_the_session_goes_on() {
    let lines = concat!(
        "{\"reward\": 1}\n",
        "{\"id\": 1, \"x\": [0.5, 1], \"n_actions\": 3}\n",
        "{\"reward\": \"much\"}\n",
        "{\"reward\": 1}\n",
        "{\"reward\": 1}\n",
        "{\"id\": 2, \"x\": [0.5], \"n_actions\": 3}\n",
        "{\"id\": 3, \"x\": [0.5, 1], \"n_actions\": 4}\n",
        "{\"id\": 4, \"x\": [0.5, 1], \"n_actions\": 3}\n",
    );
    let mut output = Vec::new();
    run(EngineId::Learning, "bandit", &mut lines.as_bytes(), &mut output, &Options::default(), &Unattended).unwrap();
    let text = String::from_utf8(output).unwrap();
    let is_error: Vec<bool> = text.lines().map(|line| line.contains("error")).collect();
    assert_eq!(is_error, [true, false, true, true, true, true, false], "{text}");
}
