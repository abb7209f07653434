//! What a model may use.

/// A fact that a model may state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFact {
    /// Id, unique within the material.
    pub id: String,
    /// The fact as a sentence or a phrase.
    pub text: String,
}

/// The task of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Material {
    /// Title of the page.
    pub title: String,
    /// Query that the page answers.
    pub query: String,
    /// What the reader wants, in words, such as `compare businesses`; empty if unknown.
    pub intent: String,
    /// Questions that the page should answer.
    pub questions: Vec<String>,
    /// Headings that the page should have, in order.
    pub outline: Vec<String>,
    /// Words that the page should use where they fit.
    pub words: Vec<String>,
    /// Facts, without those that [`super::shield()`] withheld.
    pub facts: Vec<SourceFact>,
}

/// Maximum number of characters of one fact in a prompt.
const LONGEST_FACT: usize = 1_000;
/// Maximum number of facts in one prompt.
const MOST_FACTS: usize = 400;

impl Material {
    /// Returns the ids of the facts, in order.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().map(|fact| fact.id.as_str())
    }

    /// Returns the facts with these ids, or all, a line each, between marks that their texts cannot contain.
    pub(super) fn fact_lines(&self, ids: Option<&[String]>) -> String {
        let wanted = |fact: &&SourceFact| ids.is_none_or(|ids| ids.contains(&fact.id));
        let mut lines = String::from("<facts>\n");
        for fact in self.facts.iter().filter(wanted).take(MOST_FACTS) {
            lines.push_str(&format!("[{}] {}\n", plain(&fact.id), plain(&fact.text)));
        }
        lines.push_str("</facts>");
        lines
    }

    /// Returns the task in words.
    pub(super) fn task_lines(&self) -> String {
        let mut lines = format!("Page: {}\nQuery: {}\n", plain(&self.title), plain(&self.query));
        if !self.intent.is_empty() {
            lines.push_str(&format!("The reader wants to: {}\n", plain(&self.intent)));
        }
        lines
    }
}

/// Returns a text on one line and without brackets, so that it can neither end its list nor look like an id.
pub(super) fn plain(text: &str) -> String {
    let one = |c: char| match c {
        '<' | '[' => '(',
        '>' | ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    };
    let text: String = text.chars().take(LONGEST_FACT).map(one).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
