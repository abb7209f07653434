//! Composes the pages of `bench/content` and prints their figures, or prints one page as Markdown.
//!
//! `pages PLACES` prints the table. `pages PLACES VERTICAL CITY INTENT [facts]` prints a page.

#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "the example measures time and reads its cases"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use engines::common::{Day, Unattended};
use engines::content::{
    BlockKind, Competitors, ComposeInput, ComposeOutput, Draft, Fact, FactKind, PageIntent, Parameters, PlaceFacts,
    ScoreInput, Sentence, Sibling, compose, flesch_reading_ease, score,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Town {
    place: PlaceFacts,
    competitors: BTreeMap<String, Competitors>,
}

/// Verticals with the intent of their pages.
const VERTICALS: [(&str, PageIntent); 10] = [
    ("water-damage", PageIntent::Emergency),
    ("roofing", PageIntent::Compare),
    ("hvac", PageIntent::Local),
    ("emergency-plumbing", PageIntent::Emergency),
    ("personal-injury", PageIntent::Compare),
    ("dental-implants", PageIntent::HowTo),
    ("pest-control", PageIntent::Local),
    ("locksmith", PageIntent::Cost),
    ("tree-service", PageIntent::Cost),
    ("moving", PageIntent::HowTo),
];
/// Number of cities of a site: every page of a site says something else.
const CITIES_OF_SITE: usize = 3;
/// Rounds of the measurement of the speed.
const ROUNDS: usize = 40;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let file = arguments.get(1).expect("usage: pages PLACES [VERTICAL CITY INTENT [facts]]");
    let towns: Vec<Town> = serde_json::from_str(&std::fs::read_to_string(file).expect("places")).expect("places");
    match &arguments[2..] {
        [] => table(&towns),
        [vertical, city, intent, rest @ ..] => {
            let town = towns.iter().find(|town| town.place.name == *city).expect("city");
            let intent: PageIntent = serde_json::from_str(&format!("\"{intent}\"")).expect("intent");
            let mut input = input(vertical, intent, town, &[]);
            if rest.iter().any(|one| one == "facts") {
                input.facts = business(vertical, town);
            }
            match compose(&input, &Parameters::default().check().expect("parameters"), &Unattended) {
                Ok(output) => print!("{}", markdown(&output)),
                Err(error) => println!("{error}"),
            }
        }
        _ => panic!("usage: pages PLACES [VERTICAL CITY INTENT [facts]]"),
    }
}

fn input(vertical: &str, intent: PageIntent, town: &Town, used: &[String]) -> ComposeInput {
    let word = match intent {
        PageIntent::Emergency => "emergency ",
        PageIntent::Cost => "cost of ",
        PageIntent::Compare => "best ",
        PageIntent::HowTo => "how to get ",
        PageIntent::Local => "",
    };
    ComposeInput {
        as_of: Day::parse("2026-11-24"),
        query: format!("{word}{} {}", vertical.replace('-', " "), town.place.name.to_lowercase()),
        vertical: Some(vertical.to_owned()),
        place: Some(PlaceFacts { competitors: town.competitors.get(vertical).cloned(), ..town.place.clone() }),
        page_intent: Some(intent),
        used: used.to_vec(),
        ..ComposeInput::default()
    }
}

/// Facts of a business that does not exist.
fn business(vertical: &str, town: &Town) -> Vec<Fact> {
    let city = format!("{}, {}", town.place.name, town.place.state);
    let fact = |id: &str, kind, value: String, detail: Option<&str>| Fact {
        id: id.to_owned(),
        kind,
        value,
        detail: detail.map(str::to_owned),
        source: "example".to_owned(),
        is_owner_supplied: true,
        ..Fact::default()
    };
    let name = format!("Example {} Company", vertical.split('-').next().map(capital).unwrap_or_default());
    let digits = vertical.len() * 1_037 + town.place.name.len() * 31;
    let mut facts = vec![
        fact("biz", FactKind::Business, name, None),
        fact("place", FactKind::Place, city.clone(), None),
        fact("tel", FactKind::Phone, format!("{}-555-01{:02}", 200 + digits % 700, digits % 100), None),
        fact(
            "hours",
            FactKind::Hours,
            ["24 hours a day", "Monday to Friday, 8 am to 6 pm", "24/7"][digits % 3].to_owned(),
            None,
        ),
        fact("lic", FactKind::Licence, format!("{} contractor {}", town.place.state_name, 80_000_000 + digits), None),
        fact("ins", FactKind::Insurance, "General liability of $2 million".to_owned(), None),
        fact(
            "exp",
            FactKind::Experience,
            ["since 1998", "12 years", "over 20 years of experience"][digits % 3].to_owned(),
            None,
        ),
        fact("p1", FactKind::Price, "$95".to_owned(), Some("a first visit")),
        fact("p2", FactKind::Price, "from $450".to_owned(), Some("an average job")),
        fact(
            "gua",
            FactKind::Guarantee,
            "A second visit is free if the problem returns within 90 days".to_owned(),
            None,
        ),
        fact("d1", FactKind::Duration, "45 minutes".to_owned(), Some("a first look")),
        fact("n1", FactKind::Neighbourhood, format!("North {}", town.place.name), None),
        fact("n2", FactKind::Neighbourhood, format!("Old {}", town.place.name), None),
    ];
    facts[10].place = Some(city);
    facts
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

struct Written {
    vertical: &'static str,
    city: String,
    site: String,
    with_facts: bool,
    output: ComposeOutput,
}

fn pages(towns: &[Town], with_facts: bool) -> Vec<Written> {
    let params = Parameters::default().check().expect("parameters");
    let mut pages = Vec::new();
    for (vertical, intent) in VERTICALS {
        for (number, site) in towns.chunks(CITIES_OF_SITE).enumerate() {
            let (mut used, mut siblings): (Vec<String>, Vec<Sibling>) = (Vec::new(), Vec::new());
            for town in site {
                let mut input = input(vertical, intent, town, &used);
                input.siblings = siblings.clone();
                if with_facts {
                    input.facts = business(vertical, town);
                }
                let output = compose(&input, &params, &Unattended)
                    .unwrap_or_else(|error| panic!("{vertical} {}: {error}", town.place.name));
                used.extend(output.used.iter().cloned());
                siblings.push(Sibling { url: town.place.name.clone(), text: text(&output.draft), names: names(town) });
                pages.push(Written {
                    vertical,
                    city: town.place.name.clone(),
                    site: format!("{vertical}{number}"),
                    with_facts,
                    output,
                });
            }
        }
    }
    pages
}

fn names(town: &Town) -> Vec<String> {
    let place = &town.place;
    let more = [Some(&place.state_name), place.county.as_ref(), Some(&place.state)];
    std::iter::once(place.name.clone()).chain(more.into_iter().flatten().cloned()).collect()
}

fn text(draft: &Draft) -> String {
    let texts: Vec<&str> =
        draft.blocks.iter().flat_map(engines::content::Block::texts).map(|sentence| sentence.text.as_str()).collect();
    texts.join("\n")
}

/// Running text: no headings, labels and column headings, which are short and would make the text look easier.
fn prose(page: &Written) -> String {
    let blocks = page.output.draft.blocks.iter().filter(|block| block.kind != BlockKind::Heading);
    let sentences = blocks.flat_map(|block| {
        let cells = block.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.sentences);
        block.sentences.iter().chain(cells)
    });
    sentences.map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Highest likeness of pairs of pages that `is_pair` selects, names replaced by a placeholder.
fn likeness(pages: &[Written], towns: &[Town], is_pair: impl Fn(&Written, &Written) -> bool) -> (f64, f64) {
    let params = Parameters::default().check().expect("parameters");
    let all: Vec<String> = towns.iter().flat_map(names).collect();
    let (mut highest, mut sum, mut count) = (0.0_f64, 0.0, 0.0);
    for page in pages {
        let own = text(&page.output.draft);
        for other in pages.iter().filter(|other| is_pair(page, other)) {
            let input = ScoreInput {
                query: "x".to_owned(),
                draft: page.output.draft.clone(),
                facts: page.output.facts.iter().map(|one| one.fact.clone()).collect(),
                siblings: vec![Sibling { url: "/".to_owned(), text: text(&other.output.draft), names: all.clone() }],
                ..ScoreInput::default()
            };
            assert!(!own.is_empty());
            let value = score(&input, &params, &Unattended).expect("score").measures.similarity;
            highest = highest.max(value);
            sum += value;
            count += 1.0;
        }
    }
    (highest, sum / f64::max(count, 1.0))
}

fn table(towns: &[Town]) {
    println!("| | without facts | with facts | wanted |\n|---|---:|---:|---|");
    let sets = [pages(towns, false), pages(towns, true)];
    let row = |name: &str, wanted: &str, figure: &dyn Fn(&[Written]) -> String| {
        println!("| {name} | {} | {} | {wanted} |", figure(&sets[0]), figure(&sets[1]));
    };
    let each = |pages: &[Written], figure: &dyn Fn(&Written) -> f64| -> (f64, f64, f64) {
        let mut values: Vec<f64> = pages.iter().map(figure).collect();
        values.sort_by(f64::total_cmp);
        (values[0], values[values.len() / 2], values[values.len() - 1])
    };
    row("pages", "60", &|pages| pages.len().to_string());
    row("words: fewest, median, most", ">= 700", &|pages| {
        let (a, b, c) = each(pages, &|page| page.output.score.measures.words as f64);
        format!("{a:.0}, {b:.0}, {c:.0}")
    });
    row("sentences without a fact", "0", &|pages| {
        let is_bare = |sentence: &&Sentence| sentence.fact_ids.is_empty();
        pages.iter().map(|page| page.output.draft.body().filter(is_bare).count()).sum::<usize>().to_string()
    });
    row("reading ease: lowest, median, highest", "50 to 70", &|pages| {
        let (a, b, c) = each(pages, &|page| flesch_reading_ease(&prose(page)).unwrap_or(0.0));
        format!("{a:.1}, {b:.1}, {c:.1}")
    });
    row("likeness of two cities of a vertical: highest, mean", "<= .35", &|pages| {
        let (high, mean) = likeness(pages, towns, |a, b| a.vertical == b.vertical && a.city != b.city);
        format!("{high:.2}, {mean:.2}")
    });
    row("likeness of two verticals: highest, mean", "<= .10", &|pages| {
        let (high, mean) = likeness(pages, towns, |a, b| a.vertical != b.vertical && a.city == b.city);
        format!("{high:.2}, {mean:.2}")
    });
    row("sentences twice on a site", "0", &|pages| repeated(pages).to_string());
    row("titles or descriptions outside their limits", "0", &|pages| {
        let is_off = |page: &&Written| {
            page.output.score.findings.iter().any(|finding| ["title", "description"].contains(&finding.check.as_str()))
        };
        pages.iter().filter(is_off).count().to_string()
    });
    row("pages that the gate blocks", "0", &|pages| {
        pages.iter().filter(|page| !page.output.score.passes).count().to_string()
    });
    row("pages a second on one core", ">= 500", &|pages| format!("{:.0}", speed(towns, pages[0].with_facts)));
    println!();
    println!(
        "Pages of one city and intent after another until the pack is used up (fewest, most of ten verticals): {}",
        capacity(&towns[0])
    );
    for page in sets.iter().flatten().filter(|page| !page.output.score.passes).take(5) {
        eprintln!("{} {}: {:?}", page.vertical, page.city, page.output.score.findings);
    }
}

/// Sentences of text that stand twice on a site; labels and headings are not sentences.
fn repeated(pages: &[Written]) -> usize {
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut count = 0;
    for page in pages {
        let blocks = page.output.draft.blocks.iter().filter(|block| block.kind != BlockKind::Heading);
        let cells = blocks.flat_map(|block| {
            let rows = block.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.sentences);
            block.sentences.iter().chain(rows)
        });
        for sentence in cells.filter(|sentence| sentence.text.ends_with(['.', '?', '!'])) {
            count += usize::from(!seen.entry(&page.site).or_default().insert(sentence.text.clone()));
        }
    }
    count
}

fn speed(towns: &[Town], with_facts: bool) -> f64 {
    let params = Parameters::default().check().expect("parameters");
    let mut inputs = Vec::new();
    for (vertical, intent) in VERTICALS {
        for town in towns {
            let mut input = input(vertical, intent, town, &[]);
            if with_facts {
                input.facts = business(vertical, town);
            }
            inputs.push(input);
        }
    }
    let start = Instant::now();
    for input in std::iter::repeat_n(&inputs, ROUNDS).flatten() {
        compose(input, &params, &Unattended).expect("page");
    }
    (ROUNDS * inputs.len()) as f64 / start.elapsed().as_secs_f64()
}

fn capacity(town: &Town) -> String {
    let params = Parameters::default().check().expect("parameters");
    let counts = VERTICALS.map(|(vertical, intent)| {
        let mut used: Vec<String> = Vec::new();
        let mut count = 0;
        while let Ok(output) = compose(&input(vertical, intent, town, &used), &params, &Unattended) {
            used.extend(output.used);
            count += 1;
        }
        count
    });
    format!("{}, {}", counts.iter().min().expect("ten"), counts.iter().max().expect("ten"))
}

fn markdown(output: &ComposeOutput) -> String {
    let join = |sentences: &[Sentence]| sentences.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ");
    let mut out = format!("Title: {}\n\nDescription: {}\n", output.draft.title.text, output.draft.description.text);
    let (mut step, mut last) = (0, BlockKind::Paragraph);
    for block in &output.draft.blocks {
        step = if block.kind == BlockKind::Step { step + 1 } else { 0 };
        let label = block.label.as_ref().map(|label| format!("**{}** ", label.text)).unwrap_or_default();
        let text = join(&block.sentences);
        let gap = if block.kind == last && matches!(last, BlockKind::Item | BlockKind::Step) { "" } else { "\n" };
        match block.kind {
            BlockKind::Heading => out.push_str(&format!("\n{} {text}\n", "#".repeat(block.level.into()))),
            BlockKind::Paragraph => out.push_str(&format!("\n{text}\n")),
            BlockKind::Item => out.push_str(&format!("{gap}- {label}{text}\n")),
            BlockKind::Step => out.push_str(&format!("{gap}{step}. {label}{text}\n")),
            BlockKind::Table => {
                let header: Vec<&str> = block.header.iter().map(|one| one.text.as_str()).collect();
                out.push_str(&format!("\n| {} |\n|{}\n", header.join(" | "), "---|".repeat(header.len())));
                for row in &block.rows {
                    let cells: Vec<String> = row.cells.iter().map(|cell| join(&cell.sentences)).collect();
                    out.push_str(&format!("| {} |\n", cells.join(" | ")));
                }
            }
        }
        last = block.kind;
    }
    if let Some(review) = &output.review {
        out.push_str(&format!("\nReview: {review}\n"));
    }
    out
}
