//! Writes packs.

use std::{collections::BTreeSet, fmt::Write as _};

use crate::{Conditions, Intent, Pack, Section};

/// Writes a pack so that [`crate::parse()`] reads the same one.
#[must_use]
pub fn print(pack: &Pack) -> String {
    let mut out = String::new();
    front(&mut out, pack);
    for section in Section::ALL {
        if pack.of(section).next().is_some() {
            let _ = writeln!(out, "\n# {}\n", section.heading());
        }
        for (number, statement) in pack.of(section).enumerate() {
            let lead = if section.is_ordered() { format!("{}. ", number + 1) } else { "- ".to_owned() };
            let tags = tags(Some(&statement.id), &statement.conditions, &statement.intents, &statement.sources);
            let label = statement.label.as_ref().map(|label| format!("**{label}.** ")).unwrap_or_default();
            let _ = writeln!(out, "{lead}{tags}{label}{}", statement.text);
        }
    }
    if !pack.glossary.is_empty() {
        out.push_str("\n# Glossary\n\n");
    }
    for entry in &pack.glossary {
        let _ = writeln!(out, "- **{}**: {}", entry.term, entry.definition);
    }
    if !pack.questions.is_empty() {
        out.push_str("\n# Questions\n");
    }
    for one in &pack.questions {
        let tags = tags(Some(&one.id), &one.conditions, &one.intents, &one.sources);
        let _ = writeln!(out, "\n## {}\n\n{tags}{}", one.question, one.answer);
    }
    out
}

fn front(out: &mut String, pack: &Pack) {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let _ = writeln!(out, "+++\nvertical = {}", quoted(&pack.vertical));
    let _ = writeln!(out, "language = {}\ntitle = {}", quoted(&pack.language), quoted(&pack.title));
    let _ = writeln!(out, "updated = \"{}\"", pack.updated);
    if let Some(review) = &pack.review {
        let _ = writeln!(out, "review = {}", quoted(review));
    }
    let terms = &pack.terms;
    out.push_str("\n[terms]\n");
    for (name, term) in [
        ("work", &terms.work),
        ("job", &terms.job),
        ("jobs", &terms.jobs),
        ("worker", &terms.worker),
        ("workers", &terms.workers),
        ("business", &terms.business),
        ("businesses", &terms.businesses),
        ("customer", &terms.customer),
        ("customers", &terms.customers),
    ] {
        let _ = writeln!(out, "{name} = {}", quoted(term));
    }
    if !pack.sources.is_empty() {
        out.push_str("\n[sources]\n");
    }
    for (id, source) in &pack.sources {
        let (title, publisher, url) = (quoted(&source.title), quoted(&source.publisher), quoted(&source.url));
        let _ =
            writeln!(out, "{id} = {{ title = {title}, publisher = {publisher}, year = {}, url = {url} }}", source.year);
    }
    for one in &pack.excluded {
        out.push_str("\n[[excluded]]\n");
        let list = |words: Vec<&str>| words.into_iter().map(quoted).collect::<Vec<_>>().join(", ");
        let (climates, states) = (&one.conditions.climates, &one.conditions.states);
        let lists = [
            ("climates", climates.iter().map(|climate| climate.word()).collect()),
            ("states", states.iter().map(|state| state.code()).collect::<Vec<_>>()),
        ];
        for (name, words) in lists.into_iter().filter(|(_, words)| !words.is_empty()) {
            let _ = writeln!(out, "{name} = [{}]", list(words));
        }
        let _ = writeln!(out, "reason = {}\nsource = {}", quoted(&one.reason), quoted(&one.source));
    }
    out.push_str("+++\n");
}

fn tags(id: Option<&str>, holds: &Conditions, intents: &BTreeSet<Intent>, sources: &[String]) -> String {
    let list = |name: &str, words: Vec<&str>| (!words.is_empty()).then(|| format!("{name}: {}", words.join(", ")));
    let parts = [
        id.map(|id| format!("id: {id}")),
        list("climate", holds.climates.iter().map(|one| one.word()).collect()),
        list("housing", holds.housing.iter().map(|one| one.word()).collect()),
        list("season", holds.seasons.iter().map(|one| one.word()).collect()),
        list("area", holds.areas.iter().map(|one| one.word()).collect()),
        list("state", holds.states.iter().map(|one| one.code()).collect()),
        list("intent", intents.iter().map(|one| one.word()).collect()),
        list("source", sources.iter().map(String::as_str).collect()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("{{{}}} ", parts.join("; ")) }
}
