//! Value of citations that AI overviews lack.

use engines::answers::{Brand, Citation, ClickValue, Demand, Input, Missing, Prompt, Sample, report};

const OVERVIEW: &str = "google::google_ai_overview";

fn sample(prompt: usize, engine: &str, hosts: Option<&[&str]>) -> Sample {
    let citation =
        |host: &&str| Citation { url: None, host: (*host).to_owned(), domain: (*host).to_owned(), title: None };
    Sample {
        prompt,
        engine: engine.to_owned(),
        at: 86_400,
        is_shown: hosts.is_some(),
        citations: hosts.unwrap_or_default().iter().map(citation).collect(),
        mentions: Vec::new(),
    }
}

/// A keyword with 10,000 searches, 40 checks with an overview of four sources and none without, never the own site.
fn input() -> Input {
    let prompt = |id: &str| Prompt { id: id.to_owned(), text: id.to_owned(), topic: String::new() };
    let sources: &[&str] = &["a.test", "b.test", "c.test", "d.test"];
    Input {
        prompts: vec![prompt("p0"), prompt("p1")],
        brands: vec![Brand { host: "own.test".to_owned(), is_own: true }],
        answers: (0..400).map(|_| sample(0, OVERVIEW, Some(sources))).collect(),
        window_days: 7,
        demand: vec![Demand { prompt: 0, volume: 10_000.0, cpc_cents: Some(500.0) }],
        click_value: ClickValue::default(),
        seed: 1,
    }
}

fn missing(input: &Input) -> Missing {
    report(input).missing.expect("overviews")
}

#[test]
fn missing_citation_is_volume_times_presence_times_link_clicks() {
    let found = missing(&input());
    let one = &found.prompts[0];
    assert!((one.sources - 4.0).abs() < 1e-12);
    // 10,000 x 1 x 1 % / 4 = 25 clicks in the median, at 5 dollars each.
    assert!((one.clicks.mid - 25.0).abs() < 2.0, "{:?}", one.clicks);
    let value = one.value.as_ref().expect("a value");
    assert!((value.mid_cents - 12_500).abs() < 1_000, "{value:?}");
    // sqrt(.541 ^ 2 + .5 ^ 2) = .737, so the 90 % quantile is 2.57 times the median.
    let ratio = one.clicks.high / one.clicks.mid;
    assert!((2.3..2.9).contains(&ratio), "{ratio}");
    assert_eq!(found.value.as_ref(), one.value.as_ref());
    assert_eq!(found.assumptions.len(), 5);
}

#[test]
fn missing_citation_shrinks_with_presence_and_own_citations() {
    let all = missing(&input()).prompts[0].clicks.mid;
    let mut rarely = input();
    rarely.answers[..300].iter_mut().for_each(|answer| *answer = sample(0, OVERVIEW, None));
    assert!((missing(&rarely).prompts[0].clicks.mid / all - 0.25).abs() < 0.04);
    let mut cited = input();
    cited.answers[..200].iter_mut().for_each(|answer| answer.citations[0].host = "own.test".to_owned());
    assert!((missing(&cited).prompts[0].clicks.mid / all - 0.5).abs() < 0.06);
}

#[test]
fn missing_citations_of_queries_without_volume_are_counted_only() {
    let found = missing(&Input { demand: Vec::new(), ..input() });
    assert_eq!((found.prompts.len(), found.without_volume), (0, 1));
    assert!(found.clicks.is_none() && found.value.is_none() && found.assumptions.is_empty());
}

#[test]
fn missing_citations_without_price_have_clicks_and_no_value() {
    let mut two = input();
    two.answers.push(sample(1, OVERVIEW, Some(&["a.test"])));
    two.demand.push(Demand { prompt: 1, volume: 100.0, cpc_cents: None });
    let found = missing(&two);
    assert!(found.prompts[0].value.is_some() && found.prompts[1].value.is_none());
    assert!(found.value.is_none() && found.clicks.is_some());
    two.click_value.lead_cents = Some(10_000.0);
    let found = missing(&two);
    // 5 % of 100 dollars: 5 dollars a click in the mean.
    let value = found.prompts[0].value.as_ref().expect("a value");
    assert!((9_000..16_000).contains(&value.mid_cents), "{value:?}");
    assert!(found.value.is_some());
}

#[test]
fn missing_citations_are_not_estimated_for_assistants() {
    let mut assistant = input();
    assistant.answers.iter_mut().for_each(|answer| answer.engine = "open_ai:m:api_web_search".to_owned());
    assert_eq!(report(&assistant).missing, None);
}
