//! Titles and meta descriptions, only from words of the page.

use crawler::{audit::thresholds, page::Page};
use edits::Change;
use engines::{content::title_pixels, text::sentences};

use super::{Case, Outcome, known::SEPARATORS};

/// Least length of a title that is left after a part is removed, in characters.
const LEAST_TITLE: usize = 15;

fn page<'a>(case: &Case<'a>) -> Option<&'a Page> {
    case.visit.page
}

fn first_heading(page: &Page) -> Option<&str> {
    let mut main = page.headings.iter().filter(|heading| heading.level == 1 && !heading.text.trim().is_empty());
    // Of several, only a person knows which one is the title.
    let first = main.next()?;
    main.next().is_none().then(|| first.text.trim())
}

fn social<'a>(page: &'a Page, name: &str) -> Option<&'a str> {
    page.document.open_graph.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
}

fn is_short(title: &str) -> bool {
    title.chars().count() <= thresholds::TITLE_CHARS.1 && title_pixels(title) <= thresholds::TITLE_PIXELS
}

fn set_title(case: &Case<'_>, before: Option<&str>, title: String, basis: &str) -> Outcome {
    let change = Change::SetTitle { path: case.path.clone(), title: title.clone() };
    Outcome::fix(case.visit.url, change, (before.map(str::to_owned), title), basis)
}

pub(super) fn title_missing(case: &Case<'_>) -> Outcome {
    let Some(page) = page(case) else { return Outcome::default() };
    let is_free = |title: &String| is_short(title) && !case.known.has_title(title);
    if let Some(title) = social(page, "og:title").map(str::to_owned).filter(is_free) {
        return set_title(case, None, title, "the title that the page has for social networks");
    }
    let Some(heading) = first_heading(page) else {
        return Outcome::need("It has no title, and not one first heading that could be it: write a title.");
    };
    let site = social(page, "og:site_name").or(case.known.name_of_site());
    let named = site.map(|site| format!("{heading} | {site}")).filter(is_free);
    if let Some(title) = named {
        return set_title(case, None, title, "the first heading of the page and the name of the website");
    }
    match Some(heading.to_owned()).filter(is_free) {
        Some(title) => set_title(case, None, title, "the first heading of the page"),
        None => {
            Outcome::need("Its first heading is too long for a title, or the title of another page: write a title.")
        }
    }
}

/// Leaves out the last parts of a title, such as the name of the website.
pub(super) fn title_long(case: &Case<'_>) -> Outcome {
    let Some(title) = page(case).and_then(|page| page.titles.first()) else { return Outcome::default() };
    let mut rest = title.trim();
    while let Some((shorter, _)) = last_part(rest) {
        rest = shorter.trim();
        if rest.chars().count() < LEAST_TITLE {
            break;
        }
        if is_short(rest) && !case.known.has_title(rest) {
            return set_title(case, Some(title), rest.to_owned(), "the title of the page without its last parts");
        }
    }
    Outcome::need("No part of its title can be left out: write a title of at most 60 characters.")
}

fn last_part(title: &str) -> Option<(&str, &str)> {
    let parts = SEPARATORS.iter().filter_map(|separator| title.rsplit_once(separator));
    parts.max_by_key(|(before, _)| before.len())
}

fn set_description(case: &Case<'_>, before: Option<&str>, description: String, basis: &str) -> Outcome {
    let change = Change::SetDescription { path: case.path.clone(), description: description.clone() };
    Outcome::fix(case.visit.url, change, (before.map(str::to_owned), description), basis)
}

pub(super) fn description_missing(case: &Case<'_>) -> Outcome {
    let Some(page) = page(case) else { return Outcome::default() };
    let is_free = |text: &String| fits(text) && !case.known.has_description(text);
    if let Some(text) = social(page, "og:description").map(str::to_owned).filter(is_free) {
        return set_description(case, None, text, "the description that the page has for social networks");
    }
    let paragraphs = page.body.content.lines().map(str::trim).filter(|line| !is_heading(page, line));
    match paragraphs.filter_map(opening).find(is_free) {
        Some(text) => set_description(case, None, text, "the first sentences of the page's text"),
        None => Outcome::need("No sentences of its text have the length of a description: write 70 to 155 characters."),
    }
}

/// Keeps the first whole sentences of a description.
pub(super) fn description_long(case: &Case<'_>) -> Outcome {
    let Some(text) = page(case).and_then(|page| page.descriptions.first()) else { return Outcome::default() };
    match opening(text).filter(|shorter| !case.known.has_description(shorter)) {
        Some(shorter) => set_description(case, Some(text), shorter, "the first sentences of the description"),
        None => Outcome::need("Its description has no shorter whole sentences: write 70 to 155 characters."),
    }
}

fn fits(text: &str) -> bool {
    (thresholds::DESCRIPTION_CHARS.0..=thresholds::DESCRIPTION_CHARS.1).contains(&text.chars().count())
}

fn is_heading(page: &Page, line: &str) -> bool {
    page.headings.iter().any(|heading| heading.text == line)
}

/// Returns the first whole sentences of a paragraph that have the length of a description, as many as fit.
fn opening(paragraph: &str) -> Option<String> {
    let mut joined = String::new();
    let mut best = None;
    for sentence in sentences(paragraph).into_iter().map(str::trim).filter(|sentence| !sentence.is_empty()) {
        if !sentence.ends_with(['.', '!', '?', '。', '！', '？', '…']) {
            break;
        }
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&sentence.split_whitespace().collect::<Vec<_>>().join(" "));
        if joined.chars().count() > thresholds::DESCRIPTION_CHARS.1 {
            break;
        }
        if fits(&joined) {
            best = Some(joined.clone());
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_has_whole_sentences_that_fit() {
        let first = "Every leak begins small, and a plumber who looks at the valve first saves a week.";
        assert_eq!(opening(first).as_deref(), Some(first));
        let two = format!("{first} Ask what the first hour costs.");
        assert_eq!(opening(&two).as_deref(), Some(two.as_str()));
        let long = format!("{first} {}.", "X".repeat(90));
        assert_eq!(opening(&long).as_deref(), Some(first));
        assert_eq!(opening("Too short."), None);
        assert_eq!(opening(&"no end of a sentence ".repeat(5)), None);
    }

    #[test]
    fn last_part_is_the_shortest_one() {
        assert_eq!(last_part("A - b | C"), Some(("A - b", "C")));
        assert_eq!(last_part("Well-known"), None);
    }
}
