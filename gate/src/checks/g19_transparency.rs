//! G19: visitors learn how pages are made, and whether a language model wrote parts of them.

use sites::PageKind;

use super::{Context, Outcome};
use crate::{
    GateError,
    page::Reading,
    words::{counted, matches, patterns},
};

patterns! {
    /// Explains how pages are made.
    METHOD = r"(?i)\bhow (?:we|this (?:page|site|guide)|these pages|our pages|pages|it) (?:made|make|write|wrote|work|is|are|was|were)\b|\bhow we\b|\b(?:page|pages|site|text) (?:is|are|was|were) (?:written|made|prepared|compiled|generated|assembled)\b";
    /// Names automation.
    AUTOMATION = r"(?i)\blanguage model\b|\bartificial intelligence\b|\bAI\b|\bautomat(?:ed|ically|ion)\b|\bsoftware\b|\bgenerated\b";
}

/// Checks the page about the site, and pages that a language model wrote.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let about: Vec<&Reading<'_>> =
        context.content.pages().filter(|(_, page)| page.kind == PageKind::About).map(|(reading, _)| reading).collect();
    let says = |reading: &Reading<'_>, pattern| reading.blocks.iter().any(|block| matches(pattern, &block.text));
    if !context.content.readings.iter().any(|reading| says(reading, &METHOD)) {
        let page = about.first().map(|reading| reading.path.as_str());
        outcome.warn(
            page,
            "No page says how the pages are made.",
            "Add a section \"How we made this page\" to the page about the site.",
        );
    }
    let mut generated = 0_usize;
    for (reading, page) in context.content.pages().filter(|(_, page)| context.is_generated(page)) {
        context.checkpoint()?;
        generated += 1;
        let path = Some(page.path.as_str());
        if !says(reading, &AUTOMATION) && !about.iter().any(|about| says(about, &AUTOMATION)) {
            outcome.warn(
                path,
                "A language model wrote parts of the page, and no page says so.",
                "Say on the page about the site that software helps to write, and who checks the text.",
            );
        }
        if !page.is_generated {
            outcome.warn(
                path,
                "A language model wrote parts of the page, and the page does not record it.",
                "Build the site again, so that the page records how it was written.",
            );
        }
        let reviewer = context.site.operator.reviewer.as_ref().map_or("", |reviewer| reviewer.name.trim());
        let is_named =
            |name: &str| !name.is_empty() && (reading.shows(name) || about.iter().any(|about| about.shows(name)));
        let operator = &context.site.operator;
        if !is_named(reviewer)
            && !about.iter().any(|about| about.shows(&operator.legal_name) || about.shows(&operator.brand_name))
        {
            outcome.warn(
                path,
                "A language model wrote parts of the page, and nobody is named who checked it.",
                "Name who checks the pages on the page about the site.",
            );
        }
    }
    let pages = counted(generated, "page", "pages");
    let review = match &context.state.review {
        Some(review) => format!("last review by {} on {}", review.name, review.on),
        None => "no review is recorded".to_owned(),
    };
    Ok(outcome.measured(format!("{pages} written with a language model; {review}")))
}
