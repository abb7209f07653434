//! The report as a whole.

use engines::answers::{Brand, Citation, Direction, Input, Measure, Prompt, Report, Sample, report};

const DAY: i64 = 86_400;

fn citation(host: &str) -> Citation {
    Citation { url: Some(format!("https://{host}/x")), host: host.to_owned(), domain: host.to_owned(), title: None }
}

fn sample(prompt: usize, engine: &str, day: i64, hosts: &[&str]) -> Sample {
    Sample {
        prompt,
        engine: engine.to_owned(),
        at: day * DAY,
        is_shown: true,
        citations: hosts.iter().map(|host| citation(host)).collect(),
        mentions: Vec::new(),
    }
}

fn input(answers: Vec<Sample>) -> Input {
    let prompt = |id: &str| Prompt { id: id.to_owned(), text: format!("{id}?"), topic: "t".to_owned() };
    let brand = |host: &str, is_own| Brand { host: host.to_owned(), is_own };
    Input {
        prompts: vec![prompt("p0"), prompt("p1")],
        brands: vec![brand("own.test", true), brand("rival.test", false)],
        answers,
        window_days: 7,
        seed: 1,
        ..Input::default()
    }
}

#[test]
fn no_answers_give_an_empty_report() {
    let found = report(&input(Vec::new()));
    assert_eq!(found, Report { window_days: 7, cited: found.cited.clone(), ..Report::default() });
    assert!(found.cited.is_few && found.cited.own.is_empty());
}

#[test]
fn subdomains_count_and_other_hosts_do_not() {
    let answers = vec![
        sample(0, "a", 10, &["blog.own.test"]),
        sample(0, "a", 10, &["own.test"]),
        sample(0, "a", 10, &["disown.test"]),
        sample(0, "a", 10, &["rival.test"]),
    ];
    let found = report(&input(answers));
    let citations = found.prompts[0].citations.expect("answers");
    assert_eq!((citations.count, citations.answers), (2, 4));
    assert_eq!(found.topics[0].brands.len(), 2);
    assert_eq!(found.domains["a"].len(), 4);
}

#[test]
fn lost_citations_are_told_from_chance() {
    let mut answers = Vec::new();
    for number in 0..40 {
        answers.push(sample(0, "a", 1, &["own.test"]));
        answers.push(sample(0, "a", 8, if number < 4 { &["own.test"] } else { &["rival.test"] }));
        answers.push(sample(1, "a", 1, if number % 2 == 0 { &["own.test"] } else { &[] }));
        answers.push(sample(1, "a", 8, if number % 2 == 0 { &["own.test"] } else { &[] }));
    }
    let found = report(&input(answers));
    let of = |prompt: &str| {
        let is_it = |change: &&engines::answers::Change| change.prompt.as_deref() == Some(prompt);
        found.changes.iter().find(is_it).cloned()
    };
    let lost = of("p0").expect("a change");
    assert!(lost.is_certain && lost.high < 0.0 && lost.measure == Measure::Citations, "{lost:?}");
    assert_eq!((lost.direction, lost.before, lost.after), (Some(Direction::Lost), 1.0, 0.1));
    assert_eq!(of("p1"), None, "no difference at all");
    let topic = found.changes.iter().find(|change| change.prompt.is_none() && change.brand.is_own).expect("a topic");
    assert!(topic.is_certain && topic.after < topic.before, "{topic:?}");
}

#[test]
fn chance_alone_gives_no_certain_change() {
    let mut answers = Vec::new();
    for number in 0..5 {
        answers.push(sample(0, "a", 1, if number < 2 { &["own.test"] } else { &[] }));
        answers.push(sample(0, "a", 8, if number < 4 { &["own.test"] } else { &[] }));
    }
    let found = report(&input(answers));
    assert!(!found.changes.is_empty() && found.changes.iter().all(|change| !change.is_certain), "{:?}", found.changes);
}

#[test]
fn engine_without_new_answers_keeps_its_figures() {
    let mut answers: Vec<Sample> = (0..5).map(|_| sample(0, "a", 10, &["own.test"])).collect();
    let before = report(&input(answers.clone()));
    answers.extend((0..5).map(|_| sample(0, "b", 60, &["rival.test"])));
    let after = report(&input(answers));
    assert_eq!(after.topics.iter().find(|topic| topic.engine == "a"), before.topics.first());
    assert_eq!(after.topics.len(), 2);
}

#[test]
fn prompt_that_was_added_is_no_change() {
    let mut answers: Vec<Sample> = (0..20).map(|_| sample(0, "a", 1, &["own.test"])).collect();
    answers.extend((0..20).map(|_| sample(0, "a", 8, &["own.test"])));
    answers.extend((0..20).map(|_| sample(1, "a", 8, &["rival.test"])));
    let found = report(&input(answers));
    assert_eq!(found.changes, [], "{:?}", found.changes);
}

#[test]
fn overviews_that_were_not_shown_count_for_presence_only() {
    let absent = Sample { is_shown: false, ..sample(0, "g", 10, &[]) };
    let found = report(&input(vec![absent, sample(0, "g", 10, &["own.test"])]));
    let shown = found.topics[0].shown.expect("checks");
    assert_eq!((shown.count, shown.answers), (1, 2));
    assert_eq!(found.prompts[0].citations.map(|share| (share.count, share.answers)), Some((1, 1)));
}

#[test]
fn answers_of_unknown_prompts_are_left_out() {
    let found = report(&input(vec![sample(7, "a", 10, &["own.test"])]));
    assert_eq!((found.topics.len(), found.prompts.len()), (0, 0));
}
