//! Whether the seller has the good that its trade is named after: `every agent carries auto insurance` asks for trust, `agents sell
//! auto insurance` does not.

use std::ops::Range;

use super::claim;

/// A word in lower case with its place.
pub(crate) type Token = (Range<usize>, String);

/// Verbs after which the subject has the object.
const HAVING: &[&str] = &[
    "carry",
    "carries",
    "carried",
    "carrying",
    "has",
    "have",
    "had",
    "having",
    "hold",
    "holds",
    "held",
    "holding",
    "maintain",
    "maintains",
    "maintained",
    "maintaining",
    "keep",
    "keeps",
    "include",
    "includes",
    "including",
    "included",
    "bring",
    "brings",
    "own",
    "owns",
];
/// Verbs before `by` and `with` in the same sense.
const BACKED: &[&str] = &["backed", "covered", "protected", "secured"];
/// Verbs between a subject and `with` that say no more than that it is there.
const COMING: &[&str] = &[
    "come",
    "comes",
    "came",
    "coming",
    "arrive",
    "arrives",
    "arriving",
    "travel",
    "travels",
    "show",
    "shows",
    "done",
    "delivered",
    "sold",
    "start",
    "starts",
    "ship",
    "ships",
    "equipped",
];
/// Who and what the seller side is.
const SELLERS: &[&str] = &[
    "agent",
    "agents",
    "agency",
    "agencies",
    "broker",
    "brokers",
    "brokerage",
    "provider",
    "providers",
    "contractor",
    "contractors",
    "crew",
    "crews",
    "technician",
    "technicians",
    "tech",
    "techs",
    "pro",
    "pros",
    "professional",
    "professionals",
    "specialist",
    "specialists",
    "expert",
    "experts",
    "installer",
    "installers",
    "mechanic",
    "mechanics",
    "team",
    "teams",
    "company",
    "companies",
    "firm",
    "firms",
    "shop",
    "shops",
    "business",
    "businesses",
    "staff",
    "repair",
    "repairs",
    "visit",
    "visits",
    "installation",
    "installations",
    "job",
    "jobs",
    "work",
    "project",
    "projects",
    "service",
    "services",
];
/// Sellers that are also on the buyer's side: `your job`, `a company with health insurance`.
const SHARED: &[&str] =
    &["job", "jobs", "work", "company", "companies", "business", "businesses", "firm", "firms", "staff", "service"];
/// Words before a shared one that make it the buyer's.
const OF_BUYER: &[&str] = &[
    "your", "a", "an", "my", "their", "his", "her", "new", "old", "former", "last", "another", "many", "some", "most",
    "large", "small", "larger", "smaller",
];
/// Who else has such a good, and is no seller.
const OTHERS: &[&str] = &[
    "you",
    "i",
    "they",
    "people",
    "person",
    "everyone",
    "anyone",
    "someone",
    "nobody",
    "driver",
    "drivers",
    "motorist",
    "motorists",
    "household",
    "households",
    "state",
    "states",
    "lender",
    "lenders",
    "owner",
    "owners",
    "homeowner",
    "homeowners",
    "buyer",
    "buyers",
    "borrower",
    "borrowers",
    "family",
    "families",
    "parent",
    "parents",
    "spouse",
    "renter",
    "renters",
    "tenant",
    "tenants",
    "patient",
    "patients",
    "employee",
    "employees",
    "worker",
    "workers",
    "employer",
    "employers",
    "customer",
    "customers",
    "client",
    "clients",
    "reader",
    "readers",
    "home",
    "homes",
    "house",
    "houses",
    "car",
    "cars",
    "vehicle",
    "vehicles",
    "bank",
    "banks",
    "law",
    "laws",
    "child",
    "children",
    "adult",
    "adults",
    "student",
    "students",
    "policyholder",
    "policyholders",
    "seller",
    "sellers",
    "builder",
    "builders",
];
/// Words that leave open whether it is so.
const OPEN: &[&str] = &[
    "should", "must", "may", "might", "could", "would", "can", "ask", "asks", "check", "verify", "confirm", "whether",
    "if", "ensure", "unless", "need", "needs", "sell", "sells", "offer", "offers", "write", "writes", "compare",
    "compares", "quote", "quotes",
];
/// Words between verb and name that begin another phrase.
const PHRASES: &[&str] =
    &["about", "on", "for", "of", "from", "to", "in", "at", "by", "that", "which", "who", "when", "than", "as", "with"];
/// Words after the name with which it is no good that one has: `auto insurance quotes`.
const HEADS: &[&str] = &[
    "quote",
    "quotes",
    "question",
    "questions",
    "rate",
    "rates",
    "customer",
    "customers",
    "client",
    "clients",
    "experience",
    "knowledge",
    "form",
    "forms",
    "paperwork",
    "agent",
    "agents",
    "agency",
    "agencies",
    "broker",
    "brokers",
    "company",
    "companies",
    "carrier",
    "carriers",
    "specialist",
    "specialists",
    "contract",
    "contracts",
    "option",
    "options",
    "claim",
    "claims",
    "shopping",
    "work",
];
/// Number of words between verb and name.
const MOST_BETWEEN: usize = 5;
/// Number of words from the name to the seller in `auto insurance comes with every visit`.
const MOST_AFTER: usize = 4;

/// Returns true if the seller has what is named at some words of a text.
pub(crate) fn is_had(text: &str, tokens: &[Token], name: Range<usize>) -> bool {
    let sentence = around(text, tokens, &name, &['.', '!', '?', ';']);
    let is_asked = tokens
        .get(sentence.end.saturating_sub(1))
        .is_some_and(|(last, _)| text[last.end..].trim_start_matches(['"', ')', '”']).starts_with('?'));
    // The name of a business, and a name before another noun, is nothing that one has.
    let mut heads = words(tokens, name.end.saturating_sub(1)..sentence.end).take(2);
    if is_asked || heads.any(|word| HEADS.contains(&word)) {
        return false;
    }
    let clause = around(text, tokens, &name, &['.', '!', '?', ';', ':', ',', '—']);
    has_subject(tokens, &sentence, &clause, &name) || is_with_seller(tokens, &clause, &name)
}

/// Returns the words around a name up to marks.
fn around(text: &str, tokens: &[Token], name: &Range<usize>, marks: &[char]) -> Range<usize> {
    let is_cut = |at: usize| match (at.checked_sub(1).and_then(|before| tokens.get(before)), tokens.get(at)) {
        (Some((before, _)), Some((next, _))) => text[before.end..next.start].contains(marks),
        _ => true,
    };
    let start = (0..=name.start).rev().find(|at| is_cut(*at)).unwrap_or(0);
    let end = (name.end..tokens.len()).find(|at| is_cut(*at)).unwrap_or(tokens.len());
    start..end
}

fn words(tokens: &[Token], range: Range<usize>) -> impl DoubleEndedIterator<Item = &str> {
    tokens.get(range).unwrap_or_default().iter().map(|(_, word)| word.as_str())
}

/// Returns true for `every agent carries`, `agents with` and `backed by` before a name.
fn has_subject(tokens: &[Token], sentence: &Range<usize>, clause: &Range<usize>, name: &Range<usize>) -> bool {
    let Some((verb, start)) = verb_before(tokens, clause, name) else { return false };
    let is_backed = BACKED.contains(&tokens[start].1.as_str());
    let is_negated = words(tokens, clause.start..start).any(claim::is_negator);
    // `No agent works without it` says that all have it.
    if (verb == "without") != is_negated || words(tokens, clause.start..start).any(|word| OPEN.contains(&word)) {
        return false;
    }
    match side(tokens, sentence.start..start) {
        Some((at, is_seller)) => {
            let is_direct = at + 1 == start || COMING.contains(&tokens[start - 1].1.as_str());
            is_seller && (verb != "with" || is_backed || is_direct)
        }
        None => is_backed,
    }
}

/// Returns the verb of having before a name, and the first word of its phrase.
fn verb_before<'t>(tokens: &'t [Token], clause: &Range<usize>, name: &Range<usize>) -> Option<(&'t str, usize)> {
    let text = |at: usize| tokens.get(at).map_or("", |(_, word)| word.as_str());
    for at in (clause.start..name.start).rev().take(MOST_BETWEEN + 1) {
        let before = at.checked_sub(1).filter(|before| *before >= clause.start);
        let is_backed = before.is_some_and(|before| BACKED.contains(&text(before)));
        match text(at) {
            "with" | "by" if is_backed => return Some((text(at), at - 1)),
            word @ ("with" | "without") => return Some((word, at)),
            word if HAVING.contains(&word) => return Some((word, at)),
            word if PHRASES.contains(&word) => return None,
            _ => {}
        }
    }
    None
}

fn is_side(word: &str) -> bool {
    SELLERS.contains(&word) || OTHERS.contains(&word)
}

/// Returns the last word of a range that names a side, and true for the seller's.
fn side(tokens: &[Token], range: Range<usize>) -> Option<(usize, bool)> {
    let at = range.clone().rev().find(|at| is_side(&tokens[*at].1))?;
    let word = tokens[at].1.as_str();
    let before =
        at.checked_sub(1).filter(|before| *before >= range.start).map_or("", |before| tokens[before].1.as_str());
    let is_buyers = SHARED.contains(&word) && OF_BUYER.contains(&before);
    Some((at, SELLERS.contains(&word) && !is_buyers))
}

/// Returns true for a name that comes with the seller's work: `a home warranty comes with every repair`.
fn is_with_seller(tokens: &[Token], clause: &Range<usize>, name: &Range<usize>) -> bool {
    let after: Vec<&str> = words(tokens, name.end..clause.end).collect();
    let is_open = words(tokens, clause.start..name.start).any(|word| OPEN.contains(&word) || claim::is_negator(word));
    let length = match after.as_slice() {
        ["comes" | "come" | "goes" | "included", "with", ..] => 2,
        ["is" | "are", "included" | "carried" | "held", "with" | "in" | "by", ..] => 3,
        ["backs" | "back", ..] => 1,
        ["stands" | "stand", "behind", ..] => 2,
        // `With auto insurance on every job`: without a subject.
        ["on" | "for" | "at" | "behind" | "with", "every" | "each" | "all", ..]
            if words(tokens, clause.start..name.start).next().is_some_and(|word| word == "with") =>
        {
            1
        }
        _ => return false,
    };
    let seller = after.iter().skip(length).take(MOST_AFTER).find(|word| is_side(word));
    !is_open && seller.is_some_and(|word| SELLERS.contains(word))
}
