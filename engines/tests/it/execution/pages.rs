//! What actions do to pages, redirects, releases and sitemaps.

use engines::execution::{Action, Site, Sites, perform};
use proptest::prelude::*;

fn with_page(page: &str) -> Sites {
    let files = [("p.html".to_owned(), page.to_owned())].into();
    [("a".to_owned(), Site { files, ..Site::default() })].into()
}

fn title(title: &str) -> Action {
    Action::AddTitle { site: "a".into(), path: "p.html".into(), title: title.into() }
}

fn link(target: &str, anchor: &str) -> Action {
    Action::AddInternalLink { site: "a".into(), path: "p.html".into(), target: target.into(), anchor: anchor.into() }
}

fn redirect(from: &str, to: &str) -> Action {
    Action::FixRedirect { site: "a".into(), from: from.into(), to: to.into() }
}

fn create(path: &str) -> Action {
    Action::CreatePage { site: "a".into(), path: path.into(), content: "x".into() }
}

/// The page after an action, or why it was refused.
fn after(page: &str, action: &Action) -> Result<String, String> {
    let mut sites = with_page(page);
    perform(&mut sites, action)?;
    Ok(sites["a"].files["p.html"].clone())
}

#[test]
fn title_replaces_the_one_there_is_or_follows_the_head() {
    for (page, wanted) in [
        ("<head><title>Old</title></head>", "<head><title>New</title></head>"),
        ("<HEAD><TITLE>Old</TITLE></HEAD>", "<HEAD><title>New</title></HEAD>"),
        ("<head><title></title></head>", "<head><title>New</title></head>"),
        ("<head><title lang=\"en\">Old</title><x></head>", "<head><title>New</title><x></head>"),
        ("<head><meta></head>", "<head><title>New</title><meta></head>"),
        ("<!doctype html><html><head>\n</head>", "<!doctype html><html><head><title>New</title>\n</head>"),
        ("<head><title>Één 日本 🏠</title>ß</head>", "<head><title>New</title>ß</head>"),
        ("İ<head></head>", "İ<head><title>New</title></head>"),
    ] {
        assert_eq!(after(page, &title("New")).as_deref(), Ok(wanted), "{page}");
    }
}

#[test]
fn title_is_escaped_once_and_other_scripts_stay() {
    for (text, written) in [
        ("A & B", "A &amp; B"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("5 \" pipe's", "5 &quot; pipe's"),
        ("&amp;", "&amp;amp;"),
        ("سباك في دبي", "سباك في دبي"),
        ("屋根 🏠 e\u{301}", "屋根 🏠 e\u{301}"),
        ("</title><img src=x>", "&lt;/title&gt;&lt;img src=x&gt;"),
    ] {
        let page = after("<head></head>", &title(text)).unwrap();
        assert_eq!(page, format!("<head><title>{written}</title></head>"), "{text}");
    }
}

#[test]
fn title_that_cannot_be_set_is_refused() {
    for (page, text) in [
        ("<head></head>", ""),
        ("<head></head>", " \t "),
        ("<head></head>", "two\nlines"),
        ("<head></head>", "two\rlines"),
        ("<body>no head</body>", "New"),
        ("", "New"),
        ("<head><title>New</title></head>", "New"),
    ] {
        assert!(after(page, &title(text)).is_err(), "{page:?} {text:?}");
    }
    let nowhere = Action::AddTitle { site: "a".into(), path: "q.html".into(), title: "New".into() };
    assert!(after("<head></head>", &nowhere).unwrap_err().contains("q.html"));
}

#[test]
fn link_goes_before_the_last_end_of_the_body() {
    for (page, wanted) in [
        ("<body>x</body>", "<body>x<p><a href=\"/b\">See b</a></p></body>"),
        ("<BODY>x</BODY>", "<BODY>x<p><a href=\"/b\">See b</a></p></BODY>"),
        ("<body><pre></body></pre></body>", "<body><pre></body></pre><p><a href=\"/b\">See b</a></p></body>"),
        ("<body><a href=\"/bc\">y</a></body>", "<body><a href=\"/bc\">y</a><p><a href=\"/b\">See b</a></p></body>"),
    ] {
        assert_eq!(after(page, &link("/b", "See b")).as_deref(), Ok(wanted), "{page}");
    }
    let escaped = after("<body></body>", &link("/b", "<b>R&D</b>")).unwrap();
    assert!(escaped.contains(">&lt;b&gt;R&amp;D&lt;/b&gt;</a>"), "{escaped}");
}

#[test]
fn link_that_leaves_the_site_repeats_or_has_no_words_is_refused() {
    let page = "<body><a href=\"/there\">x</a></body>";
    for (target, anchor) in [
        ("b", "See"),
        ("", "See"),
        ("//evil.example/x", "See"),
        ("https://evil.example", "See"),
        ("javascript:alert(1)", "See"),
        ("/a b", "See"),
        ("/\"><script>", "See"),
        ("/<x>", "See"),
        ("/there", "See"),
        ("/b", ""),
        ("/b", " \n "),
    ] {
        assert!(after(page, &link(target, anchor)).is_err(), "{target:?} {anchor:?}");
    }
    assert!(after("<p>no body</p>", &link("/b", "See")).is_err());
}

#[test]
fn paths_stay_inside_of_the_site() {
    for path in ["a.html", "x/index.html", "x/y/z.html", "..html", "a..b/c", "日本.html", "x y.html", ".well-known/x"]
    {
        assert!(perform(&mut with_page(""), &create(path)).is_ok(), "{path}");
    }
    for path in [
        "", "/", "/a.html", "a//b", "a/", "../a", "a/../b", "a/..", ".", "./a", "a\\b", "..\\a", "a\0b", "C:a", "c:/a",
        "p.html",
    ] {
        assert!(perform(&mut with_page(""), &create(path)).is_err(), "{path:?}");
    }
}

#[test]
fn redirects_never_lead_in_a_circle() {
    let mut sites = with_page("");
    for (from, to) in [("/a", "/b"), ("/b", "/c"), ("/c", "https://other.example/")] {
        perform(&mut sites, &redirect(from, to)).unwrap();
    }
    for (from, to) in [("/a", "/a"), ("x", "/y"), ("", "/y"), ("https://a.example", "/y")] {
        assert!(perform(&mut sites.clone(), &redirect(from, to)).is_err(), "{from} {to}");
    }
    perform(&mut sites, &redirect("/c", "/d")).unwrap();
    let before = sites.clone();
    assert!(perform(&mut sites, &redirect("/d", "/a")).is_err());
    assert_eq!(sites, before);
    perform(&mut sites, &redirect("/d", "/e")).unwrap();
    assert_eq!(sites["a"].redirects.len(), 4);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn following_redirects_always_ends(hops in prop::collection::vec((0_u8..7, 0_u8..7), 1..40)) {
        let mut sites = with_page("");
        for (from, to) in hops {
            let _ = perform(&mut sites, &redirect(&format!("/{from}"), &format!("/{to}")));
        }
        let redirects = &sites["a"].redirects;
        for start in redirects.keys() {
            let (mut at, mut steps) = (start, 0);
            while let Some(next) = redirects.get(at) {
                at = next;
                steps += 1;
                prop_assert!(steps <= redirects.len(), "{start} never ends");
            }
        }
    }
}

#[test]
fn deploy_needs_the_gate_and_another_release() {
    let deploy =
        |release: &str, gate_passed| Action::DeploySite { site: "a".into(), release: release.into(), gate_passed };
    let mut sites = with_page("");
    assert!(perform(&mut sites, &deploy("r1", false)).is_err());
    let first = perform(&mut sites, &deploy("r1", true)).unwrap();
    assert!(perform(&mut sites, &deploy("r1", true)).is_err());
    let second = perform(&mut sites, &deploy("r2", true)).unwrap();
    assert_eq!(second, Action::RestoreRelease { site: "a".into(), release: Some("r1".into()) });
    perform(&mut sites, &second).unwrap();
    assert_eq!(sites["a"].release.as_deref(), Some("r1"));
    perform(&mut sites, &first).unwrap();
    assert_eq!(sites["a"].release, None);
}

#[test]
fn pausing_and_sitemaps_are_done_once_and_taken_back_once() {
    let pairs = [
        (Action::PauseSite { site: "a".into() }, Action::ResumeSite { site: "a".into() }),
        (
            Action::SubmitSitemap { site: "a".into(), url: "https://a.example/s.xml".into() },
            Action::WithdrawSitemap { site: "a".into(), url: "https://a.example/s.xml".into() },
        ),
    ];
    for (there, back) in pairs {
        let mut sites = with_page("");
        assert!(perform(&mut sites, &back).is_err(), "{}", back.word());
        assert_eq!(perform(&mut sites, &there), Ok(back.clone()));
        assert!(perform(&mut sites, &there).is_err(), "{}", there.word());
        assert_eq!(perform(&mut sites, &back), Ok(there));
        assert_eq!(sites, with_page(""));
    }
}

#[test]
fn deleted_page_comes_back_as_it_was_unless_there_is_another() {
    let mut sites = with_page("old 🏠");
    let back = perform(&mut sites, &Action::DeletePage { site: "a".into(), path: "p.html".into() }).unwrap();
    assert!(sites["a"].files.is_empty());
    let mut rewritten = sites.clone();
    perform(&mut sites, &back).unwrap();
    assert_eq!(sites, with_page("old 🏠"));
    assert!(perform(&mut sites, &Action::DeletePage { site: "b".into(), path: "p.html".into() }).is_err());
    // Somebody has put another page there since: it is not overwritten.
    perform(&mut rewritten, &Action::CreatePage { site: "a".into(), path: "p.html".into(), content: "new".into() })
        .unwrap();
    assert!(perform(&mut rewritten, &back).is_err());
    assert_eq!(rewritten["a"].files["p.html"], "new");
}

#[test]
fn variant_that_changes_nothing_is_refused() {
    let variant = |content: &str| Action::PublishVariant {
        site: "a".into(),
        path: "p.html".into(),
        variant: "b".into(),
        content: content.into(),
    };
    assert!(after("same", &variant("same")).is_err());
    assert_eq!(after("one", &variant("two")).as_deref(), Ok("two"));
}
