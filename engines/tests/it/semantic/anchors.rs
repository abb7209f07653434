//! Anchors of proposed links name their target.

use engines::common::Unattended;
use engines::semantic::{LinkProposal, LinksOutput, Page, PagesInput, links};

use super::{checked, page};

const SUMP: &str = "https://x.example/services/sump-pump/";
const PERMIT: &str = "https://x.example/blog/plumbing-permit-tulsa/";
const SEWER: &str = "https://x.example/services/sewer-line-repair/";

/// What the three pages have in common.
const COMMON: &str = "A city inspector measures basin depth, groundwater level, drains, valves, backflow, venting, \
    elevation, concrete thickness, gravel layers and discharge hoses before signing.";
/// Subjects of the other pages, which have nothing in common.
const OTHERS: [&str; 8] = ["faucets", "boilers", "gutters", "tiles", "windows", "lawns", "fences", "paint"];

/// A plumber's website whose sump pump page has the given sentence.
fn site(sentence: &str) -> Vec<Page> {
    let titled = |url: &str, title: &str, text: &str| Page { title: Some(title.to_owned()), ..page(url, text) };
    let other = |subject: &&str| page(&format!("https://x.example/more/{subject}"), &format!("All about {subject}."));
    let mut pages = vec![
        titled("https://x.example/", "Plumber in Tulsa | Acme Plumbing", "Acme works for families."),
        titled(SUMP, "Sump Pump Installation in Tulsa | Acme Plumbing", &format!("{COMMON} {sentence}")),
        titled(PERMIT, "Do You Need a Plumbing Permit in Tulsa? | Acme Plumbing", &format!("{COMMON} Ask early.")),
        titled(SEWER, "Sewer Line Repair in Tulsa | Acme Plumbing", &format!("{COMMON} A camera finds roots.")),
    ];
    pages.extend(OTHERS.iter().map(other));
    pages
}

fn linked(sentence: &str) -> LinksOutput {
    links(&PagesInput { pages: site(sentence), ..PagesInput::default() }, &checked(), &Unattended).unwrap()
}

fn between<'a>(output: &'a LinksOutput, to: &str) -> &'a LinkProposal {
    output
        .proposals
        .iter()
        .find(|link| link.from == SUMP && link.to == to)
        .unwrap_or_else(|| panic!("{to}: {output:?}"))
}

#[test]
fn anchor_is_a_phrase_that_names_the_target() {
    let output = linked("Need a new one in the basement? Ask us for the plumbing permit.");
    let link = between(&output, PERMIT);
    assert_eq!((link.anchor.as_str(), link.is_in_text), ("plumbing permit", true));
    let title = format!("On {SUMP}, link \"plumbing permit\" to {PERMIT}");
    assert!(output.insights.iter().any(|insight| insight.title == title), "{:?}", output.insights);
}

#[test]
fn words_of_no_topic_and_parts_of_longer_phrases_are_no_anchor() {
    for (sentence, to) in [
        ("Need a pump in the yard?", PERMIT),
        ("We work in Tulsa.", PERMIT),
        ("It leads to the sewer.", SEWER),
        ("The sewer line repair warranty form is online.", SEWER),
        ("Ask about trenchless sewer line repair.", SEWER),
        ("Look for the sewer. Line by line.", SEWER),
        ("The sewer-line repair is extra.", SEWER),
    ] {
        let output = linked(sentence);
        let link = between(&output, to);
        assert!(!link.is_in_text, "{sentence}: {}", link.anchor);
        let title = format!("On {SUMP}, add a sentence that links to {to} with \"{}\"", link.anchor);
        assert!(output.insights.iter().any(|insight| insight.title == title), "{:?}", output.insights);
        assert!(output.notes.iter().any(|note| note.contains("no place in the text yet")), "{:?}", output.notes);
    }
}

#[test]
fn anchor_keeps_the_words_of_the_page() {
    for (sentence, anchor) in [
        ("We do Sewer Line Repairs.", "Sewer Line Repairs"),
        ("Sewer line repair starts with a camera.", "Sewer line repair"),
        ("Call for (sewer line repair in Tulsa).", "sewer line repair in Tulsa"),
    ] {
        let output = linked(sentence);
        assert_eq!(between(&output, SEWER).anchor, anchor);
    }
}

#[test]
fn name_of_a_target_leaves_out_the_name_of_the_website() {
    let mut pages = site("");
    for page in pages.iter_mut().take(4) {
        let title = page.title.take().unwrap();
        let own = title.split(" | ").next().unwrap();
        page.title = Some(format!("Acme Plumbing | {own}"));
    }
    let output = links(&PagesInput { pages, ..PagesInput::default() }, &checked(), &Unattended).unwrap();
    assert_eq!(between(&output, SEWER).anchor, "Sewer Line Repair in Tulsa");
}

#[test]
fn one_orphan_is_no_plural() {
    let mut pages = site("");
    let link = |url: &str| engines::semantic::Link { url: url.to_owned(), anchor: "sump pumps".to_owned() };
    pages[0].links = pages[1..].iter().filter(|page| page.url != SEWER).map(|page| link(&page.url)).collect();
    let output = links(&PagesInput { pages, ..PagesInput::default() }, &checked(), &Unattended).unwrap();
    let orphan = output.insights.iter().find(|insight| insight.kind == "orphan_pages").unwrap();
    assert_eq!(orphan.title, format!("No page links to {SEWER}"));
}
