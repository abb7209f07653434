//! Prompts that no page covers.

use engines::answers::{CitedSource, PromptAnswer};
use engines::common::{EngineError, Unattended};
use engines::semantic::{Page, PromptsInput, prompts};

fn answer(prompt: &str, topic: &str, urls: &[&str]) -> PromptAnswer {
    let page = |url: &&str| CitedSource {
        host: url.split('/').nth(2).unwrap().to_owned(),
        domain: String::new(),
        url: Some((*url).to_owned()),
    };
    PromptAnswer {
        prompt: prompt.to_owned(),
        topic: topic.to_owned(),
        engine: "a:b:api".to_owned(),
        cited: urls.iter().map(page).collect(),
        ..PromptAnswer::default()
    }
}

fn input() -> PromptsInput {
    let page = |url: &str, title: &str, text: &str| Page {
        url: url.to_owned(),
        title: Some(title.to_owned()),
        text: text.to_owned(),
        ..Page::default()
    };
    let (roof, pool) = ("What does a slate roof cost?", "How often should I drain a swimming pool?");
    PromptsInput {
        site: "www.own.example".to_owned(),
        pages: vec![
            page("https://own.example/roof", "Slate roofs", "Our roof prices: what roofs cost per square foot."),
            page("https://own.example/", "Roofer", "Welcome to the roofer."),
        ],
        answers: vec![
            answer(roof, "roofs", &["https://own.example/roof", "https://guide.example/roof"]),
            answer(roof, "roofs", &["https://guide.example/roof"]),
            answer(pool, "pools", &["https://guide.example/pool"]),
        ],
        ..PromptsInput::default()
    }
}

#[test]
fn prompts_without_a_covering_page_come_first_with_their_missing_words() {
    let found = prompts(&input(), &Unattended).unwrap();
    let (pool, roof) = (&found.prompts[0], &found.prompts[1]);
    assert!(!pool.is_covered && pool.coverage == 0.0 && pool.page.is_none(), "{pool:?}");
    assert!(pool.missing.contains(&"swimming".to_owned()) && pool.missing.contains(&"drain".to_owned()), "{pool:?}");
    assert!(roof.is_covered && roof.missing.is_empty(), "{roof:?}");
    assert_eq!(roof.page.as_deref(), Some("https://own.example/roof"));
    assert_eq!((roof.cited.count, roof.cited.answers), (1, 2));
    assert!(roof.cited.low < 0.5 && roof.cited.high > 0.5);
    assert_eq!((roof.own_pages.len(), roof.own_pages[0].answers), (1, 1));
    assert_eq!((roof.other_pages[0].page.as_str(), roof.other_pages[0].answers), ("https://guide.example/roof", 2));
    assert_eq!(found.insights.len(), 1);
    assert!(found.insights[0].key.starts_with("uncovered_prompt:How often"));
}

#[test]
fn prompts_are_counted_by_topic_with_uncovered_ones_first() {
    let topics = prompts(&input(), &Unattended).unwrap().topics;
    let rows: Vec<_> = topics.iter().map(|one| (one.topic.as_str(), one.prompts, one.covered, one.cited)).collect();
    assert_eq!(rows, [("pools", 1, 0, 0), ("roofs", 1, 1, 1)]);
}

#[test]
fn prompts_without_answers_or_pages_name_what_is_missing() {
    let without = |change: fn(&mut PromptsInput)| {
        let mut case = input();
        change(&mut case);
        prompts(&case, &Unattended).unwrap_err()
    };
    assert!(matches!(without(|case| case.answers.clear()), EngineError::NoInput { what: "AI answers", .. }));
    assert!(matches!(without(|case| case.pages.clear()), EngineError::NoInput { what: "pages to compare", .. }));
    let refused = without(|case| case.answers[0].prompt.clear());
    assert!(refused.to_string().contains("answers[0].prompt"), "{refused}");
}
