//! Widths, reading ease, density, likeness and lengths.

use engines::common::Unattended;
use engines::content::{
    Block, BlockKind, Draft, FactKind, Level, PageLink, Parameters, ScoreInput, ScoreOutput, Sibling,
    flesch_reading_ease, score, title_pixels,
};
use engines::keyword::Intent;
use proptest::prelude::*;

use super::{checked, fact, said};

#[test]
fn title_widths_are_those_of_the_font_metrics() {
    // See PROVENANCE.md: `stringWidth(text, "Helvetica", 1000)` of ReportLab, which carries Adobe's metrics.
    let mut read = 0;
    for line in include_str!("../golden/title_widths.csv").lines().skip(1) {
        let (title, thousandths) = line.rsplit_once('\t').unwrap();
        let thousandths: u32 = thousandths.parse().unwrap();
        assert_eq!(title_pixels(title), (thousandths * 20).div_ceil(1_000), "{title:?}");
        read += 1;
    }
    assert_eq!(read, 95 + 8);
}

proptest! {
    #[test]
    fn wider_titles_are_never_narrower_and_parts_add_up(a in "\\PC{0,40}", b in "\\PC{0,40}") {
        let (whole, parts) = (title_pixels(&format!("{a}{b}")), title_pixels(&a) + title_pixels(&b));
        prop_assert!(whole <= parts && whole + 1 >= parts, "only the last pixel is rounded");
        prop_assert!(title_pixels(&a) <= 21 * a.chars().count() as u32);
    }
}

/// Syllables that the engine counts in a word: of one sentence of one word.
fn syllables(word: &str) -> f64 {
    (206.835 - 1.015 - flesch_reading_ease(word).unwrap()) / 84.6
}

/// Syllables counted from the hyphenation of Merriam-Webster's dictionary.
const SYLLABLES: &str = "\
    roof 1, leak 1, price 1, house 1, gutter 2, shingle 2, water 2, repair 2, plumber 2, heater 2, kitchen 2, \
    basement 2, ceiling 2, window 2, table 2, emergency 4, electrician 4, company 3, estimate 3, \
    inspection 3, chimney 2, the 1, and 1, you 1, because 2, before 2, after 2, people 2, little 2, called 1, \
    fixed 1, wanted 2, needed 2, replaced 2, opened 2, storm 1, damage 2, service 2, local 2, licence 2, \
    insurance 3, owner 2, family 3, morning 2, evening 2, number 2, telephone 3, address 2, city 2, county 2, \
    street 1, through 1, though 1, queue 1, rhythm 2, flashing 2, attic 2, drain 1, sewer 2, toilet 2, \
    faucet 2, furnace 2, install 2, quality 3";

#[test]
fn syllables_of_common_words_are_those_of_the_dictionary() {
    let count = |pair: &'static str| {
        let (word, count) = pair.split_once(' ').unwrap();
        (word, count.parse::<u32>().unwrap())
    };
    let words: Vec<(&str, u32)> = SYLLABLES.split(", ").map(count).collect();
    let wrong: Vec<&str> = words
        .iter()
        .filter(|(word, count)| (syllables(word) - f64::from(*count)).abs() > 1e-6)
        .map(|(word, _)| *word)
        .collect();
    assert!(wrong.len() * 20 <= words.len(), "{} of {} are counted otherwise: {wrong:?}", wrong.len(), words.len());
}

#[test]
fn reading_ease_follows_fleschs_line_in_words_and_syllables() {
    // Flesch (1948): 206.835 - 1.015 words a sentence - 84.6 syllables a word, of words with unambiguous syllables.
    for (text, sentences, words, syllables) in [
        ("Go.", 1, 1, 1),
        ("The cat sat.", 1, 3, 3),
        ("The cat sat. The dog ran.", 2, 6, 6),
        ("The plumber sat. The gutter leaks!", 2, 6, 8),
        ("The plumber\nThe gutter", 2, 4, 6),
        ("Is it a roof? It is.", 2, 6, 6),
        ("We cut, sand, and paint it", 1, 6, 6),
    ] {
        let (sentences, words, syllables) = (f64::from(sentences), f64::from(words), f64::from(syllables));
        let wanted = 206.835 - 1.015 * words / sentences - 84.6 * syllables / words;
        let got = flesch_reading_ease(text).unwrap();
        assert!((got - wanted).abs() < 1e-9, "{text:?}: {got}, wanted {wanted}");
    }
    for nothing in ["", " ", "...", "?!", "—", "🏠"] {
        assert_eq!(flesch_reading_ease(nothing), None, "{nothing:?}");
    }
}

#[test]
fn longer_words_and_sentences_are_harder_to_read() {
    let ease = |text: &str| flesch_reading_ease(text).unwrap();
    assert!(ease("We fix roofs. We are quick.") > ease("We fix roofs and we are quick."));
    assert!(ease("We fix roofs.") > ease("We rehabilitate residential roofing installations."));
    assert!(ease("Roofs. Roofs. Roofs.") > 100.0);
}

/// A page of paragraphs, one sentence each.
fn page(sentences: &[&str]) -> Draft {
    let block = |text: &&str| Block { sentences: vec![said(text, &[])], ..Block::default() };
    Draft { blocks: sentences.iter().map(block).collect(), ..Draft::default() }
}

fn scored(input: ScoreInput) -> ScoreOutput {
    score(&ScoreInput { query: "roof repair".into(), intent: Some(Intent::Local), ..input }, &checked(), &Unattended)
        .unwrap()
}

fn level(output: &ScoreOutput, check: &str) -> Option<Level> {
    output.findings.iter().find(|finding| finding.check == check).map(|finding| finding.level)
}

#[test]
fn density_is_the_share_of_words_and_blocks_from_five_per_cent() {
    // A phrase of two words that occurs at least 4 times in 200 words.
    for (times, wanted) in
        [(1, None), (3, None), (4, Some(Level::Warn)), (5, Some(Level::Block)), (20, Some(Level::Block))]
    {
        let filler = "a word that has no weight at all ".repeat(40);
        let filler: Vec<&str> = filler.split_whitespace().take(200 - 2 * times).collect();
        let text = format!("{} {}", filler.join(" "), "roof repair ".repeat(times));
        let output = scored(ScoreInput { draft: page(&[&text]), ..ScoreInput::default() });
        assert_eq!(output.measures.words, 200);
        assert!((output.measures.density - times as f64 / 100.0).abs() < 1e-12, "{times}: {}", output.measures.density);
        assert_eq!(level(&output, "stuffing"), wanted, "{times} times");
    }
}

#[test]
fn thin_pages_are_blocked_below_120_words_and_warned_below_the_wish() {
    for (words, wanted) in [
        (1, Some(Level::Block)),
        (119, Some(Level::Block)),
        (120, Some(Level::Warn)),
        (249, Some(Level::Warn)),
        (250, None),
    ] {
        let text = vec!["word"; words].join(" ");
        let output = scored(ScoreInput { draft: page(&[&text]), ..ScoreInput::default() });
        assert_eq!((output.measures.words, level(&output, "thin")), (words, wanted));
    }
}

#[test]
fn head_is_measured_in_characters_and_pixels() {
    let with = |title: &str, description: &str| {
        let mut draft = page(&["Roofs leak."]);
        (draft.title, draft.description) = (said(title, &[]), said(description, &[]));
        scored(ScoreInput { draft, ..ScoreInput::default() })
    };
    let title = |count: usize, letter: &str| letter.repeat(count);
    for (text, wanted) in [
        (String::new(), Some(Level::Block)),
        (title(29, "i"), Some(Level::Warn)),
        (title(30, "i"), None),
        (title(60, "i"), None),
        (title(61, "i"), Some(Level::Warn)),
        (title(30, "W"), Some(Level::Warn)),
        (title(29, "W"), Some(Level::Warn)),
        (title(35, "屋"), Some(Level::Warn)),
        (title(50, "e"), None),
        (title(51, "e"), Some(Level::Warn)),
    ] {
        let output = with(&text, "");
        assert_eq!(level(&output, "title"), wanted, "{text}");
        assert_eq!(
            (output.measures.title_characters, output.measures.title_pixels),
            (text.chars().count(), title_pixels(&text))
        );
    }
    for (count, is_fine) in [(0, false), (69, false), (70, true), (155, true), (156, false)] {
        let output = with("x", &"é".repeat(count));
        assert_eq!((level(&output, "description").is_none(), output.measures.description_characters), (is_fine, count));
    }
}

#[test]
fn exactly_one_first_heading_is_needed() {
    let heading =
        |level: u8| Block { kind: BlockKind::Heading, level, sentences: vec![said("Roofs", &[])], ..Block::default() };
    for (levels, is_fine) in
        [(&[][..], false), (&[1][..], true), (&[1, 2, 2][..], true), (&[2][..], false), (&[1, 1][..], false)]
    {
        let mut draft = page(&["Roofs leak."]);
        draft.blocks.extend(levels.iter().map(|level| heading(*level)));
        let output = scored(ScoreInput { draft, ..ScoreInput::default() });
        assert_eq!(level(&output, "h1").is_none(), is_fine, "{levels:?}");
    }
}

#[test]
fn links_count_where_they_have_an_address_and_words() {
    let link = |url: &str, anchor: &str| PageLink { url: url.into(), anchor: anchor.into() };
    for (links, is_fine) in [
        (vec![link("/a", "A"), link("/b", "B"), link("/c", "C")], true),
        (vec![link("/a", "A"), link("/b", "B"), link("/c", " ")], false),
        (vec![link("/a", "A"), link("/b", "B"), link(" ", "C")], false),
        (vec![], false),
    ] {
        let draft = Draft { links: links.clone(), ..page(&["Roofs leak."]) };
        let output = scored(ScoreInput { draft, ..ScoreInput::default() });
        assert_eq!(level(&output, "links").is_none(), is_fine, "{links:?}");
    }
}

#[test]
fn likeness_to_a_sibling_is_the_jaccard_index_of_runs_of_five_words() {
    // Ten words are six runs of five. With the same first `same` words: same - 4 shared runs of 12 - shared.
    let own = "one roof leaks when old tar cracks under hail stones";
    for same in 0..=10_usize {
        let other: Vec<String> = own
            .split(' ')
            .enumerate()
            .map(|(at, word)| if at < same { word.to_owned() } else { format!("{word}x") })
            .collect();
        let sibling = Sibling { url: "/other".into(), text: other.join(" "), names: vec![] };
        let output = scored(ScoreInput { draft: page(&[own]), siblings: vec![sibling], ..ScoreInput::default() });
        let shared = same.saturating_sub(4) as f64;
        assert!((output.measures.similarity - shared / (12.0 - shared)).abs() < 1e-12, "{same}");
        let wanted = match output.measures.similarity {
            likeness if likeness >= 0.5 => Some(Level::Block),
            likeness if likeness >= 0.35 => Some(Level::Warn),
            _ => None,
        };
        assert_eq!(level(&output, "similarity"), wanted, "{same}");
    }
}

#[test]
fn names_of_places_and_services_do_not_make_a_page_its_own() {
    let text =
        |town: &str| format!("Every week our crew in {town} climbs onto roofs and looks for cracks in {town} tar.");
    let facts = vec![fact("place", FactKind::Place, "Oklahoma City, OK", None, None)];
    let sibling = Sibling { url: "/tulsa".into(), text: text("Tulsa"), names: vec!["Tulsa".into()] };
    let input =
        ScoreInput { draft: page(&[&text("Oklahoma City")]), facts, siblings: vec![sibling], ..ScoreInput::default() };
    let output = scored(input.clone());
    assert!((output.measures.similarity - 1.0).abs() < 1e-12, "{}", output.measures.similarity);
    let unnamed = Sibling { names: vec![], ..input.siblings[0].clone() };
    assert!(scored(ScoreInput { siblings: vec![unnamed], ..input }).measures.similarity < 1.0);
}

#[test]
fn lists_of_more_than_fifteen_towns_are_blocked() {
    let towns = [
        "Tulsa",
        "Norman",
        "Broken Arrow",
        "Edmond",
        "Lawton",
        "Moore",
        "Enid",
        "Stillwater",
        "Owasso",
        "Shawnee",
        "Bixby",
        "Jenks",
        "Yukon",
        "Ardmore",
        "Ponca City",
        "Duncan",
        "Del City",
    ];
    for (count, is_blocked) in [(1, false), (15, false), (16, true), (17, true)] {
        for separator in [", ", "; ", " | ", " • "] {
            let output =
                scored(ScoreInput { draft: page(&[&towns[..count].join(separator)]), ..ScoreInput::default() });
            assert_eq!(level(&output, "city_list") == Some(Level::Block), is_blocked, "{count} {separator:?}");
        }
    }
    let prose = "we look at tar, felt, nails, wood, tin, glue, paint, rope, bolts, slate, clay, foam, glass, lead, zinc, steel, tape";
    assert_eq!(level(&scored(ScoreInput { draft: page(&[prose]), ..ScoreInput::default() }), "city_list"), None);
}

#[test]
fn page_for_a_place_needs_facts_of_that_place() {
    for (own, elsewhere, wanted) in [
        (0, 0, Some(Level::Block)),
        (0, 5, Some(Level::Block)),
        (1, 0, Some(Level::Warn)),
        (2, 2, Some(Level::Warn)),
        (3, 0, None),
    ] {
        let mut facts = vec![fact("place", FactKind::Place, "Austin, TX", None, None)];
        let tied = |at: usize, town: &str| {
            fact(&format!("{town}{at}"), FactKind::Climate, "Hail falls here", None, Some(town))
        };
        facts.extend((0..own).map(|at| tied(at, if at == 0 { "Austin, TX" } else { "AUSTIN" })));
        facts.extend((0..elsewhere).map(|at| tied(at, "Dallas, TX")));
        let ids: Vec<String> = facts.iter().map(|fact| fact.id.clone()).collect();
        let mut draft = page(&["Hail falls here."]);
        draft.blocks[0].sentences[0].fact_ids = ids;
        let output = scored(ScoreInput { draft, facts, ..ScoreInput::default() });
        assert_eq!(level(&output, "unique_facts"), wanted, "{own} own, {elsewhere} of elsewhere");
    }
    let tolerant = Parameters { min_place_facts: 0, ..Parameters::default() }.check().unwrap();
    let facts = vec![fact("place", FactKind::Place, "Austin, TX", None, None)];
    let input = ScoreInput { query: "q".into(), draft: page(&["Hail."]), facts, ..ScoreInput::default() };
    assert_eq!(level(&score(&input, &tolerant, &Unattended).unwrap(), "unique_facts"), None);
}
