//! G05: no block of text lists place names.

use std::collections::BTreeMap;

use super::{Context, Outcome};
use crate::{
    GateError,
    html::NodeId,
    page::{Block, Reading},
    words::{
        place::{are_places, is_name_like},
        short,
    },
};

/// Characters of a list's item, beyond which it is a sentence.
const ITEM: usize = 60;

/// Finds blocks and lists with many place names that are not links.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let mut most = 0;
    for reading in &context.content.readings {
        context.checkpoint()?;
        for names in lists(reading) {
            if names.len() <= context.limits.places_in_block || !are_places(&names) {
                continue;
            }
            most = most.max(names.len());
            let detail = format!(
                "A block lists {} place names without links: {} At most {} are allowed.",
                names.len(),
                short(&format!("{}.", names.join(", "))),
                context.limits.places_in_block
            );
            let fix = "Remove the list, or link each place to a page that says something about it.";
            outcome.block(Some(&reading.path), detail, fix);
        }
    }
    Ok(outcome.measured(if most == 0 {
        "No list of places".to_owned()
    } else {
        format!("Longest list: {most} places")
    }))
}

/// Returns the name-like parts of each block, and of the items of each list together.
fn lists<'r>(reading: &'r Reading<'_>) -> Vec<Vec<&'r str>> {
    let mut lists: Vec<Vec<&str>> = Vec::new();
    let mut by_parent: BTreeMap<NodeId, Vec<&str>> = BTreeMap::new();
    for block in reading.blocks.iter().filter(|block| !is_linked(block)) {
        let parts = parts(&block.text);
        if parts.len() == 1 && block.text.chars().count() <= ITEM {
            let group = group_of(reading, block.node);
            by_parent.entry(group).or_default().extend(parts);
        } else {
            lists.push(parts);
        }
    }
    lists.extend(by_parent.into_values());
    lists
}

/// Items of a list, cells of a table and options of a choice belong together.
fn group_of(reading: &Reading<'_>, node: NodeId) -> NodeId {
    let is_group = |id: &NodeId| {
        reading
            .tree
            .element(*id)
            .is_some_and(|one| matches!(&*one.name, "ul" | "ol" | "dl" | "table" | "select" | "footer" | "nav"))
    };
    let mut above = reading.tree.ancestors(node);
    above.find(is_group).or_else(|| reading.tree.parent(node)).unwrap_or(node)
}

/// Returns true if most of a block is links: a hierarchy that people can browse.
fn is_linked(block: &Block) -> bool {
    let letters = block.text.chars().filter(|c| c.is_alphanumeric()).count();
    block.linked * 2 > letters
}

fn parts(text: &str) -> Vec<&str> {
    let divided = text.split([',', ';', '|', '•', '·', '/', '\n', '–', '—']);
    let cleaned = divided.map(|part| {
        let part = part.trim().trim_end_matches('.');
        // The first name follows the words of its sentence, `We serve Tulsa`; the last leads into the rest.
        part.strip_prefix("and ").or_else(|| part.strip_prefix("& ")).unwrap_or(part)
    });
    // Codes of states follow their city.
    cleaned.filter(|part| part.chars().count() > 2 && is_name_like(part)).collect()
}
