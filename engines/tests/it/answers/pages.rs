//! Cited pages and what they have in common.

use engines::answers::{Brand, Citation, HostKind, Sample, cited};

fn answer(pages: &[(&str, &str)]) -> Sample {
    let citation = |(host, title): &(&str, &str)| Citation {
        url: Some(format!("https://{host}/")),
        host: (*host).to_owned(),
        domain: (*host).to_owned(),
        title: (!title.is_empty()).then(|| (*title).to_owned()),
    };
    Sample {
        engine: "a".to_owned(),
        is_shown: true,
        citations: pages.iter().map(citation).collect(),
        ..Sample::default()
    }
}

fn brands() -> Vec<Brand> {
    let brand = |host: &str, is_own| Brand { host: host.to_owned(), is_own };
    vec![brand("own.test", true), brand("rival.test", false)]
}

#[test]
fn few_pages_have_nothing_in_common() {
    let one = answer(&[("own.test", "Best plumbers 2026"), ("old.reddit.com", "Best plumbers")]);
    let found = cited(&brands(), &[&one, &one]);
    assert!(found.is_few && found.kinds.is_empty() && found.title_words.is_empty() && found.with_year.is_none());
    assert_eq!((found.pages, found.own.len(), found.own[0].answers), (2, 1, 2));
    assert_eq!(found.others[0].kind, HostKind::Community);
}

#[test]
fn words_on_several_hosts_and_kinds_of_hosts_are_reported_with_intervals() {
    let hosts = ["a.test", "b.test", "c.test", "d.edu", "www.gov.uk", "e.test", "f.test", "rival.test", "own.test"];
    let mut pages: Vec<(&str, &str)> = hosts.iter().map(|host| (*host, "Compare prices 2026")).collect();
    pages.push(("yelp.com", "Reviews reviews"));
    let found = cited(&brands(), &[&answer(&pages)]);
    assert!(!found.is_few);
    let words: Vec<(&str, u32)> = found.title_words.iter().map(|row| (row.word.as_str(), row.share.count)).collect();
    assert_eq!(words, [("compare", 9), ("prices", 9)], "a word of one host says nothing");
    let of = |kind| found.kinds.iter().find(|row| row.kind == kind).map(|row| row.share.count);
    assert_eq!((of(HostKind::Public), of(HostKind::Rival), of(HostKind::Directory)), (Some(2), Some(1), Some(1)));
    assert_eq!(found.with_year.map(|share| (share.count, share.answers)), Some((9, 10)));
}

#[test]
fn host_in_place_of_a_title_is_no_title() {
    let hosts: Vec<String> = (0..12).map(|number| format!("www.site{number}.plumbing")).collect();
    let pages: Vec<(&str, &str)> = hosts.iter().map(|host| (host.as_str(), host.trim_start_matches("www."))).collect();
    let found = cited(&brands(), &[&answer(&pages)]);
    assert_eq!((found.pages, found.titled, found.title_words.len()), (12, 0, 0));
    assert!(found.others.iter().all(|page| page.title.is_none()) && found.with_year.is_none());
    let (bare, titled) = (answer(&[("a.test", "A.test")]), answer(&[("a.test", "Prices 2026")]));
    assert_eq!(cited(&brands(), &[&bare, &titled]).others[0].title.as_deref(), Some("Prices 2026"));
}
