//! G07: a page that answers a query has enough text.

use engines::text::words;

use super::{Context, Outcome};
use crate::{GateError, page::Reading};

/// Rows with a price from which a table counts as an answer of its own.
const PRICE_ROWS: usize = 3;

/// Counts the words of the main text.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (mut outcome, mut fewest) = (Outcome::new(), usize::MAX);
    for (reading, page) in context.answers() {
        context.checkpoint()?;
        let count = words(&reading.main).count();
        fewest = fewest.min(count);
        if count >= context.limits.warn_words || has_price_table(reading) {
            continue;
        }
        let detail =
            format!("The page has {count} words in its main part; {} are recommended.", context.limits.warn_words);
        let fix =
            "Answer more of what people ask: prices, steps, rules, what to check. Or join the page with another one.";
        if count < context.limits.block_words {
            outcome.block(Some(&page.path), detail, fix);
        } else {
            outcome.warn(Some(&page.path), detail, fix);
        }
    }
    for page in &context.content.missing {
        outcome.block(Some(&page.path), "The page has no file.", "Build the site again.");
    }
    let measured = if fewest == usize::MAX {
        "No page answers a query".to_owned()
    } else {
        format!("Shortest page: {fewest} words")
    };
    Ok(outcome.measured(measured))
}

/// Returns true for a page whose answer is a table of prices.
fn has_price_table(reading: &Reading<'_>) -> bool {
    let tree = &reading.tree;
    tree.named("table").any(|(table, _)| {
        let rows = tree.elements(table).filter(|(_, element)| *element.name == *"tr");
        rows.filter(|(row, _)| {
            let text = tree.text(*row);
            text.contains(['$', '€', '£']) && text.chars().any(|c| c.is_ascii_digit())
        })
        .count()
            >= PRICE_ROWS
    })
}
