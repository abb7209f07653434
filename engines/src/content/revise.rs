//! Fixes findings with facts.

use super::compose::{self, Names, sentence};
use super::facts::Sheet;
use super::input::{Block, BlockKind, Draft, Fact, FactKind, PageIntent, ScoreInput, Sentence};
use super::score::{Support, problems, support};
use super::width::{is_description_ok, is_title_ok};
use super::{Change, Checked, Finding, Level, METHOD, METHOD_VERSION, ReviseOutput, ScoreOutput, score};
use crate::common::{Control, EngineError, checkpoint};

/// Fixes what facts can fix, and returns the page with the remaining findings.
///
/// Sentences with unsupported claims are rewritten from their facts or removed; missing citations are added;
/// title, description and first heading are rewritten if they do not fit; unused facts and links extend a thin
/// page. Nothing is invented.
///
/// # Errors
/// Returns the errors of [`score`].
pub fn revise(input: &ScoreInput, params: &Checked, control: &dyn Control) -> Result<ReviseOutput, EngineError> {
    let before = score(input, params, control)?;
    let sheet = Sheet::read(&input.facts)?;
    checkpoint(control)?;
    let mut mender = Mender { sheet, names: Names::of(sheet), changes: Vec::new() };
    let mut draft = input.draft.clone();
    mender.claims(&mut draft);
    mender.density(&mut draft, &before);
    mender.head(&mut draft);
    mender.first_heading(&mut draft);
    if has(&before, "thin") || has(&before, "unique_facts") {
        mender.fill(&mut draft);
    }
    mender.links(&mut draft, input, params);
    let after = score(&ScoreInput { draft: draft.clone(), ..input.clone() }, params, control)?;
    Ok(ReviseOutput {
        draft,
        changes: mender.changes,
        before: before.score,
        needs: after.findings.iter().map(need).collect(),
        after,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn has(score: &ScoreOutput, check: &str) -> bool {
    score.findings.iter().any(|finding| finding.check == check)
}

fn need(finding: &Finding) -> String {
    let advice = match finding.check.as_str() {
        "thin" | "unique_facts" => "add more facts",
        "similarity" => "add facts that only this page has, or do not publish it",
        "links" => "add pages of the site to link to",
        "readability" => "write shorter facts",
        _ => "fix it by hand",
    };
    format!("{}: {advice}", finding.detail)
}

struct Mender<'a> {
    sheet: Sheet<'a>,
    names: Names,
    changes: Vec<Change>,
}

impl Mender<'_> {
    fn change(&mut self, check: &str, before: Option<String>, after: Option<String>) {
        self.changes.push(Change { check: check.to_owned(), before, after });
    }

    fn claims(&mut self, draft: &mut Draft) {
        for block in &mut draft.blocks {
            block.rewrite(|sentence| self.mended(sentence));
        }
        draft.blocks.retain(|block| !block.is_empty());
        for head in [&mut draft.title, &mut draft.description] {
            let is_blocked = problems(head, self.sheet).iter().any(|finding| finding.level == Level::Block);
            if is_blocked {
                head.text.clear();
                head.fact_ids.clear();
            } else if let Some(named) = self.mended(head.clone()) {
                *head = named;
            }
        }
    }

    /// Returns the sentence with its facts cited, rewritten from them, or `None`.
    fn mended(&mut self, mut old: Sentence) -> Option<Sentence> {
        let known = |(_, support): (String, Support)| if let Support::Known(id) = support { Some(id) } else { None };
        let new: Vec<String> = support(&old, self.sheet).into_iter().filter_map(known).collect();
        if !new.is_empty() {
            old.fact_ids.extend(new);
            old.fact_ids.sort();
            old.fact_ids.dedup();
            self.change("uncited_claim", Some(old.text.clone()), Some(old.text.clone()));
        }
        let found = problems(&old, self.sheet);
        let Some(problem) = found.iter().find(|finding| finding.level == Level::Block) else { return Some(old) };
        let cited = old.fact_ids.iter().find_map(|id| self.sheet.find(id));
        let written = cited.map(|fact| sentence(fact, &self.names));
        let sound =
            |sentence: &Sentence| problems(sentence, self.sheet).iter().all(|finding| finding.level != Level::Block);
        let written = written.filter(sound);
        self.change(&problem.check, Some(old.text), written.as_ref().map(|sentence| sentence.text.clone()));
        written
    }

    /// Removes sentences without a fact that repeat a stuffed phrase.
    fn density(&mut self, draft: &mut Draft, before: &ScoreOutput) {
        let stuffed = before.findings.iter().find(|finding| finding.check == "stuffing");
        let Some(phrase) = stuffed.and_then(|finding| finding.subject.clone()) else { return };
        let phrase = phrase.to_lowercase();
        for block in draft.blocks.iter_mut().filter(|block| block.kind != BlockKind::Heading) {
            block.rewrite(|sentence| {
                let is_stuffed = sentence.fact_ids.is_empty() && sentence.text.to_lowercase().contains(&phrase);
                if is_stuffed {
                    self.change("stuffing", Some(sentence.text), None);
                    return None;
                }
                Some(sentence)
            });
        }
        draft.blocks.retain(|block| !block.is_empty());
    }

    fn head(&mut self, draft: &mut Draft) {
        if self.sheet.first(FactKind::Service).is_none() {
            return;
        }
        if !is_title_ok(draft.title.text.trim()) {
            let new = compose::title(self.sheet, PageIntent::Local, None);
            self.replace("title", &mut draft.title, new);
        }
        if !is_description_ok(draft.description.text.trim()) {
            let new = compose::description(self.sheet);
            self.replace("description", &mut draft.description, new);
        }
    }

    fn replace(&mut self, check: &str, old: &mut Sentence, new: Sentence) {
        if *old != new {
            let before = (!old.text.is_empty()).then(|| old.text.clone());
            self.change(check, before, Some(new.text.clone()));
            *old = new;
        }
    }

    /// Ensures exactly one heading of level 1: further ones become level 2, a missing one is added.
    fn first_heading(&mut self, draft: &mut Draft) {
        let mut seen = false;
        for block in draft.blocks.iter_mut().filter(|block| block.kind == BlockKind::Heading && block.level == 1) {
            if seen {
                block.level = 2;
                let text = block.sentences.first().map(|sentence| sentence.text.clone());
                self.changes.push(Change { check: "h1".to_owned(), before: text.clone(), after: text });
            }
            seen = true;
        }
        if !seen && self.sheet.first(FactKind::Service).is_some() {
            let heading = compose::heading(self.sheet, PageIntent::Local, false);
            self.change("h1", None, Some(heading.text.clone()));
            draft
                .blocks
                .insert(0, Block { kind: BlockKind::Heading, level: 1, sentences: vec![heading], ..Block::default() });
        }
    }

    /// Adds sentences for unused facts.
    fn fill(&mut self, draft: &mut Draft) {
        let used = draft.used_facts();
        let is_open = |fact: &&Fact| {
            !used.contains(&fact.id) && !matches!(fact.kind, FactKind::Business | FactKind::Service | FactKind::Place)
        };
        let open: Vec<Sentence> =
            self.sheet.all().iter().filter(is_open).map(|fact| sentence(fact, &self.names)).collect();
        let sound: Vec<Sentence> =
            open.into_iter().filter(|sentence| problems(sentence, self.sheet).is_empty()).collect();
        sound.iter().for_each(|sentence| self.change("thin", None, Some(sentence.text.clone())));
        if !sound.is_empty() {
            draft.blocks.push(Block { sentences: sound, ..Block::default() });
        }
    }

    fn links(&mut self, draft: &mut Draft, input: &ScoreInput, params: &Checked) {
        for link in &input.links {
            let is_there = draft.links.iter().any(|there| there.url == link.url);
            if draft.links.len() < params.min_links as usize && !is_there {
                self.change("links", None, Some(link.url.clone()));
                draft.links.push(link.clone());
            }
        }
    }
}
