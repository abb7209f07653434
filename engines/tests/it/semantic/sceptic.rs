//! Adversarial cases of a domain expert.

use engines::common::Unattended;
use engines::semantic::{BriefInput, Heading, Link, PagesInput, Verdict, brief, lexical_similarity, links, overlap};

use super::{WINNERS, against, checked, page};

const OWN: &str = "We do roof repair in Plymouth. Call for a date. The crew brings ladders, tarps and nails. \
                   Plymouth roofs carry heavy snow, so we check the rafters. Payment is due when the work is done.";

#[test]
fn adding_a_term_changes_the_score_by_the_stated_amount() {
    let before = against(OWN);
    let term = before.terms.iter().find(|term| term.add == 1).unwrap();
    let after = against(&format!("{OWN} {}.", term.term));
    assert!(term.score_gain > 0.0);
    assert!((after.score - before.score - term.score_gain).abs() < 1e-9, "{} {}", after.score, before.score);
}

#[test]
fn a_term_is_asked_for_once_and_never_more_often() {
    let before = against(OWN);
    assert!(before.terms.iter().all(|term| term.add <= 1 && (term.add == 1) == (term.times == 0)));
    assert!(before.terms.iter().any(|term| term.term.contains("flashing") && term.winners == 4));
}

#[test]
fn pasting_a_term_thirty_times_does_not_raise_the_score() {
    let before = against(OWN);
    let pasted = format!("{OWN} {}", "flashing. ".repeat(30));
    let after = against(&pasted);
    assert!(after.score <= before.score, "{} > {}", after.score, before.score);
    assert_eq!(after.stuffed[0].term, "flashing");
    assert!(after.insights.iter().any(|insight| insight.kind == "stuffing"));
}

#[test]
fn saturation_is_that_of_the_paper() {
    let note = &against(OWN).notes[0];
    assert!(note.contains("45 %") && note.contains("71 %") && note.contains("96 %"), "{note}");
}

#[test]
fn a_copied_page_gains_no_information() {
    let copy = against(WINNERS[1]);
    assert_eq!(copy.information_gain, 0.0);
    assert!(copy.only_here.is_empty());
    assert!(copy.insights.iter().any(|insight| insight.kind == "nothing_new"));
    assert!(against(OWN).information_gain > 0.3);
}

#[test]
fn copies_are_merged_and_strangers_left_alone() {
    let text = |place: &str| format!("{} In {place} we know every street.", WINNERS[0]);
    let pages = vec![page("/a", &text("Austin")), page("/b", &text("Dallas")), page("/c", OWN), page("/d", WINNERS[2])];
    let output = overlap(&PagesInput { pages, ..PagesInput::default() }, &checked(), None, &Unattended).unwrap();
    assert_eq!(output.pairs.len(), 1);
    let pair = &output.pairs[0];
    assert_eq!((pair.a.as_str(), pair.b.as_str(), pair.verdict), ("/a", "/b", Verdict::Merge));
    assert!(pair.jaccard >= 0.5 && pair.sim_hash_distance < 24);
    assert_eq!(output.insights[0].kind, "duplicate_pages");
}

#[test]
fn likeness_is_the_exact_share_of_five_word_runs() {
    // Runs of ten words: 6; the first seven words shared give 3 of 6 + 6 - 3.
    let pages = vec![page("/a", "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"), page("/b", "a1 b1 c1 d1 e1 f1 g1 x1 y1 z1")];
    let params = engines::semantic::Parameters { review_from: 0.05, ..Default::default() }.check().unwrap();
    let output = overlap(&PagesInput { pages, ..PagesInput::default() }, &params, None, &Unattended).unwrap();
    assert!((output.pairs[0].jaccard - 3.0 / 9.0).abs() < 1e-12);
}

fn linked(url: &str, title: &str, text: &str, to: &[&str]) -> engines::semantic::Page {
    let link = |url: &&str| Link { url: (*url).to_owned(), anchor: "here".to_owned() };
    engines::semantic::Page { title: Some(title.to_owned()), links: to.iter().map(link).collect(), ..page(url, text) }
}

#[test]
fn page_rank_matches_the_textbook() {
    // a -> b, c; b -> c; c -> a with d = 0.85; 500 rounds of the power iteration in NumPy 2.4.
    let pages = vec![
        linked("/a", "A", "alpha one", &["/b", "/c"]),
        linked("/b", "B", "beta two", &["/c"]),
        linked("/c", "C", "gamma three", &["/a"]),
    ];
    let output = links(&PagesInput { pages, ..PagesInput::default() }, &checked(), &Unattended).unwrap();
    let rank = |url: &str| output.pages.iter().find(|page| page.url == url).unwrap().rank;
    assert!((rank("/a") - 0.387_789_71).abs() < 1e-8);
    assert!((rank("/b") - 0.214_810_63).abs() < 1e-8);
    assert!((rank("/c") - 0.397_399_66).abs() < 1e-8);
    assert!((output.pages.iter().map(|page| page.rank).sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn orphans_are_told_and_related_pages_linked() {
    let pages = vec![
        linked("https://x.example/", "Home", "Welcome to our company. We work in town.", &["https://x.example/roof"]),
        linked("https://x.example/roof", "Roof repair", "Roof repair with new shingles and flashing.", &[]),
        linked("https://x.example/flashing", "Chimney flashing", "Flashing on roof chimneys, shingles around it.", &[]),
        linked("https://x.example/drains", "Drain cleaning", "Drains, pipes and sewers are cleaned.", &[]),
    ];
    let output = links(&PagesInput { pages, ..PagesInput::default() }, &checked(), &Unattended).unwrap();
    assert_eq!(output.orphans, ["https://x.example/flashing", "https://x.example/drains"]);
    assert!(output.proposals.iter().any(|link| link.from.ends_with("roof") && link.to.ends_with("flashing")));
    assert!(!output.proposals.iter().any(|link| link.to.ends_with("drains")));
    assert_eq!(output.weak_anchors[0].anchor, "here");
}

#[test]
fn a_brief_counts_what_winners_share_and_finds_what_none_says() {
    let mut winners: Vec<_> = WINNERS.iter().enumerate().map(|(at, text)| page(&format!("/{at}"), text)).collect();
    let heading = |text: &str| Heading { level: 2, text: text.to_owned() };
    winners[0].headings = vec![heading("Roof repair cost"), heading("How long does a roof last?")];
    winners[1].headings = vec![heading("The cost of roof repair"), heading("Our team")];
    let facts =
        vec!["Roof permits in Plymouth cost 85 dollars".to_owned(), WINNERS[0].split(". ").next().unwrap().to_owned()];
    let input = BriefInput { query: "roof repair".to_owned(), winners, facts, ..BriefInput::default() };
    let output = brief(&input, &checked(), &Unattended).unwrap();
    assert_eq!(output.sections.len(), 1);
    assert_eq!((output.sections[0].heading.as_str(), output.sections[0].winners), ("Roof repair cost", 2));
    assert_eq!(output.questions[0].text, "How long does a roof last?");
    let new: Vec<bool> = output.information_gain.iter().map(|statement| statement.is_new).collect();
    assert_eq!(new, [true, false]);
    assert!(output.information_gain[0].text.contains("85"));
}

#[test]
fn words_and_their_synonyms_are_aligned() {
    let synonym = lexical_similarity("The boy purchased a car", "A boy bought an automobile");
    let other = lexical_similarity("The boy purchased a car", "A girl painted an elephant");
    assert!(synonym > other + 0.3, "{synonym} {other}");
    assert!(lexical_similarity("A man plays 3 guitars", "A man plays 4 guitars") < 0.95);
}
