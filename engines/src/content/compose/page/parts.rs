//! Parts of a page from statements of the pack.

use editorial::Section;

use super::super::super::input::{Block, BlockKind, FactKind, PageIntent, Sentence, TableCell, TableRow};
use super::super::super::place::PlaceFacts;
use super::super::library::Library;
use super::super::plan::{Part, QUESTIONS};
use super::super::realise::{headings, place};
use super::Page;

/// Maximum number of statements of a paragraph.
const OF_PARAGRAPH: usize = 2;
/// Share of a statement's weight that it must have in common with the one before it, to continue its paragraph.
const COHESION: f64 = 0.2;

impl Page<'_> {
    pub(super) fn part(&mut self, part: Part, chosen: &[usize]) {
        match part {
            QUESTIONS => self.questions(chosen),
            Some(Section::Price) => self.price(chosen),
            Some(Section::Work) => self.work(chosen),
            Some(Section::Local) => self.local(chosen),
            Some(section @ Section::First) => self.listed(section, chosen, BlockKind::Step),
            Some(section @ Section::Choose) => self.prose(section, chosen),
            Some(section @ Section::Ask) if matches!(self.of.intent, PageIntent::Compare | PageIntent::Cost) => {
                self.table(section, chosen);
            }
            Some(section) => self.listed(section, chosen, BlockKind::Item),
        }
    }

    /// Writes the heading of a section, which cites its first statement.
    pub(super) fn section_heading(&mut self, section: Section, first: usize) {
        let Some(library) = self.of.library else { return };
        let text = headings::section(section, &library.pack, self.of.intent, self.of.names);
        self.heading(2, Sentence::new(text, [&library.told[first].id]));
    }

    /// Writes items or steps with labels; a question of the pack is its own label.
    pub(super) fn listed(&mut self, section: Section, chosen: &[usize], kind: BlockKind) {
        let Some(first) = chosen.first() else { return };
        self.section_heading(section, *first);
        for at in chosen {
            let mut sentences = self.told(*at);
            let is_question = section == Section::Ask && sentences.len() > 1 && sentences[0].text.ends_with('?');
            let label = if is_question { Some(sentences.remove(0)) } else { self.label(*at) };
            self.items(kind, label, sentences);
        }
    }

    /// Writes paragraphs in which neighbors share words.
    pub(super) fn prose(&mut self, section: Section, chosen: &[usize]) {
        let (Some(first), Some(library)) = (chosen.first(), self.of.library) else { return };
        self.section_heading(section, *first);
        if section == Section::Choose {
            let said = self.competitors(library);
            self.paragraph(said);
        }
        for run in paragraphs(library, &cohesive(library, chosen)) {
            let sentences = run.iter().flat_map(|at| self.told(*at)).collect();
            self.paragraph(sentences);
        }
    }

    /// Says how many businesses of the trade there are to choose from, once on a page. The page of a business does not send its
    /// readers to others, unless they came to compare.
    pub(super) fn competitors(&mut self, library: &Library) -> Vec<Sentence> {
        let is_own = self.of.names.business.is_some() && self.of.intent != PageIntent::Compare;
        let is_of_trade = |here: &&PlaceFacts| here.competitors.as_ref().is_some_and(|one| one.fit == "exact");
        let here = self.of.place.filter(|_| !is_own).filter(is_of_trade);
        let told = here.and_then(|place| place::competitors(place, &library.pack.terms, self.of.promise));
        let told = told.filter(|told| !self.cited.contains_key(&told.fact.fact.id));
        told.and_then(|told| self.figure(told)).into_iter().collect()
    }

    /// Writes a table of questions to ask, with what a good answer contains.
    fn table(&mut self, section: Section, chosen: &[usize]) {
        let (Some(first), Some(library)) = (chosen.first(), self.of.library) else { return };
        self.section_heading(section, *first);
        let id = &library.told[*first].id;
        let header = ["Question", "What to listen for"].map(|text| Sentence::new(text, [id])).to_vec();
        let rows = chosen.iter().filter_map(|at| {
            let mut sentences = self.told(*at);
            if sentences.len() < 2 {
                return None;
            }
            let question = vec![sentences.remove(0)];
            Some(TableRow { cells: [question, sentences].map(|sentences| TableCell { sentences }).to_vec() })
        });
        let rows: Vec<TableRow> = rows.collect();
        self.blocks.push(Block { kind: BlockKind::Table, header, rows, ..Block::default() });
    }

    /// Writes questions with their answers: own ones first.
    fn questions(&mut self, chosen: &[usize]) {
        let own = self.own(FactKind::Question);
        let first = own.first().map(|fact| fact.id.clone());
        let first = first.or_else(|| Some(self.of.library?.told[*chosen.first()?].id.clone()));
        let Some(first) = first else { return };
        let work = self.of.library.map_or(self.of.names.service.as_str(), |library| library.pack.terms.work.as_str());
        self.heading(2, Sentence::new(headings::questions(work), [first]));
        for fact in own {
            self.own_question(fact);
        }
        for at in chosen {
            let Some(library) = self.of.library else { return };
            let one = &library.told[*at];
            let question = Sentence::new(one.label.clone().unwrap_or_default(), [&one.id]);
            let answer = self.told(*at);
            if !answer.is_empty() {
                self.heading(3, question);
                self.paragraph(answer);
            }
        }
    }
}

/// Weight of the stems that two statements share.
fn shared(library: &Library, a: usize, b: usize) -> f64 {
    library.told[a].stems.intersection(&library.told[b].stems).map(|stem| library.weight(stem)).sum()
}

/// Orders statements so that each shares words with the one before it.
fn cohesive(library: &Library, chosen: &[usize]) -> Vec<usize> {
    let mut rest: Vec<usize> = chosen.to_vec();
    let mut order: Vec<usize> = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let near = |at: usize| order.last().map_or(0.0, |last| shared(library, *last, at));
        let nearest =
            (0..rest.len()).max_by(|a, b| near(rest[*a]).total_cmp(&near(rest[*b])).then(b.cmp(a))).unwrap_or(0);
        order.push(rest.remove(nearest));
    }
    order
}

/// Groups ordered statements into paragraphs: one continues a paragraph only if it is about the same.
fn paragraphs(library: &Library, order: &[usize]) -> Vec<Vec<usize>> {
    let mut paragraphs: Vec<Vec<usize>> = Vec::new();
    for at in order {
        let all: f64 = library.told[*at].stems.iter().map(|stem| library.weight(stem)).sum();
        let is_near = |run: &&mut Vec<usize>| {
            run.len() < OF_PARAGRAPH && run.last().is_some_and(|last| shared(library, *last, *at) >= COHESION * all)
        };
        match paragraphs.last_mut().filter(is_near) {
            Some(run) => run.push(*at),
            None => paragraphs.push(vec![*at]),
        }
    }
    paragraphs
}
