//! AI readiness by directory.

use crawler::audit::{
    ai::{AGENTS, readiness},
    directories::{Directories, Directory, directory_of},
};
use url::Url;

use super::example::Example;

fn at(path: &str) -> Url {
    Url::parse(&format!("https://example.com{path}")).expect("a URL")
}

fn of<'a>(rows: &'a [Directory], path: &str) -> &'a Directory {
    rows.iter().find(|row| row.path.as_deref() == Some(path)).expect("the directory")
}

fn place(agent: &str) -> usize {
    AGENTS.iter().position(|known| known.name == agent).expect("a crawler")
}

#[test]
fn each_directory_counts_rules_directives_and_html_of_each_crawler() {
    let plain = Example::default().page();
    let unquoted = Example::default().header("x-robots-tag", "gptbot: max-snippet: 0").page();
    let app = Example::default()
        .set(|app| app.html = "<title>App</title><div id=app></div><script src=a.js></script>".to_owned())
        .page();
    let pages = [("/blog/a", &plain), ("/blog/b", &unquoted), ("/app/x", &app), ("/", &plain), ("/about", &plain)];
    let mut directories = Directories::default();
    pages.iter().for_each(|(path, _)| directories.see(&at(path)));
    for (path, page) in pages {
        let ready = readiness(page, None, &|agent| agent != "CCBot" || !path.starts_with("/blog/"), None);
        directories.add(&at(path), &ready);
    }
    let rows = directories.finish(50);
    assert_eq!(
        rows.iter().map(|row| (row.path.as_deref(), row.pages)).collect::<Vec<_>>(),
        [(Some("/"), 2), (Some("/blog/"), 2), (Some("/app/"), 1),]
    );
    let counts = |path: &str, agent: &str| {
        let found = of(&rows, path).agents[place(agent)];
        (found.allowed, found.permitted, found.ready)
    };
    assert_eq!(counts("/blog/", "GPTBot"), (2, 1, 1), "one page may not be quoted");
    assert_eq!(counts("/blog/", "CCBot"), (0, 2, 0), "robots.txt forbids it");
    assert_eq!(counts("/app/", "GPTBot"), (1, 1, 0), "scripts write the content");
    assert_eq!((of(&rows, "/app/").in_html, of(&rows, "/blog/").in_html), (0, 2));
}

#[test]
fn directories_beyond_the_most_are_counted_together() {
    let page = Example::default().page();
    let ready = readiness(&page, None, &|_| true, None);
    let mut directories = Directories::default();
    let urls: Vec<Url> =
        (0..9).flat_map(|directory| (0..=directory).map(move |page| at(&format!("/d{directory}/p{page}")))).collect();
    urls.iter().for_each(|url| directories.see(url));
    urls.iter().for_each(|url| directories.add(url, &ready));
    let rows = directories.finish(3);
    let shown: Vec<_> = rows.iter().map(|row| (row.path.as_deref(), row.pages)).collect();
    assert_eq!(shown, [(Some("/d8/"), 9), (Some("/d7/"), 8), (Some("/d6/"), 7), (None, 21)]);
    assert_eq!(rows[3].agents[0].ready, 21);
}

#[test]
fn endless_directories_need_bounded_memory_and_hide_no_large_one() {
    let page = Example::default().page();
    let ready = readiness(&page, None, &|_| true, None);
    let mut directories = Directories::default();
    let each = |take: &mut dyn FnMut(&Url)| {
        for number in 0..20_000 {
            take(&at(&format!("/one-{number}/x")));
            if number % 20 == 0 {
                take(&at("/large/x"));
            }
        }
        take(&at(&format!("/{}/x", "long".repeat(100))));
    };
    each(&mut |url| directories.see(url));
    each(&mut |url| directories.add(url, &ready));
    let rows = directories.finish(50);
    assert_eq!((rows[0].path.as_deref(), rows[0].pages), (Some("/large/"), 1_000), "counted exactly");
    assert!(rows.len() <= 51, "{}", rows.len());
    assert_eq!(rows.iter().map(|row| row.pages).sum::<u64>(), 21_001, "no page is lost");
}

#[test]
fn directory_of_a_path_is_its_first_part_with_slashes() {
    let longest = format!("/{}/", "a".repeat(118));
    for (path, expected) in [
        ("/", Some("/")),
        ("/about", Some("/")),
        ("/blog/", Some("/blog/")),
        ("/blog/2026/a", Some("/blog/")),
        ("/ü/x", Some("/ü/")),
        ("//x", Some("//")),
        (format!("{longest}x").as_str(), Some(longest.as_str())),
        (format!("/{}/x", "a".repeat(119)).as_str(), None),
        ("/\u{1b}x/y", None),
        ("blog/a", None),
        ("", None),
    ] {
        assert_eq!(directory_of(path), expected, "{path:?}");
    }
}

#[test]
fn purposes_have_the_keys_of_their_json() {
    for agent in AGENTS {
        assert_eq!(serde_json::json!(agent)["purpose"], agent.purpose.key(), "{}", agent.name);
    }
}
