//! Rules in words.

use super::Rule;

/// Properties of pages: the item, what follows "pages" in a condition, and what follows the share in a conclusion.
const PROPERTIES: [(&str, &str, &str); 12] = [
    ("long text", "with a long text", "have a long text"),
    ("short text", "with a short text", "have a short text"),
    ("long title", "with a long title", "have a long title"),
    ("no title", "without a title", "have no title"),
    ("no description", "without a description", "have no description"),
    ("no first heading", "without a first heading", "have no first heading"),
    ("prices", "with prices", "have prices"),
    ("questions", "with questions as headings", "have questions as headings"),
    ("canonical elsewhere", "with a canonical address elsewhere", "have a canonical address elsewhere"),
    ("clicks rose", "whose clicks rose", "gained clicks"),
    ("clicks fell", "whose clicks fell", "lost clicks"),
    ("clicks stayed", "whose clicks stayed the same", "kept their clicks"),
];

/// States a rule with both shares: of what meets the conditions, and of everything.
///
/// Both are needed, because a large share means little where it is as large everywhere.
pub(super) fn title(rule: &Rule, total: usize) -> String {
    let share = 100.0 * rule.confidence;
    let of_all = 100.0 * rule.confidence / rule.lift;
    let conditions: Option<Vec<String>> = rule.conditions.iter().map(|item| condition(item)).collect();
    match conditions.zip(conclusion(&rule.conclusion)) {
        Some((conditions, conclusion)) => format!(
            "Of pages {}, {share:.0} % {conclusion}; of all pages, {of_all:.0} % ({} of {total} pages have it all)",
            conditions.join(" and "),
            rule.count
        ),
        None => format!(
            "Of the rows with {}, {share:.0} % have {}; of all rows, {of_all:.0} % ({} of {total} rows have it all)",
            quoted(&rule.conditions),
            quoted(std::slice::from_ref(&rule.conclusion)),
            rule.count
        ),
    }
}

fn property(item: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    PROPERTIES.iter().find(|(name, ..)| *name == item)
}

fn condition(item: &str) -> Option<String> {
    if item.starts_with("under /") {
        return Some(item.to_owned());
    }
    property(item).map(|(_, condition, _)| (*condition).to_owned())
}

fn conclusion(item: &str) -> Option<String> {
    if item.starts_with("under /") {
        return Some(format!("are {item}"));
    }
    property(item).map(|(.., conclusion)| (*conclusion).to_owned())
}

fn quoted(items: &[String]) -> String {
    items.iter().map(|item| format!("“{item}”")).collect::<Vec<_>>().join(" and ")
}
