//! Hosts, brands, intents and places of many spellings.

use engines::keyword::{Input, Intent, Output, Parameters, Site};

use super::{answer, input, priced, row};

fn with_site(host: &str, terms: &[&str], queries: &[&str]) -> Output {
    let rows = queries.iter().map(|query| row(query, 5.0, 200.0, 3.0)).collect();
    let brand_terms = terms.iter().map(|term| (*term).to_owned()).collect();
    let given = Input { site: Site { host: Some(host.to_owned()), brand_terms }, ..input(rows) };
    answer(&given, priced())
}

#[test]
fn brand_is_read_from_any_form_of_host() {
    for host in [
        "https://www.zephyrroofs.com/",
        "zephyrroofs.com",
        "http://zephyrroofs.co.uk/path?x=1",
        "ZEPHYRROOFS.COM",
        "blog.zephyrroofs.com",
        "zephyrroofs.com:8080",
        "zephyr-roofs.de",
    ] {
        let output =
            with_site(host, &[], &["zephyr roofs", "zephyrroofs", "zephyr roofs reviews", "slate repair", "zephyr"]);
        let brand: Vec<bool> = output.keywords.iter().map(|keyword| keyword.is_brand).collect();
        assert_eq!(brand, [true, true, true, false, false], "{host}");
    }
}

#[test]
fn hosts_without_a_name_make_no_brand() {
    for host in ["", "localhost", "192.168.0.1", "abc.com", "http://", "🏠.example", "..."] {
        let output = with_site(host, &[], &["roof repair", "abc", "localhost", "192 168 0 1", "http"]);
        assert!(output.keywords.iter().all(|keyword| !keyword.is_brand), "{host:?}");
    }
}

#[test]
fn brand_terms_match_whole_words_in_any_spelling() {
    let output = with_site(
        "",
        &["Ace Pipes", "ＺＥＰＨＹＲ", "Müller"],
        &[
            "ace pipes austin",
            "ACE  pipes!",
            "pipes ace",
            "acepipes",
            "face pipes",
            "zephyr roof",
            "müller dach",
            "mu\u{308}ller",
            "muller",
            "ace",
        ],
    );
    let brand: Vec<bool> = output.keywords.iter().map(|keyword| keyword.is_brand).collect();
    // The two spellings of the umlaut are one search.
    assert_eq!(brand, [true, true, false, false, false, true, true, true, false, false]);
    let by_parameter = Parameters { brand_terms: vec!["ace".into()], ..priced() };
    let output = answer(&input(vec![row("ace roof", 1.0, 50.0, 2.0), row("race roof", 1.0, 50.0, 2.0)]), by_parameter);
    assert_eq!(output.keywords.iter().map(|keyword| keyword.is_brand).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn intents_follow_the_telling_words() {
    use Intent::{Commercial, Informational, Local, Navigational, Transactional};
    for (query, wanted) in [
        ("how to unclog a drain", Informational),
        ("what is a heat pump", Informational),
        ("why does my roof leak", Informational),
        ("drain cleaning tutorial", Informational),
        ("best water heater", Commercial),
        ("heat pump vs furnace", Commercial),
        ("water heater reviews", Commercial),
        ("buy water heater", Transactional),
        ("water heater coupon", Transactional),
        ("plumber near me", Local),
        ("plumber austin tx", Local),
        ("emergency electrician tulsa ok", Local),
        ("acme roofing", Navigational),
        ("acme roofing login", Navigational),
    ] {
        let output = answer(&input(vec![row(query, 2.0, 100.0, 4.0), row("gutter", 1.0, 60.0, 5.0)]), priced());
        let keyword = &output.keywords[0];
        assert_eq!(keyword.intent, Some(wanted), "{query}: {:?}", keyword.intent_source);
        assert!(keyword.intent_confidence >= 0.7 && keyword.intent_confidence <= 1.0, "{query}");
    }
}

#[test]
fn intent_threshold_decides_when_to_abstain() {
    let queries = [
        "how to fix a roof",
        "roof repair price",
        "buy shingles",
        "best shingles",
        "shingle",
        "roof",
        "gutter guard",
        "solar roof",
    ];
    let abstained = |intent_threshold: f64| {
        let rows = queries.iter().map(|query| row(query, 2.0, 100.0, 4.0)).collect();
        answer(&input(rows), Parameters { intent_threshold, ..priced() }).totals.abstained
    };
    let all: Vec<u64> = [0.5, 0.6, 0.7, 0.8, 0.9, 0.99].into_iter().map(abstained).collect();
    assert!(all.windows(2).all(|pair| pair[0] <= pair[1]), "more doubt, more abstention: {all:?}");
    assert!(all[5] > 0, "{all:?}");
}

#[test]
fn places_are_read_with_and_without_their_state() {
    for (query, place) in [
        ("plumber austin tx", Some("austin, tx")),
        ("plumber austin texas", Some("austin, tx")),
        ("plumber in Austin, TX", Some("austin, tx")),
        ("Plumber TULSA ok", Some("tulsa, ok")),
        ("plumber near me", Some("near me")),
        ("plumbers nearby", Some("near me")),
        ("plumber", None),
        ("plumber atlantis xx", None),
    ] {
        let output = answer(&input(vec![row(query, 1.0, 50.0, 4.0)]), priced());
        assert_eq!(output.keywords[0].place.as_deref(), place, "{query}");
    }
}

#[test]
fn pages_are_grouped_by_what_they_serve() {
    let cluster = |queries: &[&str]| {
        let output = answer(&input(queries.iter().map(|query| row(query, 2.0, 100.0, 4.0)).collect()), priced());
        output.keywords.iter().map(|keyword| keyword.cluster_id).collect::<Vec<_>>()
    };
    for (a, b, is_same) in [
        ("roof repair", "roof repairs", true),
        ("roof repair", "repair roof", true),
        ("the roof repair", "roof repair", true),
        ("roof repair austin tx", "austin tx roof repair", true),
        ("roof repair austin tx", "roof repair dallas tx", false),
        ("roof repair", "drain cleaning", false),
        ("roof repair cost", "gutter cleaning cost", false),
        ("plumber near me", "electrician near me", false),
    ] {
        let ids = cluster(&[a, b, "zebra crossing"]);
        assert_eq!(ids[0] == ids[1], is_same, "{a} and {b}");
        assert_ne!(ids[0], ids[2]);
    }
}
