//! Sites in AI answers.

use engines::answers::{CitedSource, PromptAnswer};
use engines::common::{EngineError, Unattended};
use engines::competitive::{AnswerSite, AnswersInput, AnswersOutput, answers};

use super::{checked, serp, volume};

fn answer(prompt: usize, cited: &[&str], mentioned: &[&str]) -> PromptAnswer {
    let page = |host: &&str| CitedSource {
        host: (*host).to_owned(),
        domain: host.rsplitn(3, '.').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("."),
        url: Some(format!("https://{host}/")),
    };
    PromptAnswer {
        prompt: format!("Question {prompt}?"),
        engine: "a:b:api".to_owned(),
        cited: cited.iter().map(page).collect(),
        mentioned: mentioned.iter().map(|host| (*host).to_owned()).collect(),
        ..PromptAnswer::default()
    }
}

/// Four prompts with ten answers each: the site in one of ten, a rival's shop in half, a guide in all.
fn input() -> AnswersInput {
    let one = |number: usize| {
        let mut cited = vec!["guide.example"];
        if number.is_multiple_of(10) {
            cited.push("blog.own.example");
        }
        if number.is_multiple_of(2) {
            cited.push("shop.rival.example");
        }
        answer(number / 10, &cited, if number.is_multiple_of(2) { &["rival.example"] } else { &[] })
    };
    AnswersInput {
        site: "www.own.example".to_owned(),
        rivals: vec!["rival.example".to_owned()],
        answers: (0_usize..40).map(one).collect(),
        snapshots: vec![serp("pipe", &["rival.example", "own.example", "shop.rival.example"])],
        volumes: vec![volume("pipe", 1_000.0, "pipes")],
        ..AnswersInput::default()
    }
}

fn found(input: AnswersInput) -> AnswersOutput {
    answers(input, &checked(), &Unattended).unwrap()
}

fn site(output: &AnswersOutput, domain: &str) -> AnswerSite {
    output.sites.iter().find(|site| site.domain == domain).unwrap().clone()
}

#[test]
fn answers_shares_of_sites_have_intervals_next_to_their_organic_share() {
    let output = found(input());
    let (own, rival, guide) =
        (site(&output, "own.example"), site(&output, "rival.example"), site(&output, "guide.example"));
    assert_eq!(output.engines[0].citations, 64);
    for (site, share) in [(&own, 4.0 / 64.0), (&rival, 20.0 / 64.0), (&guide, 40.0 / 64.0)] {
        assert!((site.citation_share - share).abs() < 1e-12, "{site:?}");
        assert!(site.citation_low.unwrap() < share && site.citation_high.unwrap() > share, "{site:?}");
    }
    let cited = rival.cited.unwrap();
    assert!(cited.low < 0.5 && cited.high > 0.5 && (cited.mid - 0.5).abs() < 0.05, "{cited:?}");
    assert!(rival.mentioned.is_some() && guide.mentioned.is_none());
    // Subdomains of a rival count as the rival.
    assert!(rival.organic_share.unwrap() > own.organic_share.unwrap());
    let all: f64 = output.sites.iter().filter_map(|site| site.organic_share).sum();
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    assert!(guide.only_in_answers && !own.only_in_answers && !rival.only_in_answers);
    assert_eq!(output.insights.len(), 1);
    assert_eq!(output.insights[0].key, "rival_only_in_answers:guide.example");
}

#[test]
fn answers_without_search_results_have_no_organic_share_and_say_so() {
    let output = found(AnswersInput { snapshots: Vec::new(), rivals: Vec::new(), ..input() });
    assert!(output.sites.iter().all(|site| site.organic_share.is_none() && !site.only_in_answers));
    assert!(output.insights.is_empty() && output.result_pages == 0);
    assert!(output.needs.iter().any(|need| need.contains("search results")), "{:?}", output.needs);
    assert!(output.needs.iter().any(|need| need.contains("rivals")), "{:?}", output.needs);
}

#[test]
fn answers_without_volumes_know_who_ranks_but_no_share() {
    let output = found(AnswersInput { volumes: Vec::new(), ..input() });
    assert!(output.sites.iter().all(|site| site.organic_share.is_none()));
    assert!(site(&output, "guide.example").only_in_answers && !site(&output, "own.example").only_in_answers);
}

#[test]
fn answers_list_the_own_site_even_if_never_cited() {
    let never = (0..10).map(|number| answer(number / 5, &["guide.example"], &[])).collect();
    let own = site(&found(AnswersInput { answers: never, ..input() }), "own.example");
    let cited = own.cited.unwrap();
    assert_eq!((own.citation_share, own.citation_low), (0.0, None));
    assert!(cited.high > 0.05 && cited.high < 0.5, "{cited:?}");
}

#[test]
fn answers_without_answers_name_where_to_get_them() {
    let refused = answers(AnswersInput { answers: Vec::new(), ..input() }, &checked(), &Unattended).unwrap_err();
    assert!(matches!(refused, EngineError::NoInput { what: "AI answers", .. }), "{refused}");
}

#[test]
fn answers_of_several_engines_are_not_mixed() {
    let mut two = input();
    let other = |row: &PromptAnswer| PromptAnswer { engine: "c:d:api".to_owned(), cited: Vec::new(), ..row.clone() };
    let more: Vec<PromptAnswer> = two.answers.iter().map(other).collect();
    two.answers.extend(more);
    let (one, both) = (found(input()), found(two));
    assert_eq!(both.engines.len(), 2);
    assert_eq!(site(&both, "guide.example"), site(&one, "guide.example"));
}
