//! Clicks from home, proposals and addresses, against networkx and gensim.

use engines::common::Unattended;
use engines::semantic::{Link, LinksOutput, Page, PagesInput, Parameters, links};
use serde_json::Value;

use super::page;

fn url(at: usize) -> String {
    format!("https://x.example/{at}")
}

fn linked(pages: Vec<Page>, home: Option<&str>, params: Parameters) -> LinksOutput {
    let input = PagesInput { pages, home: home.map(str::to_owned), ..PagesInput::default() };
    links(&input, &params.check().unwrap(), &Unattended).unwrap()
}

/// A page that an anchor can name.
fn titled(at: usize, text: &str) -> Page {
    Page { title: Some(format!("Guide {at} about everything")), ..page(&url(at), text) }
}

fn to(targets: &[String]) -> Vec<Link> {
    targets.iter().map(|url| Link { url: url.clone(), anchor: "read on".into() }).collect()
}

#[test]
fn clicks_from_home_are_shortest_paths() {
    // See PROVENANCE.md: `networkx.single_source_shortest_path_length`.
    let cases: Vec<Value> = serde_json::from_str(include_str!("../golden/clicks_from_home.json")).unwrap();
    for (number, case) in cases.iter().enumerate() {
        let targets = |own: &Value| -> Vec<String> {
            own.as_array().unwrap().iter().map(|at| url(at.as_u64().unwrap() as usize)).collect()
        };
        let node = |(at, own): (usize, &Value)| Page {
            links: to(&targets(own)),
            ..page(&url(at), &format!("About subject{at}"))
        };
        let pages = case["links"].as_array().unwrap().iter().enumerate().map(node).collect();
        let output = linked(pages, Some(&url(0)), Parameters::default());
        for (at, wanted) in case["clicks"].as_array().unwrap().iter().enumerate() {
            let own = output.pages.iter().find(|page| page.url == url(at)).unwrap();
            assert_eq!(own.clicks_from_home.map(u64::from), wanted.as_u64(), "graph {number}, page {at}");
        }
    }
}

#[test]
fn relevance_of_proposals_is_gensims_cosine_of_tf_idf() {
    // See PROVENANCE.md: gensim's TfidfModel over words and pairs of neighbours, 1 + ln tf and ln N / df.
    let table: Value = serde_json::from_str(include_str!("../golden/relevance.json")).unwrap();
    let texts = table["texts"].as_array().unwrap();
    let titled = |(at, text): (usize, &Value)| titled(at, text.as_str().unwrap());
    let pages = texts.iter().enumerate().map(titled).collect();
    let output = linked(pages, None, Parameters { max_links_per_page: 20, ..Parameters::default() });
    let mut wanted = 0;
    for row in table["relevance"].as_array().unwrap() {
        let (a, b) = (url(row[0].as_u64().unwrap() as usize), url(row[1].as_u64().unwrap() as usize));
        let relevance = row[2].as_f64().unwrap();
        let between: Vec<_> = output
            .proposals
            .iter()
            .filter(|link| (link.from == a && link.to == b) || (link.from == b && link.to == a))
            .collect();
        let count = if relevance >= 0.15 { 2 } else { 0 };
        assert_eq!(between.len(), count, "{a} {b} {relevance}");
        assert!(
            between.iter().all(|link| (link.relevance - relevance).abs() < 1e-9),
            "{a} {b}: {between:?}, wanted {relevance}"
        );
        wanted += count;
    }
    assert!(wanted >= 10 && output.proposals.len() == wanted, "{wanted}");
}

#[test]
fn addresses_of_one_page_in_other_spelling_are_one_target() {
    for spelling in [
        "https://x.example/b",
        "http://x.example/b",
        "https://www.x.example/b",
        "https://x.example/b/",
        "https://x.example/b#part",
        "HTTPS://X.example/B",
        "  https://x.example/b ",
    ] {
        let pages = vec![
            Page { links: to(&[spelling.to_owned()]), ..page("https://x.example/", "Home words") },
            page("https://x.example/b", "Other words"),
        ];
        let output = linked(pages, None, Parameters::default());
        let target = output.pages.iter().find(|page| page.url.ends_with("/b")).unwrap();
        assert_eq!((target.links_in, target.clicks_from_home), (1, Some(1)), "{spelling}");
        assert!(output.orphans.is_empty());
    }
    for other in ["https://x.example/b?x=1", "https://x.example/bb", "https://y.example/b", "/b", ""] {
        let pages = vec![
            Page { links: to(&[other.to_owned()]), ..page("https://x.example/", "Home words") },
            page("https://x.example/b", "Other words"),
        ];
        let output = linked(pages, None, Parameters::default());
        assert_eq!(output.orphans, ["https://x.example/b"], "{other:?}");
    }
}

#[test]
fn many_links_to_one_page_and_to_itself_count_once_or_not() {
    let many = vec![url(1); 50];
    let own = vec![url(0); 3];
    let pages =
        vec![Page { links: to(&[many, own].concat()), ..page(&url(0), "Home words") }, page(&url(1), "Other words")];
    let output = linked(pages, Some(&url(0)), Parameters::default());
    let counts: Vec<(u32, u32)> = [0, 1]
        .map(|at| {
            output.pages.iter().find(|page| page.url == url(at)).map(|page| (page.links_in, page.links_out)).unwrap()
        })
        .to_vec();
    assert_eq!(counts, [(0, 1), (1, 0)]);
}

#[test]
fn proposals_of_a_page_keep_to_their_number() {
    let topics = ["Copper pipes burst in winter.", "Lawns are mown in summer."];
    let text = |at: usize| format!("{} Ask for number{at}.", topics[at % 2]);
    for most in [1, 3, 7, 20] {
        let pages = (0..12).map(|at| titled(at, &text(at))).collect();
        let output = linked(pages, Some(&url(0)), Parameters { max_links_per_page: most, ..Parameters::default() });
        for at in 0..12 {
            let own = output.proposals.iter().filter(|link| link.from == url(at)).count();
            assert!(own <= most as usize, "{own} of {most}");
        }
        assert!(!output.proposals.is_empty());
    }
}

#[test]
fn weak_anchors_are_words_that_say_nothing_of_their_target() {
    let link = |anchor: &str| Link { url: url(1), anchor: anchor.into() };
    let anchors = ["here", "read more", "roof repair", "repair of roofs", "click", " ", "", "🏠", "屋根"];
    let home = Page { links: anchors.map(link).to_vec(), ..page(&url(0), "Home words") };
    let target = Page { title: Some("Roof repair".into()), ..page(&url(1), "We mend roofs") };
    let output = linked(vec![home, target], Some(&url(0)), Parameters::default());
    let weak: Vec<&str> = output.weak_anchors.iter().map(|link| link.anchor.as_str()).collect();
    assert_eq!(weak, ["here", "read more", "click", "🏠", "屋根"]);
    assert!(output.weak_anchors.iter().all(|link| (0.0..=1.0).contains(&link.relevance) && link.to == url(1)));
}

#[test]
fn findings_keep_their_keys_when_texts_change() {
    let keys = |more: &str| {
        let pages = vec![
            titled(0, "Welcome to our company in town."),
            titled(1, &format!("Copper pipes burst in winter. {more}")),
            titled(2, "Copper pipes burst in winter, too."),
        ];
        let output = linked(pages, Some(&url(0)), Parameters::default());
        let mut keys: Vec<String> = output.insights.into_iter().map(|insight| insight.key).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys("Call us."), keys("We come by night, too."));
    assert!(keys("").contains(&"orphan_pages".to_owned()) && keys("").len() >= 2, "{:?}", keys(""));
}
