//! Fixes for the keyword: title, description, headings, text, links and structured data.

use serde_json::json;

use super::input::{FixInput, PageFacts};
use super::output::{KeywordPlace, PageFix, PlaceKind, Proposal, Snippet};
use super::places::Keyword;
use super::rule::{Gain, Weighed};
use super::wording::{self, escaped};
use super::{Ground, fix, html};
use crate::content::width::{is_description_ok, is_title_ok};
use crate::semantic::CoverageOutput;
use crate::text::Stemmer;

const SOURCE: &str = "HTML of the page";
/// Flesch reading ease below which a text is very hard to read.
const HARD: f64 = 30.0;
/// Terms that a fix lists.
const MOST_TERMS: usize = 12;
/// Coverage from which no further terms are asked for.
const COVERED: f64 = 0.8;
/// Links that one fix adds.
const MOST_LINKS: usize = 5;

/// What the fixes of a page are made from.
pub(super) struct OnPage<'a> {
    pub(super) input: &'a FixInput,
    pub(super) page: &'a PageFacts,
    pub(super) keyword: &'a Keyword,
    pub(super) places: &'a [KeywordPlace],
    pub(super) stemmer: &'a Stemmer,
    pub(super) ground: &'a Ground,
}

impl OnPage<'_> {
    fn has(&self, kind: PlaceKind) -> bool {
        self.places.iter().any(|place| place.place == kind && place.is_found)
    }

    pub(super) fn fixes(&self, coverage: Option<&CoverageOutput>, ease: Option<f64>) -> Vec<PageFix> {
        let single = [
            self.title(),
            self.description(),
            self.heading(),
            self.text(),
            self.opening(),
            self.subheading(),
            coverage.and_then(|coverage| self.terms(coverage)),
            ease.and_then(|ease| self.reading(ease)),
            self.links(),
            self.structured_data(),
        ];
        single.into_iter().flatten().collect()
    }

    fn title(&self) -> Option<PageFix> {
        let (title, keyword) = (self.page.title.as_deref().map(str::trim).unwrap_or_default(), &self.input.keyword);
        let has_keyword = self.has(PlaceKind::Title);
        let (reason, weighed) = if title.is_empty() {
            ("The page has no title.".to_owned(), Weighed::new(90, 10, Gain::Strong))
        } else if !has_keyword {
            let reason = format!("The title “{title}” does not mention “{keyword}”.");
            (reason, Weighed::new(80, 10, Gain::Strong))
        } else if !is_title_ok(title) {
            let reason = format!(
                "The title has {} characters; search results show about 30 to 60 of them.",
                title.chars().count()
            );
            (reason, Weighed::new(20, 10, Gain::None))
        } else {
            return None;
        };
        let text = wording::title(self.page, keyword, has_keyword && !title.is_empty());
        let snippet =
            text.as_ref().map(|text| html("In the head of the page", format!("<title>{}</title>", escaped(text))));
        let proposals = text.into_iter().map(Proposal::Title).collect();
        let label = if title.is_empty() { "Add a title" } else { "Change the title" };
        Some(PageFix { snippet, proposals, ..fix(self.ground, "title", label, reason, weighed, SOURCE) })
    }

    fn description(&self) -> Option<PageFix> {
        let present = self.page.description.as_deref().map(str::trim).unwrap_or_default();
        let (reason, impact) = if present.is_empty() {
            ("The page has no meta description; search engines then choose a passage.".to_owned(), 25)
        } else if !self.has(PlaceKind::Description) {
            (format!("The meta description does not mention “{}”.", self.input.keyword), 20)
        } else if !is_description_ok(present) {
            let length = present.chars().count();
            (format!("The meta description has {length} characters; 70 to 155 are shown whole."), 10)
        } else {
            return None;
        };
        let text = wording::description(self.page, self.keyword, self.stemmer);
        let snippet = text.as_ref().map(|text| {
            html("In the head of the page", format!("<meta name=\"description\" content=\"{}\">", escaped(text)))
        });
        let proposals = text.into_iter().map(Proposal::Description).collect();
        let label = if present.is_empty() { "Add a meta description" } else { "Change the meta description" };
        let weighed = Weighed::new(impact, 10, Gain::None);
        Some(PageFix { snippet, proposals, ..fix(self.ground, "description", label, reason, weighed, SOURCE) })
    }

    fn heading(&self) -> Option<PageFix> {
        if self.has(PlaceKind::Heading) {
            return None;
        }
        let h1 = self.page.h1.as_deref().map(str::trim).filter(|h1| !h1.is_empty());
        let reason = h1.map_or_else(
            || "The page has no first heading.".to_owned(),
            |h1| format!("The first heading “{h1}” does not mention “{}”.", self.input.keyword),
        );
        let text = wording::heading(self.page, &self.input.keyword);
        let label = if h1.is_some() { "Change the first heading" } else { "Add a first heading" };
        let snippet = Some(html("At the start of the main content", format!("<h1>{}</h1>", escaped(&text))));
        let weighed = Weighed::new(50, 10, Gain::Moderate);
        // A change replaces a heading; where a new one belongs, only a person knows.
        let proposals = h1.map(|_| Proposal::Heading(text)).into_iter().collect();
        Some(PageFix { snippet, proposals, ..fix(self.ground, "heading", label, reason, weighed, SOURCE) })
    }

    fn text(&self) -> Option<PageFix> {
        if self.has(PlaceKind::Text) {
            return None;
        }
        let reason = format!("The main text has not every word of “{}”.", self.input.keyword);
        let weighed = Weighed::new(75, 60, Gain::Strong);
        Some(fix(self.ground, "text", "Write a section about the keyword", reason, weighed, SOURCE))
    }

    /// The opening counts only if the text has the keyword at all.
    fn opening(&self) -> Option<PageFix> {
        if self.has(PlaceKind::Opening) || !self.has(PlaceKind::Text) {
            return None;
        }
        let reason = format!("The first 100 words of the text do not mention “{}”.", self.input.keyword);
        let weighed = Weighed::new(30, 15, Gain::Small);
        Some(fix(self.ground, "opening", "Mention the keyword at the start of the text", reason, weighed, SOURCE))
    }

    fn subheading(&self) -> Option<PageFix> {
        if self.has(PlaceKind::Subheading) || self.page.headings.is_empty() {
            return None;
        }
        let count = self.page.headings.len();
        let reason = format!("None of the {count} other headings mentions “{}”.", self.input.keyword);
        let weighed = Weighed::new(15, 15, Gain::Small);
        Some(fix(self.ground, "subheading", "Mention the keyword in a heading", reason, weighed, SOURCE))
    }

    fn terms(&self, coverage: &CoverageOutput) -> Option<PageFix> {
        let missing: Vec<&str> =
            coverage.terms.iter().filter(|term| term.add > 0).map(|term| term.term.as_str()).collect();
        if missing.is_empty() || coverage.coverage >= COVERED {
            return None;
        }
        let rivals = self.input.rivals.len();
        let reason = format!(
            "The page has {:.0} % of the terms of {rivals} top-ranking pages, by weight; {} terms are missing.",
            100.0 * coverage.coverage,
            missing.len()
        );
        let shown: Vec<String> = missing.iter().take(MOST_TERMS).map(|term| (*term).to_owned()).collect();
        let minutes = 20 + 5 * u32::try_from(shown.len()).unwrap_or(0);
        let snippet = Snippet {
            place: "In the main text, each once, where it is true".to_owned(),
            language: "text".to_owned(),
            text: shown.join("\n"),
        };
        let weighed = Weighed::new(60, minutes, Gain::Moderate);
        let label = "Mention what the top-ranking pages mention";
        let source = "Texts of top-ranking pages in this workspace";
        Some(PageFix {
            snippet: Some(snippet),
            evidence: shown,
            ..fix(self.ground, "terms", label, reason, weighed, source)
        })
    }

    fn reading(&self, ease: f64) -> Option<PageFix> {
        let reason = format!("The Flesch reading ease is {ease:.0}; below 30 a text is very hard to read.");
        let weighed = Weighed::new(15, 60, Gain::None);
        (ease < HARD).then(|| fix(self.ground, "readability", "Shorten sentences and words", reason, weighed, SOURCE))
    }

    fn links(&self) -> Option<PageFix> {
        let mentions = &self.input.mentions;
        let first = mentions.first()?;
        let count = mentions.len().min(MOST_LINKS);
        let pages = if count == 1 { "page mentions" } else { "pages mention" };
        let reason = format!("{count} {pages} “{}” without a link to this page.", self.input.keyword);
        let link = format!("<a href=\"{}\">{}</a>", escaped(&self.page.url), escaped(&first.anchor));
        let proposal = |mention: &super::input::Mention| Proposal::Link {
            from: mention.url.clone(),
            anchor: mention.anchor.clone(),
        };
        let weighed = Weighed::new(55, 10 * u32::try_from(count).unwrap_or(1), Gain::Moderate);
        Some(PageFix {
            snippet: Some(html("In the text of each of these pages", link)),
            evidence: mentions.iter().take(count).map(|mention| mention.url.clone()).collect(),
            proposals: mentions.iter().take(count).map(proposal).collect(),
            ..fix(
                self.ground,
                "links",
                "Link to the page from your other pages",
                reason,
                weighed,
                "Latest crawl of the website",
            )
        })
    }

    fn structured_data(&self) -> Option<PageFix> {
        let title = self.page.title.as_deref().map(str::trim).filter(|title| !title.is_empty())?;
        if !self.page.types.is_empty() {
            return None;
        }
        let mut data =
            json!({"@context": "https://schema.org", "@type": "WebPage", "name": title, "url": self.page.url});
        for (field, value) in [("description", &self.page.description), ("inLanguage", &self.page.language)] {
            if let Some(value) = value.as_deref().map(str::trim).filter(|value| !value.is_empty()) {
                data[field] = json!(value);
            }
        }
        // "<" would end the script.
        let text = serde_json::to_string_pretty(&data).unwrap_or_default().replace('<', "\\u003c");
        let snippet =
            html("In the head of the page", format!("<script type=\"application/ld+json\">\n{text}\n</script>"));
        let reason =
            "The page has no structured data. It names the page for machines and does not raise the rank by itself.";
        let weighed = Weighed::new(10, 20, Gain::None);
        let proposals = vec![Proposal::StructuredData(data)];
        let label = "Add structured data";
        Some(PageFix {
            snippet: Some(snippet),
            proposals,
            ..fix(self.ground, "structuredData", label, reason.to_owned(), weighed, SOURCE)
        })
    }
}
