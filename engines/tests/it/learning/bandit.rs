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
