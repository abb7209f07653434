//! Sections that the author's outline asks for.

use editorial::Section;

use super::{Part, QUESTIONS};
use crate::text::{Stemmer, fold, words};

/// Words that name a section in a heading; words of one entry occur together. Of sections with equally many entries, the
/// first counts.
const WORDS: [(Part, &[&str]); 12] = [
    (
        Some(Section::Price),
        &["cost", "price", "pricing", "charge", "fee", "rate", "quote", "expensive", "cheap", "pay"],
    ),
    (Some(Section::Ask), &["ask", "question to ask"]),
    (Some(Section::Mistakes), &["mistake", "avoid", "pitfall"]),
    (Some(Section::Signs), &["sign", "symptom", "warning", "when need"]),
    (Some(Section::Choose), &["choose", "hire", "select", "pick", "compare", "find"]),
    (Some(Section::Yourself), &["yourself", "diy"]),
    (Some(Section::Aftercare), &["after", "afterward", "aftercare", "maintain", "maintenance", "prevent"]),
    (Some(Section::First), &["first", "immediately", "emergency", "right away"]),
    (Some(Section::Work), &["process", "step", "procedure", "how work", "how go", "how long", "expect", "happen"]),
    (QUESTIONS, &["faq", "faqs", "question", "answer"]),
    (Some(Section::Local), &["local", "area", "climate", "weather", "permit", "rule", "regulation", "code"]),
    // The name of the place counts for this section too.
    (Some(Section::Local), &[]),
];

/// Sections with the headings that the author gave them, in the author's order.
#[derive(Debug, Default)]
pub(in crate::content) struct Outline<'a>(Vec<(Part, &'a str)>);

impl<'a> Outline<'a> {
    /// Finds the section that each heading is about; of two headings about one section the first counts.
    pub(in crate::content) fn read(headings: &'a [String], city: Option<&str>) -> Self {
        let stemmer = Stemmer::default();
        let mut sections: Vec<(Part, &str)> = Vec::new();
        for heading in headings {
            if let Some(part) = part(heading, city, &stemmer)
                && !sections.iter().any(|(known, _)| *known == part)
            {
                sections.push((part, heading.trim()));
            }
        }
        Self(sections)
    }

    /// Returns the sections in order.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part> {
        self.0.iter().map(|(part, _)| *part)
    }

    /// Returns the author's heading of a section.
    pub(in crate::content) fn heading(&self, part: Part) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == part).map(|(_, heading)| *heading)
    }

    /// Orders the parts of a page: first the sections of the outline, then the others as they were.
    pub(in crate::content) fn arrange<T>(&self, parts: &mut [(Part, T)]) {
        parts.sort_by_key(|(part, _)| self.parts().position(|known| known == *part).unwrap_or(usize::MAX));
    }
}

/// Returns the section that a heading is about; `None` if no word names one.
fn part(heading: &str, city: Option<&str>, stemmer: &Stemmer) -> Option<Part> {
    let stemmed = |text: &str| words(&fold(text)).map(|word| stemmer.stem(word)).collect::<Vec<String>>();
    let has = stemmed(heading);
    let met = |entry: &str| stemmed(entry).iter().all(|stem| has.contains(stem));
    let names_city = city.is_some_and(|city| !city.trim().is_empty() && met(city));
    let mut best: Option<(usize, Part)> = None;
    for (part, entries) in WORDS {
        let count = entries.iter().filter(|entry| met(entry)).count() + usize::from(entries.is_empty() && names_city);
        if count > best.map_or(0, |(most, _)| most) {
            best = Some((count, part));
        }
    }
    best.map(|(_, part)| part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_about_the_section_that_their_words_name() {
        let part = |heading| part(heading, Some("Tulsa"), &Stemmer::default());
        for (heading, section) in [
            ("What does a roof repair cost in Tulsa?", Section::Price),
            ("Questions to ask a roofer", Section::Ask),
            ("Mistakes to avoid", Section::Mistakes),
            ("Signs of a leak", Section::Signs),
            ("How to choose a roofer in Tulsa", Section::Choose),
            ("Can you do it yourself?", Section::Yourself),
            ("How it works, step by step", Section::Work),
            ("Permits and weather", Section::Local),
            ("Roofs in Tulsa", Section::Local),
        ] {
            assert_eq!(part(heading), Some(Some(section)), "{heading}");
        }
        assert_eq!(part("Frequently asked: FAQ and answers"), Some(QUESTIONS));
        assert_eq!((part("Our founder's story"), part("¿?")), (None, None));
    }

    #[test]
    fn arrange_puts_the_outline_first_and_keeps_the_order_of_the_rest() {
        let headings = ["FAQ".to_owned(), "What it costs".to_owned(), "Prices".to_owned()];
        let outline = Outline::read(&headings, None);
        let mut parts =
            vec![(Some(Section::Local), 0), (Some(Section::Price), 1), (Some(Section::Work), 2), (QUESTIONS, 3)];
        outline.arrange(&mut parts);
        assert_eq!(parts.iter().map(|(_, at)| *at).collect::<Vec<_>>(), [3, 1, 0, 2]);
        assert_eq!(outline.heading(Some(Section::Price)), Some("What it costs"));
        assert_eq!(outline.heading(Some(Section::Work)), None);
    }
}
