//! Statements, glossary and questions.

use std::collections::BTreeMap;

use super::{Mistake, tags};
use crate::{Entry, Question, Section, Statement};

const GLOSSARY: &str = "Glossary";
const QUESTIONS: &str = "Questions";

/// Part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Statements(Section),
    Glossary,
    Questions,
}

/// What a body contains.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) statements: Vec<Statement>,
    pub(super) glossary: Vec<Entry>,
    pub(super) questions: Vec<Question>,
    /// Line of each id.
    pub(super) lines: BTreeMap<String, usize>,
    pub(super) mistakes: Vec<Mistake>,
}

/// A run of lines that belong together.
#[derive(Debug)]
struct Block {
    line: usize,
    kind: Kind,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading,
    Question,
    Item,
    Step,
    Paragraph,
}

pub(super) fn read(text: &str, first_line: usize) -> Body {
    let mut body = Body::default();
    let mut part = None;
    for block in blocks(text, first_line) {
        if block.kind == Kind::Heading {
            part = body.heading(&block);
            continue;
        }
        match part {
            Some(Part::Statements(section)) => body.statement(section, &block),
            Some(Part::Glossary) => body.entry(&block),
            Some(Part::Questions) => body.question(&block),
            None => body.wrong(&block, "stands in no section"),
        }
    }
    body
}

fn blocks(text: &str, first_line: usize) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (number, line) in text.lines().enumerate() {
        let line_number = first_line + number;
        let content = line.trim();
        if content.is_empty() {
            is_open = false;
            continue;
        }
        let (kind, rest) = kind_of(content);
        match (kind, blocks.last_mut()) {
            (Kind::Paragraph, Some(open)) if is_open => {
                open.text.push(' ');
                open.text.push_str(rest);
            }
            _ => blocks.push(Block { line: line_number, kind, text: rest.to_owned() }),
        }
        is_open = !matches!(kind, Kind::Heading | Kind::Question);
    }
    blocks
}

fn kind_of(line: &str) -> (Kind, &str) {
    if let Some(rest) = line.strip_prefix("## ") {
        return (Kind::Question, rest.trim());
    }
    if let Some(rest) = line.strip_prefix("# ") {
        return (Kind::Heading, rest.trim());
    }
    if let Some(rest) = line.strip_prefix("- ") {
        return (Kind::Item, rest.trim());
    }
    match line.split_once(". ") {
        Some((number, rest)) if number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (Kind::Step, rest.trim())
        }
        _ => (Kind::Paragraph, line),
    }
}

impl Body {
    fn wrong(&mut self, block: &Block, problem: impl Into<String>) {
        self.mistakes.push(Mistake::new(block.line, problem));
    }

    fn heading(&mut self, block: &Block) -> Option<Part> {
        let part = match block.text.as_str() {
            GLOSSARY => Some(Part::Glossary),
            QUESTIONS => Some(Part::Questions),
            heading => Section::of_heading(heading).map(Part::Statements),
        };
        if part.is_none() {
            let known: Vec<&str> = Section::ALL.iter().map(|section| section.heading()).collect();
            let problem =
                format!("the section `{}` is unknown: use {}, {GLOSSARY}, {QUESTIONS}", block.text, known.join(", "));
            self.wrong(block, problem);
        }
        part
    }

    fn statement(&mut self, section: Section, block: &Block) {
        let wanted = if section.is_ordered() { Kind::Step } else { Kind::Item };
        if block.kind != wanted {
            let form = if section.is_ordered() { "a step `1. `" } else { "an item `- `" };
            return self.wrong(block, format!("must be {form}"));
        }
        let (tags, rest) = match tags::split(&block.text) {
            Ok(split) => split,
            Err(problem) => return self.wrong(block, problem),
        };
        let (label, text) = labelled(rest, '.');
        if text.is_empty() {
            return self.wrong(block, "the statement has no text");
        }
        if text.starts_with('{') {
            return self.wrong(block, "tags stand before the label");
        }
        let id = tags.id.unwrap_or_else(|| format!("{}-{}", section.key(), slug(label.unwrap_or(text))));
        self.lines.insert(id.clone(), block.line);
        self.statements.push(Statement {
            id,
            section,
            label: label.map(str::to_owned),
            text: text.to_owned(),
            conditions: tags.conditions,
            intents: tags.intents,
            sources: tags.sources,
        });
    }

    fn entry(&mut self, block: &Block) {
        let (term, definition) = labelled(&block.text, ':');
        match term {
            Some(term) if block.kind == Kind::Item && !definition.is_empty() => {
                self.glossary.push(Entry { term: term.to_owned(), definition: definition.to_owned() });
            }
            _ => self.wrong(block, "must be an entry `- **Term**: definition`"),
        }
    }

    fn question(&mut self, block: &Block) {
        if block.kind == Kind::Question {
            let (question, id) = (block.text.clone(), format!("question-{}", slug(&block.text)));
            self.lines.insert(id.clone(), block.line);
            self.questions.push(Question {
                id,
                question,
                answer: String::new(),
                conditions: crate::Conditions::default(),
                intents: std::collections::BTreeSet::new(),
                sources: Vec::new(),
            });
            return;
        }
        let (tags, rest) = match tags::split(&block.text) {
            Ok(split) => split,
            Err(problem) => return self.wrong(block, problem),
        };
        match self.questions.last_mut() {
            Some(question) if question.answer.is_empty() && block.kind == Kind::Paragraph => {
                question.answer = rest.to_owned();
                (question.conditions, question.intents, question.sources) =
                    (tags.conditions, tags.intents, tags.sources);
                question.id = tags.id.unwrap_or_else(|| question.id.clone());
            }
            _ => self.wrong(block, "must be one paragraph below a question `## `"),
        }
    }
}

/// Splits a bold label and the mark that closes it from the start: `**Label.** text` or `**Term**: text`.
fn labelled(text: &str, mark: char) -> (Option<&str>, &str) {
    let split = text.strip_prefix("**").and_then(|rest| rest.split_once("**"));
    let Some((label, rest)) = split else { return (None, text) };
    (Some(label.trim().trim_end_matches(mark)), rest.trim_start_matches(mark).trim_start())
}

/// Returns the first eight words in lower case, joined by hyphens.
fn slug(text: &str) -> String {
    let words = crate::prose::words(text).take(8).map(|word| word.to_lowercase().replace(['\'', '\u{2019}'], ""));
    words.collect::<Vec<_>>().join("-")
}
