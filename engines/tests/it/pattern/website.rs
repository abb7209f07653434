//! The engine run whole on a website's days.

use engines::common::{Day, Unattended, Update};
use engines::pattern::{DayFigure, Input, OtherSite, Output, Parameters, Who, analyse};

use super::normals;

const WEEK: [f64; 7] = [1.0, 1.1, 1.1, 1.0, 0.9, 0.5, 0.45];

fn days(level: f64, factor: f64, seed: u64) -> Vec<DayFigure> {
    let first = Day::parse("2026-01-01").unwrap();
    let noise = normals(150, seed);
    let value = |at: usize| {
        let level = level * WEEK[at % 7] * if at < 100 { 1.0 } else { factor };
        (level * (1.0 + 0.1 * noise[at])).max(0.0).round()
    };
    (0..150).map(|at| DayFigure { date: first.plus(at as i32), value: Some(value(at)) }).collect()
}

fn site(factor: f64, others: f64) -> Input {
    let other = |place: usize| OtherSite {
        site: format!("site{place}.example"),
        daily: days(90.0, if place < 7 { others } else { 1.0 }, 50 + place as u64),
    };
    Input {
        as_of: Day::parse("2026-06-01"),
        site: Some("mine.example".to_owned()),
        daily: days(200.0, factor, 7),
        others: (0..9).map(other).collect(),
        updates: vec![Update {
            name: "April core update".to_owned(),
            from: Day::parse("2026-04-11").unwrap(),
            to: None,
        }],
        cents_per_unit: Some(40.0),
        ..Input::default()
    }
}

fn told(input: &Input) -> Output {
    analyse(input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

#[test]
fn a_fall_of_everybody_is_told_as_such() {
    let output = told(&site(0.69, 0.7));
    let change = &output.changes[0];
    assert_eq!(output.changes.len(), 1);
    assert!(change.date.since(Day::parse("2026-04-11").unwrap()).abs() <= 2, "{}", change.date);
    assert!((change.relative.unwrap() + 0.31).abs() < 0.05, "{:?}", change.relative);
    assert_eq!((change.who, change.others, change.others_moved), (Who::Everybody, 9, 7));
    assert_eq!(change.updates, ["April core update"]);
    let insight = &output.insights[0];
    assert!(insight.title.contains("7 of 9") && insight.title.contains("April core update"), "{}", insight.title);
    assert!(insight.impact.as_ref().unwrap().mid_cents < 0);
    assert_eq!(insight.expires_at.as_deref(), Some("2026-06-29T00:00:00Z"));
}

#[test]
fn a_fall_of_one_site_is_its_own() {
    let output = told(&Input { updates: Vec::new(), ..site(0.69, 1.0) });
    assert_eq!(output.changes[0].who, Who::You);
    assert!(output.insights[0].action.as_ref().unwrap().label.contains("what changed"));
}

#[test]
fn a_quiet_site_has_a_season_and_nothing_else() {
    let output = told(&Input { others: Vec::new(), ..site(1.0, 1.0) });
    assert!(output.changes.is_empty() && output.anomalies.is_empty());
    assert!(output.season.strength > 0.7);
    assert_eq!(output.insights.iter().map(|insight| insight.kind.as_str()).collect::<Vec<_>>(), ["season"]);
    // 2026-01-01 is a Thursday, and the second and third day of the pattern are the highest.
    let title = &output.insights[0].title;
    assert!(["Fridays", "Saturdays"].iter().any(|day| title.ends_with(&format!("; {day} are the highest"))), "{title}");
    assert!(output.needs.iter().any(|need| need.contains("others")));
}

#[test]
fn the_order_of_days_does_not_matter() {
    let input = site(0.7, 1.0);
    let mut shuffled = input.clone();
    shuffled.daily.reverse();
    assert_eq!(told(&input), told(&shuffled));
}
