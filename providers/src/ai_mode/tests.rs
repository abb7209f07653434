//! AI mode against a loopback server, in the shapes of both providers.

use serde_json::{Value, json};

use super::*;
use crate::{
    Micros,
    answers::{cited_pages, is_cited},
    call::Outcome,
    provider::{Access, Credentials, PriceBook},
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const DATA_FOR_SEO: &str = include_str!("../../fixtures/data_for_seo_ai_mode.json");
const SERP_API: &str = include_str!("../../fixtures/serp_api_ai_mode.json");

fn client(bench: &Bench, server: &Server, provider: Provider) -> AiMode {
    let credentials = match provider {
        Provider::DataForSeo => {
            Credentials::LoginPassword { login: Secret::new("me@a.test"), password: Secret::new(SECRET) }
        }
        _ => Credentials::Key(Secret::new(SECRET)),
    };
    let access = Access {
        caller: bench.caller.clone(),
        credentials,
        session: None,
        prices: PriceBook::default(),
        base: Some(server.base.clone()),
    };
    AiMode::connect(provider, &access).unwrap()
}

fn question() -> Question {
    Question::new(" who repairs a leak ", Some("US"), Some("en-GB"))
}

fn recorded(provider: Provider) -> &'static str {
    if provider == Provider::DataForSeo { DATA_FOR_SEO } else { SERP_API }
}

fn task(code: i64, message: &str) -> String {
    let task = json!({ "status_code": code, "status_message": message, "cost": 0, "result": null });
    json!({ "status_code": 20_000, "status_message": "Ok.", "cost": 0, "tasks": [task] }).to_string()
}

#[tokio::test]
async fn answer_of_each_provider_has_text_citations_and_cost() {
    for (provider, hosts, price) in [
        (Provider::DataForSeo, &["acme.test", "list.test", "rival.test"][..], 4_000),
        (Provider::SerpApi, &["acme.test", "rival.test"][..], 15_000),
    ] {
        let (bench, server) = (Bench::new(), Server::start([Reply::json(recorded(provider))]).await);
        let called = client(&bench, &server, provider).ask(&question()).await.unwrap();
        let answer = &called.value;
        assert!(answer.text.starts_with("**Acme Plumbing** repairs leaks."), "{provider}: {}", answer.text);
        let mut cited: Vec<String> = cited_pages(answer).into_iter().map(|page| page.host).collect();
        cited.sort();
        assert_eq!(cited, hosts, "{provider}");
        assert!(is_cited(answer, "acme.test") && !is_cited(answer, "other.test"), "{provider}");
        assert_eq!((answer.cost, called.call.cost), (Some(Micros(price)), Micros(price)), "{provider}");
        assert_eq!(answer.finish, Finish::Stop, "{provider}");
        let again = parse(provider, &called.call.body).unwrap();
        assert_eq!(
            (&again.text, &again.citations),
            (&answer.text, &answer.citations),
            "{provider}: from the raw answer"
        );
        bench.assert_settled_without_secrets(&called);
    }
}

#[tokio::test]
async fn question_is_sent_with_its_place_and_without_the_cache_of_the_provider() {
    let (bench, server) = (Bench::new(), Server::start([Reply::json(DATA_FOR_SEO), Reply::json(SERP_API)]).await);
    let of = |text: &str| Question { text: text.to_owned(), country: "de".to_owned(), ..question() };
    client(&bench, &server, Provider::DataForSeo).ask(&of("100% + more")).await.unwrap();
    client(&bench, &server, Provider::SerpApi).ask(&of("leak?")).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].uri.path(), "/v3/serp/google/ai_mode/live/advanced");
    let sent =
        json!([{ "keyword": "100%25 %2B more", "language_code": "en", "location_code": 2_276, "device": "desktop" }]);
    assert_eq!(seen[0].json(), sent);
    let query = seen[1].uri.query().unwrap();
    for part in ["engine=google_ai_mode", "q=leak%3F", "gl=de", "hl=en", "no_cache=true"] {
        assert!(query.contains(part), "{part} in {query}");
    }
}

#[tokio::test]
async fn samples_are_asked_each_and_a_retry_of_one_comes_from_the_cache() {
    for provider in PROVIDERS {
        let (bench, server) = (Bench::new().with_cache(), Server::start([Reply::json(recorded(provider))]).await);
        let client = client(&bench, &server, provider);
        for sample in [1, 2, 2] {
            client.ask(&Question { sample, ..question() }).await.unwrap();
        }
        assert_eq!(server.seen().len(), 2, "{provider}");
        let again = client.ask(&Question { sample: 1, ..question() }).await.unwrap();
        assert!(again.call.is_cached && again.value.cost > Some(Micros::ZERO), "{provider}: its price is kept");
    }
}

#[tokio::test]
async fn empty_result_is_an_answer_without_text() {
    let none = json!({ "search_metadata": { "status": "Success" }, "error": "Google hasn't returned any results for this query." });
    let mut without = serde_json::from_str::<Value>(DATA_FOR_SEO).unwrap();
    without["tasks"][0]["result"][0]["items"] = Value::Null;
    for (provider, body) in [
        (Provider::DataForSeo, task(40_102, "No Search Results.")),
        (Provider::DataForSeo, without.to_string()),
        (Provider::SerpApi, none.to_string()),
    ] {
        let (bench, server) = (Bench::new(), Server::start([Reply::json(body)]).await);
        let called = client(&bench, &server, provider).ask(&question()).await.unwrap();
        assert!(called.value.text.is_empty() && called.value.citations.is_empty(), "{provider}");
        assert_eq!(bench.ledger.charges()[0].2, Outcome::Succeeded, "{provider}");
    }
}

#[tokio::test]
async fn text_of_blocks_counts_without_markdown() {
    let mut body: Value = serde_json::from_str(SERP_API).unwrap();
    body["reconstructed_markdown"] = Value::Null;
    let answer = parse(Provider::SerpApi, body.to_string().as_bytes()).unwrap();
    assert_eq!(answer.text, "Acme Plumbing repairs leaks.\nOthers\nRival is cheap.\nFrom $90.\n");
}

#[tokio::test]
async fn failures_are_typed_and_refusals_cost_nothing() {
    let error = |message: &str| json!({ "error": message }).to_string();
    for (provider, status, body, kind, cost) in [
        (Provider::DataForSeo, 200, task(40_501, "Invalid Field: 'language_code'."), "invalid-field", 0),
        (Provider::DataForSeo, 200, task(40_200, "Payment Required."), "no-money", 0),
        (Provider::DataForSeo, 429, String::new(), "rate-limited", 0),
        // What was charged is unknown, so the most that it can be counts.
        (Provider::DataForSeo, 200, DATA_FOR_SEO[..400].to_owned(), "unreadable", 4_000),
        (Provider::SerpApi, 200, error("Something went wrong"), "task", 15_000),
        (Provider::SerpApi, 429, error("Your account has run out of searches."), "no-money", 0),
        (Provider::SerpApi, 200, SERP_API[..400].to_owned(), "unreadable", 15_000),
    ] {
        let (bench, server) = (Bench::new(), Server::start([Reply::status(status, body)]).await);
        let failed = client(&bench, &server, provider).ask(&question()).await.unwrap_err();
        assert_eq!(failed.kind(), kind, "{provider}: {failed}");
        assert_eq!(bench.ledger.charges().last().map(|(cost, ..)| *cost), Some(cost), "{provider}: {kind}");
        bench.assert_settled_without_secrets(&failed);
    }
}

#[test]
fn most_that_an_answer_costs_follows_the_price_list() {
    let most = |provider, text: &str, country: &str| {
        let question = Question { text: text.to_owned(), country: country.to_owned(), ..question() };
        estimate(provider, &PriceBook::default(), &question).map(|estimate| estimate.amount.0)
    };
    assert_eq!(most(Provider::DataForSeo, "leak: who repairs it?", "us"), Ok(4_000));
    assert_eq!(
        most(Provider::DataForSeo, "leak -site:rival.test", "us"),
        Ok(20_000),
        "operators cost five times as much"
    );
    assert_eq!(most(Provider::SerpApi, "leak site:rival.test", "xx"), Ok(15_000));
    assert_eq!(most(Provider::DataForSeo, "leak", "xx").unwrap_err().kind(), "invalid-field");
    assert_eq!(most(Provider::Serper, "leak", "us").unwrap_err().kind(), "invalid-field");
}

#[test]
fn question_without_a_place_is_asked_from_the_united_states_in_english() {
    let plain = Question::new("leak", None, Some(" "));
    assert_eq!((plain.country.as_str(), plain.language.as_str()), ("us", "en"));
    let german = Question::new("leck", Some("AT"), Some("de_AT"));
    assert_eq!((german.country.as_str(), german.language.as_str()), ("at", "de"));
}

#[test]
fn chinese_keeps_its_region_because_google_knows_no_other_name() {
    let language = |country: Option<&str>, language: &str| Question::new("leak", country, Some(language)).language;
    for (country, tag, expected) in [
        (None, "zh-CN", "zh-CN"),
        (Some("us"), "zh_TW", "zh-TW"),
        (Some("sg"), "ZH-Hant", "zh-TW"),
        (Some("tw"), "zh-Hans-TW", "zh-CN"),
        (None, "zh-HK", "zh-TW"),
        (Some("TW"), "zh", "zh-TW"),
        (Some("SG"), "zh", "zh-CN"),
        (Some("TW"), "zh-SG", "zh-CN"),
        (Some("BR"), "pt-BR", "pt"),
    ] {
        assert_eq!(language(country, tag), expected, "{tag} in {country:?}");
    }
}

#[tokio::test]
async fn each_provider_gets_chinese_as_its_list_of_languages_has_it() {
    let (bench, server) = (Bench::new(), Server::start([Reply::json(DATA_FOR_SEO), Reply::json(SERP_API)]).await);
    let chinese = Question::new("leak", Some("TW"), Some("zh"));
    client(&bench, &server, Provider::DataForSeo).ask(&chinese).await.unwrap();
    client(&bench, &server, Provider::SerpApi).ask(&chinese).await.unwrap();
    let seen = server.seen();
    assert_eq!(seen[0].json()[0]["language_code"], "zh-TW");
    assert!(seen[1].uri.query().unwrap().contains("hl=zh-tw"), "{}", seen[1].uri);
}

#[tokio::test]
async fn empty_question_is_refused_before_it_is_sent() {
    for provider in PROVIDERS {
        let (bench, server) = (Bench::new(), Server::start([Reply::json(recorded(provider))]).await);
        let empty = Question::new("  ", None, None);
        let failed = client(&bench, &server, provider).ask(&empty).await.unwrap_err();
        assert_eq!((failed.kind(), server.seen().len()), ("invalid-field", 0), "{provider}");
    }
}

#[test]
fn changed_answers_are_values_or_errors() {
    for provider in PROVIDERS {
        assert_never_panics(recorded(provider), |body| {
            let _ = parse(provider, body);
        });
    }
}
