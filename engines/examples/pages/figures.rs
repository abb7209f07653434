//! The figures of pages.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use engines::common::Unattended;
use engines::content::{
    Block, BlockKind, Checked, ComposeInput, ComposeOutput, Draft, Level, Parameters, ScoreInput, ScoreOutput,
    Sentence, Sibling, compose, flesch_reading_ease, score,
};

use crate::cases::Case;

/// Minimum seconds of the measurement of the speed.
const SECONDS: f64 = 3.0;
/// Bar of the resemblance of two cities of a vertical.
const MOST_ALIKE: f64 = 0.35;
/// Bar of the findings of grammar in 1,000 words of a page.
const MOST_GRAMMAR: f64 = 1.0;
/// Number of findings of grammar and of pairs that are printed.
const PRINTED: usize = 8;

/// A page with what is measured of it.
struct Written<'a> {
    case: &'a Case,
    output: ComposeOutput,
    /// With the check of grammar.
    score: ScoreOutput,
    /// True for the first page of a site, which may say anything.
    is_first: bool,
}

/// Prints each figure with its bar.
pub(crate) fn table(cases: &[Case]) {
    println!("| figure | without facts | with facts | bar |\n|---|---:|---:|---|");
    let sets = [false, true].map(|with_facts| write(cases, with_facts));
    let row = |name: &str, bar: &str, figure: &dyn Fn(&[Written<'_>]) -> String| {
        println!("| {name} | {} | {} | {bar} |", figure(&sets[0]), figure(&sets[1]));
    };
    row("pages", "60", &|pages| pages.len().to_string());
    row("words: minimum, median, maximum", "at least 700", &|pages| {
        spread(pages.iter().map(|page| page.score.measures.words as f64), 0)
    });
    row("grammar findings in 1,000 words: all pages, maximum of a page", "at most 1", &grammar);
    row("sentences without a fact", "0", &|pages| {
        let is_bare = |sentence: &&Sentence| sentence.fact_ids.is_empty();
        pages.iter().map(|page| page.output.draft.body().filter(is_bare).count()).sum::<usize>().to_string()
    });
    for (pages, name) in sets.iter().zip(["without", "with"]) {
        misses(pages, name);
    }
    row("reading ease: minimum, median, maximum", "50 to 70", &|pages| {
        spread(pages.iter().map(|page| flesch_reading_ease(&prose(&page.output.draft)).unwrap_or(0.0)), 1)
    });
    let is_vertical = |a: &Case, b: &Case| a.vertical == b.vertical && a.town.place.name < b.town.place.name;
    let is_town = |a: &Case, b: &Case| a.vertical < b.vertical && a.town.place.name == b.town.place.name;
    row("resemblance of cities of a vertical: median, mean, maximum; pairs above .35", "at most .35", &|pages| {
        likeness(pages, is_vertical)
    });
    row("the same of the first pages of two sites", "at most .35", &|pages| {
        likeness(pages.iter().filter(|page| page.is_first), is_vertical)
    });
    row("resemblance of verticals in a city: median, mean, maximum; pairs above .35", "at most .10", &|pages| {
        likeness(pages, is_town)
    });
    row("sentences twice on a site", "0", &|pages| repeated(pages).to_string());
    row("titles or descriptions outside their limits", "0", &|pages| {
        let is_off = |page: &&Written<'_>| {
            page.score.findings.iter().any(|finding| ["title", "description"].contains(&finding.check.as_str()))
        };
        pages.iter().filter(is_off).count().to_string()
    });
    row("pages that the gate blocks", "0", &|pages| pages.iter().filter(|page| !page.score.passes).count().to_string());
    row("pages a second of CPU time, one core", "at least 500", &|pages| {
        format!("{:.0}", speed(cases, has_facts(pages)))
    });
    for (pages, name) in sets.iter().zip(["without", "with"]) {
        details(pages, name, is_vertical);
    }
}

fn has_facts(pages: &[Written<'_>]) -> bool {
    pages[0].output.facts.iter().any(|one| one.fact.id == "biz")
}

/// Composes the pages, those of a site one after another, and measures them.
fn write(cases: &[Case], with_facts: bool) -> Vec<Written<'_>> {
    let params = Parameters::default().check().expect("parameters");
    let mut sites: BTreeSet<&str> = BTreeSet::new();
    let mut pages = Vec::new();
    for (case, output) in composed(cases, with_facts) {
        let score = scored(&output, Vec::new(), &params);
        pages.push(Written { case, output, score, is_first: sites.insert(&case.site) });
    }
    pages
}

/// Composes the pages, those of a site one after another.
pub(crate) fn composed(cases: &[Case], with_facts: bool) -> Vec<(&Case, ComposeOutput)> {
    let params = Parameters::default().check().expect("parameters");
    let mut sites: BTreeMap<&str, (Vec<String>, Vec<Sibling>)> = BTreeMap::new();
    let mut pages = Vec::new();
    for case in cases {
        let (used, siblings) = sites.entry(&case.site).or_default();
        let input = ComposeInput { used: used.clone(), siblings: siblings.clone(), ..case.input(with_facts) };
        let output = match compose(&input, &params, &Unattended) {
            Ok(output) => output,
            Err(error) => {
                eprintln!("{} {}: {error}", case.vertical, case.town.place.name);
                continue;
            }
        };
        used.extend(output.used.iter().cloned());
        let text = text(&output.draft);
        siblings.push(Sibling { url: case.town.place.name.clone(), text, names: case.names() });
        pages.push((case, output));
    }
    pages
}

fn scored(output: &ComposeOutput, siblings: Vec<Sibling>, params: &Checked) -> ScoreOutput {
    let input = ScoreInput {
        query: "x".to_owned(),
        draft: output.draft.clone(),
        facts: output.facts.iter().map(|one| one.fact.clone()).collect(),
        siblings,
        ..ScoreInput::default()
    };
    score(&input, params, &Unattended).expect("score")
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

fn spread(values: impl Iterator<Item = f64>, digits: usize) -> String {
    let values = sorted(values);
    let (least, middle, most) = (values[0], values[values.len() / 2], values[values.len() - 1]);
    format!("{least:.digits$}, {middle:.digits$}, {most:.digits$}")
}

fn grammar(pages: &[Written<'_>]) -> String {
    let of = |page: &Written<'_>| page.score.measures.grammar_per_1000.unwrap_or(0.0);
    let words: f64 = pages.iter().map(|page| page.score.measures.words as f64).sum();
    let found: f64 = pages.iter().map(|page| of(page) * page.score.measures.words as f64 / 1_000.0).sum();
    format!("{:.2}, {:.2}", 1_000.0 * found / words, pages.iter().map(of).fold(0.0, f64::max))
}

fn text(draft: &Draft) -> String {
    draft.blocks.iter().flat_map(Block::texts).map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Sentences of the body: no headings, labels and tables, which are no sentences and would make the text look easier.
fn prose(draft: &Draft) -> String {
    let blocks = draft.blocks.iter().filter(|block| !matches!(block.kind, BlockKind::Heading | BlockKind::Table));
    blocks.flat_map(|block| &block.sentences).map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Resemblance of pairs of pages by shingles of five words; names of their places and services are replaced by one word.
fn pairs<'a>(
    pages: impl IntoIterator<Item = &'a Written<'a>>, is_pair: impl Fn(&Case, &Case) -> bool,
) -> Vec<(f64, &'a Case, &'a Case)> {
    let pages: Vec<&'a Written<'a>> = pages.into_iter().collect();
    let params = Parameters { check_grammar: false, ..Parameters::default() }.check().expect("parameters");
    let names: Vec<String> =
        pages.iter().flat_map(|page| page.case.names()).collect::<BTreeSet<_>>().into_iter().collect();
    let mut found = Vec::new();
    for page in &pages {
        for other in pages.iter().filter(|other| is_pair(page.case, other.case)) {
            let sibling = Sibling { url: "/".to_owned(), text: text(&other.output.draft), names: names.clone() };
            let value = scored(&page.output, vec![sibling], &params).measures.similarity;
            found.push((value, page.case, other.case));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found
}

fn likeness<'a>(pages: impl IntoIterator<Item = &'a Written<'a>>, is_pair: impl Fn(&Case, &Case) -> bool) -> String {
    let found = pairs(pages, is_pair);
    let mean = found.iter().map(|pair| pair.0).sum::<f64>() / found.len().max(1) as f64;
    let middle = found.get(found.len() / 2).map_or(0.0, |pair| pair.0);
    let above = found.iter().filter(|pair| pair.0 > MOST_ALIKE).count();
    let highest = found.first().map_or(0.0, |pair| pair.0);
    format!("{middle:.2}, {mean:.2}, {highest:.2}; {above} of {}", found.len())
}

/// Sentences of text that appear twice on a site; labels, headings and column headings are no sentences.
fn repeated(pages: &[Written<'_>]) -> usize {
    let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut count = 0;
    for page in pages {
        let blocks = page.output.draft.blocks.iter().filter(|block| block.kind != BlockKind::Heading);
        let sentences = blocks.flat_map(|block| {
            let cells = block.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.sentences);
            block.sentences.iter().chain(cells)
        });
        for sentence in sentences.filter(|sentence| sentence.text.ends_with(['.', '?', '!'])) {
            count += usize::from(!seen.entry(&page.case.site).or_default().insert(&sentence.text));
        }
    }
    count
}

/// Prints the speed.
pub(crate) fn speeds(cases: &[Case]) {
    let [without, with] = [false, true].map(|with_facts| speed(cases, with_facts));
    println!("{without:.0} pages/s without facts, {with:.0} with facts, one core");
}

fn speed(cases: &[Case], with_facts: bool) -> f64 {
    let params = Parameters::default().check().expect("parameters");
    let inputs: Vec<ComposeInput> = cases.iter().map(|case| case.input(with_facts)).collect();
    let compose_all = || inputs.iter().filter(|input| compose(input, &params, &Unattended).is_ok()).count();
    compose_all();
    let (start, used) = (Instant::now(), cpu_seconds());
    let mut count = 0;
    while start.elapsed().as_secs_f64() < SECONDS {
        count += compose_all();
    }
    let wall = start.elapsed().as_secs_f64();
    count as f64 / cpu_seconds().zip(used).map_or(wall, |(now, before)| now - before)
}

/// Seconds that this thread has run on a core, where the system tells it; others would be counted with the wall clock.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// Name of a page.
fn page_name(case: &Case) -> String {
    format!("{} {} ({:?})", case.vertical, case.town.place.name, case.intent)
}

/// Prints the pages that are too short, too easy or too hard, and those with too many findings of grammar.
fn misses(pages: &[Written<'_>], name: &str) {
    for page in pages {
        if page.score.measures.grammar_per_1000.is_some_and(|found| found > MOST_GRAMMAR) {
            for finding in page.score.findings.iter().filter(|finding| finding.check == "grammar") {
                eprintln!("{name} facts, {}: {} | {:?}", finding.detail, page_name(page.case), finding.subject);
            }
        }
        let ease = flesch_reading_ease(&prose(&page.output.draft)).unwrap_or(0.0);
        if !(50.0..=70.0).contains(&ease) {
            eprintln!("{name} facts, reading ease {ease:.1}: {}", page_name(page.case));
        }
        if page.score.measures.words < 700 {
            eprintln!("{name} facts, {} words: {}", page.score.measures.words, page_name(page.case));
        }
    }
}

/// Prints what else misses a bar.
fn details(pages: &[Written<'_>], name: &str, is_vertical: impl Fn(&Case, &Case) -> bool) {
    let is_block = |finding: &&engines::content::Finding| finding.level == Level::Block;
    for page in pages {
        for finding in page.score.findings.iter().filter(is_block) {
            eprintln!("{name} facts, blocked: {} | {}: {}", page_name(page.case), finding.check, finding.detail);
        }
    }
    for (value, a, b) in pairs(pages, is_vertical).iter().take(PRINTED).filter(|pair| pair.0 > 0.3) {
        eprintln!("{name} facts, resemblance {value:.2}: {} and {}", page_name(a), page_name(b));
    }
    let is_told = |check: &str| ["grammar", "boilerplate", "unique_facts", "title", "description"].contains(&check);
    let findings = pages.iter().flat_map(|page| page.score.findings.iter().map(move |finding| (page, finding)));
    for (page, finding) in findings.filter(|(_, finding)| is_told(&finding.check)).take(PRINTED) {
        eprintln!("{name} facts, {}: {} | {:?}", finding.detail, page_name(page.case), finding.subject);
    }
}
