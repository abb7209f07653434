//! Properties of all pages and changes.

use edits::{Change, PatchFile, redirects::Form};
use proptest::prelude::*;

use crate::world::{description, heading, link, never, organization, redirect, text, title, try_apply};

/// Parts of pages.
const PARTS: &[&str] = &[
    "<p>",
    "</p>",
    "<li>",
    "<ul>",
    "</ul>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=/x>",
    "</a>",
    "<h1>",
    "</h1>",
    "<h2>",
    "</h2>",
    "<title>",
    "</title>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "<html>",
    "<svg>",
    "</svg>",
    "<script>",
    "</script>",
    "<!-- c -->",
    "<!doctype html>",
    "<main>",
    "</main>",
    "<nav>",
    "</nav>",
    "<img>",
    "<br>",
    "<meta charset=utf-8>",
    "<meta name=description content=x>",
    "<meta name='description' content='y'>",
    "<template>",
    "</template>",
    "<textarea>",
    "</textarea>",
    "<![CDATA[x]]>",
    "<select>",
    "</select>",
    "<script type=application/ld+json data-motherlode>{}</script>",
    "&amp;",
    "&nbsp;",
    "\n",
    " ",
    "plumber now",
    "plumber",
    "now",
    "é",
    "名",
    "شركة",
];

/// Parts of pages, in any order.
fn part() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(PARTS).prop_map(|part| (*part).to_owned());
    prop_oneof![20 => parts, 1 => "\\PC{0,6}"]
}

fn page() -> impl Strategy<Value = String> {
    prop::collection::vec(part(), 0..40).prop_map(|parts| parts.concat())
}

fn change() -> impl Strategy<Value = Change> {
    let words = "[a-zA-Z<>&\"' é名]{0,12}x";
    prop_oneof![
        words.prop_map(|words| title(&words)),
        words.prop_map(|words| description(&words)),
        words.prop_map(|words| heading(&words)),
        words.prop_map(|words| organization(&words)),
        words.prop_map(|words| Change::SetAlternativeText { path: "/".into(), image: "x".into(), text: words }),
        Just(Change::SetCanonical { path: "/".into(), address: "/c".into() }),
        Just(Change::ReplaceLink { path: "/".into(), from: "/x".into(), to: "/y".into() }),
        prop::sample::select(vec!["plumber now", "plumber", "now", "名", "é"])
            .prop_map(|words| link(words, "/t?a=1&b=2")),
    ]
}

/// Returns true if a page has the bytes of another in order, but for one part.
fn differs_in_one_part(before: &[u8], after: &[u8], most: usize) -> bool {
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let end =
        before[start..].iter().rev().zip(after[start..].iter().rev()).take_while(|(one, other)| one == other).count();
    after.len() - start - end <= most
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn change_twice_is_change_once(page in page(), change in change()) {
        let changes = [change];
        if let Ok(once) = try_apply(page.as_bytes(), &changes) {
            let twice = try_apply(&once.html, &changes).unwrap();
            prop_assert_eq!(text(&twice.html), text(&once.html), "{}", page);
            if once.is_complete() {
                prop_assert!(edits::check(&once.html, &changes[0], &never).unwrap().is_applied, "{}", text(&once.html));
            }
        }
    }

    #[test]
    fn several_changes_twice_are_several_changes_once(page in page(), words in "[a-z<&]{1,9}") {
        let changes =
            [title(&words), description(&words), heading(&words), link("plumber", "/a"), link("now", "/b"), organization(&words)];
        if let Ok(once) = try_apply(page.as_bytes(), &changes) {
            let twice = try_apply(&once.html, &changes).unwrap();
            prop_assert_eq!(text(&twice.html), text(&once.html), "{}", page);
        }
    }

    #[test]
    fn bytes_outside_of_the_changed_element_are_preserved(page in page(), change in change()) {
        if let Ok(once) = try_apply(page.as_bytes(), std::slice::from_ref(&change)) {
            // Links are replaced all over the page.
            let is_spread = matches!(change, Change::ReplaceLink { .. });
            let is_one = is_spread || differs_in_one_part(page.as_bytes(), &once.html, 400);
            prop_assert!(is_one, "{}\n{}", page, text(&once.html));
            if let Change::AddLink { .. } = change {
                let without = text(&once.html).replacen("<a href=\"/t?a=1&amp;b=2\">", "", 1);
                let is_same = without == page || without.match_indices("</a>").any(|(at, end)| {
                    format!("{}{}", &without[..at], &without[at + end.len()..]) == page
                });
                prop_assert!(is_same, "{}\n{}", page, text(&once.html));
            }
        }
    }

    #[test]
    fn what_a_change_adds_is_gone_after_its_removal(page in page(), change in change()) {
        // Of several descriptions only the first counts: its removal may show another one with the same words.
        let facts = edits::facts(page.as_bytes(), &never);
        let is_single = facts.is_ok_and(|facts| facts.descriptions <= 1 && facts.titles <= 1);
        let removal = Change::Remove { change: Box::new(change.clone()) };
        let with = removal.validate().ok().and_then(|()| try_apply(page.as_bytes(), &[change]).ok());
        let without = with.and_then(|with| try_apply(&with.html, std::slice::from_ref(&removal)).ok());
        if let Some(without) = without.filter(|_| is_single) {
            let checked = edits::check(&without.html, &removal, &never);
            prop_assert!(checked.is_ok_and(|checked| checked.is_applied), "{}", text(&without.html));
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), change in change()) {
        let _ = try_apply(&bytes, std::slice::from_ref(&change));
        let _ = edits::check(&bytes, &change, &never);
        let _ = edits::facts(&bytes, &never);
    }

    #[test]
    fn hunks_rebuild_both_versions(before in "[abc\n]{0,60}", after in "[abc\n]{0,60}") {
        let lines = |text: &str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
        let (first, second) = (lines(&before), lines(&after));
        let mut rebuilt = Vec::new();
        let mut at = 0;
        for hunk in edits::diff(before.as_bytes(), after.as_bytes()) {
            let start = hunk.before_start.saturating_sub(u32::from(hunk.before_lines > 0)) as usize;
            rebuilt.extend_from_slice(&first[at..start]);
            let from = hunk.after_start.saturating_sub(u32::from(hunk.after_lines > 0)) as usize;
            prop_assert_eq!(rebuilt.len(), from);
            rebuilt.extend_from_slice(&second[from..from + hunk.after_lines as usize]);
            at = start + hunk.before_lines as usize;
        }
        rebuilt.extend_from_slice(&first[at..]);
        prop_assert_eq!(rebuilt.concat(), after);
    }

    #[test]
    fn patches_of_equal_files_are_empty(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let file = PatchFile { path: "a.html", before: Some(&bytes), after: &bytes };
        prop_assert!(edits::patch(&[file]).unwrap().is_empty());
    }

    #[test]
    fn valid_redirects_are_read_as_they_were_written(from in "/[a-z0-9.+()&=~!@,;-]{0,9}", to in "/[a-z0-9.+()%&=~!@,;?#-]{0,9}") {
        let Some(redirect) = edits::redirects::Redirect::from_change(&redirect(&from, &to)) else { unreachable!() };
        for form in [Form::Netlify, Form::Apache, Form::Nginx] {
            if let Ok(file) = edits::redirects::write(form, b"", std::slice::from_ref(&redirect)) {
                prop_assert_eq!(edits::redirects::read(form, &file).unwrap(), vec![redirect.clone()]);
            }
        }
    }
}
