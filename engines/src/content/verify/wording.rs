//! Whether one fact says all words of a clause.
//!
//! A sentence that repeats a fact with another thing in it, or that adds or praises, shares most of its words with the fact. So each
//! word counts: it is of the fact, says the same as a word of it, or only introduces facts of its kind.

use std::collections::BTreeSet;
use std::ops::Range;

use super::advice::is_advice;
use super::compare::Agreement;
use super::days::named_days;
use super::evidence::{Evidence, Known, Statement};
use super::reading::{MOST_WORDS, Reading, Word, relation};
use super::subject::{is_being, is_customer};
use super::synonyms::{has_frame, is_frame, is_light, is_weak};
use super::terms::{Term, terms};
use super::types::{Problem, ProblemKind};
use super::{conditions, degrees, roles, subject};
use crate::content::input::FactKind;
use crate::gazetteer::state_code;

/// Relation from which a word of a fact says a word of a sentence.
const SAID: f64 = 0.65;
/// Words that a clause must share with a fact other than that of the sentence.
const OWN_CLAUSE: usize = 2;
/// Words of a clause that a fact says, from which as many weak words such as `have` claim nothing.
const SETTLED: usize = 2;
/// Facts compared with a sentence.
const MOST_FACTS: usize = 60;
/// Sentences of a fact of which the roles are compared.
const MOST_STATEMENTS: usize = 12;

/// What the wording of a sentence shows.
#[derive(Debug, Default)]
pub(super) struct Wording {
    pub(super) problem: Option<Problem>,
    /// Ids of the fact that says most of it, and of those that say its other clauses.
    pub(super) fact_ids: Vec<String>,
    /// True if a fact says some word of it that carries a meaning.
    pub(super) is_related: bool,
    /// Positions of the words that no fact says.
    pub(super) unsaid: Vec<usize>,
}

/// A sentence, and what it may rest on.
struct Case<'r, 'e> {
    reading: &'r Reading,
    terms: Vec<Term>,
    evidence: &'e Evidence<'e>,
    /// Positions of the nearest and of the counted facts: the others are not searched for related words.
    near: BTreeSet<usize>,
    ids: &'r [String],
    /// Words of its comparison, if a fact makes it too, in this or the other direction.
    compared: Range<usize>,
}

/// Checks the words of a sentence. `same` is a comparison that a fact makes too. `ids` are the facts of its figures and claims, and
/// the nearest one.
pub(super) fn check<'e>(
    reading: &Reading, evidence: &'e Evidence<'e>, nearest: &[(usize, f64)], ids: &[String], same: &Agreement,
) -> Wording {
    if reading.words.len() >= MOST_WORDS {
        let problem = Problem { detail: format!("it is longer than {MOST_WORDS} words"), ..unsaid(&[], None) };
        return Wording { problem: Some(problem), is_related: true, ..Wording::default() };
    }
    let near = nearest.iter().map(|(at, _)| evidence.statements[*at].known);
    let near: BTreeSet<usize> = near.chain(ids.iter().filter_map(|id| evidence.position(id))).collect();
    let mut case = Case { reading, terms: terms(reading), evidence, near, ids, compared: same.part.clone() };
    if is_advice(reading)
        && let Some(request) = case.terms.first_mut()
    {
        request.is_content = false;
    }
    for at in &same.words {
        case.terms[*at].is_content = false;
    }
    let facts = case.facts();
    let total = |known: &&&Known<'_>| {
        let words = reading.clauses.iter().map(|clause| case.missing(known, clause).len()).sum::<usize>();
        (words, !case.is_cited(known))
    };
    let is_empty = ids.is_empty() && !case.terms.iter().any(|term| term.is_content);
    let Some(best) = facts.iter().min_by_key(total).filter(|_| !is_empty) else {
        let all = (0..case.terms.len()).filter(|at| case.terms[*at].is_content).collect();
        return Wording { problem: Some(unsaid(&[], None)), unsaid: all, ..Wording::default() };
    };
    let (bad, others) = case.unsaid(best, &facts);
    let fact_ids = std::iter::once(best).chain(&others).map(|known| known.fact.id.clone()).collect();
    let words: Vec<&str> = bad.iter().map(|at| reading.words[*at].written.as_str()).collect();
    let problem = if bad.is_empty() { case.turned(best) } else { Some(unsaid(&words, Some(&best.fact.value))) };
    Wording { problem, fact_ids, is_related: case.is_related(), unsaid: bad }
}

fn unsaid(words: &[&str], closest: Option<&str>) -> Problem {
    let closest = closest.map(|closest| format!("; the closest one is \"{closest}\"")).unwrap_or_default();
    Problem {
        kind: ProblemKind::Uncovered,
        words: words.iter().take(8).copied().collect::<Vec<_>>().join(", "),
        detail: format!("no fact says this{closest}"),
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    }
}

impl<'e> Case<'_, 'e> {
    /// Returns the nearest facts, the facts behind figures and claims, and what the business says of itself.
    fn facts(&self) -> Vec<&'e Known<'e>> {
        let near = self.near.iter().copied();
        let own = self.evidence.own.iter().copied().filter(|at| !self.near.contains(at));
        near.chain(own).take(MOST_FACTS).map(|at| &self.evidence.known[at]).collect()
    }

    fn is_cited(&self, known: &Known<'_>) -> bool {
        self.ids.contains(&known.fact.id)
    }

    /// Returns the words of a clause that a fact does not say.
    fn missing(&self, known: &Known<'_>, clause: &Range<usize>) -> Vec<usize> {
        clause.clone().filter(|at| self.terms[*at].is_content && !self.is_said(*at, known)).collect()
    }

    /// Returns the words that neither the best fact says nor, for a whole clause, another one; and these other facts.
    fn unsaid(&self, best: &Known<'_>, facts: &[&'e Known<'e>]) -> (Vec<usize>, Vec<&'e Known<'e>>) {
        let (mut bad, mut others) = (Vec::new(), Vec::new());
        for clause in &self.reading.clauses {
            let own = self.claimed(best, clause);
            let is_own = |at: &usize| self.terms[*at].is_content && !self.evidence.is_shared(&self.terms[*at].stem);
            let count = clause.clone().filter(is_own).count();
            let is_of_other = |other: &&Known<'_>| {
                let is_whole = count >= OWN_CLAUSE && self.has_word_of(other, clause);
                self.is_cited(other) && self.claimed(other, clause).is_empty()
                    || is_whole && self.missing(other, clause).is_empty()
            };
            match facts.iter().copied().find(is_of_other).filter(|_| !own.is_empty()) {
                Some(other) => others.push(other),
                None => bad.extend(own),
            }
        }
        (bad, others)
    }

    /// Returns the missing words of a clause, without light words in a clause that the fact otherwise says.
    fn claimed(&self, known: &Known<'_>, clause: &Range<usize>) -> Vec<usize> {
        let missing = self.missing(known, clause);
        let is_own = |at: &usize| {
            let term = &self.terms[*at];
            term.is_content && !missing.contains(at) && !self.is_shared(term)
        };
        if !missing.iter().all(|at| is_weak(&self.terms[*at].stem)) {
            return missing;
        }
        let shared = clause.clone().filter(|at| self.terms[*at].is_content && self.is_shared(&self.terms[*at])).count();
        let in_clause = clause.clone().filter(is_own).count() + self.figures(known, clause) + shared / 2;
        if in_clause >= SETTLED.max(missing.len()) { Vec::new() } else { missing }
    }

    /// True if a clause has a word of a fact itself, not only words that introduce such facts.
    fn has_word_of(&self, known: &Known<'_>, clause: &Range<usize>) -> bool {
        let is_word = |term: &Term| term.is_content && !self.is_shared(term) && known.stems.contains(&term.stem);
        self.terms[clause.clone()].iter().any(is_word)
    }

    /// Number of the figures of a clause, if a fact has them.
    fn figures(&self, known: &Known<'_>, clause: &Range<usize>) -> usize {
        let inside = self.reading.quantities.iter().filter(|one| clause.contains(&one.at)).count();
        if self.is_cited(known) { inside } else { 0 }
    }

    /// True for words of business, service and place, and what says the same as the service.
    fn is_shared(&self, term: &Term) -> bool {
        self.evidence.is_shared(&term.stem) || term.groups & self.evidence.services != 0
    }

    fn is_said(&self, at: usize, known: &Known<'_>) -> bool {
        let (term, word, kind) = (&self.terms[at], &self.reading.words[at], known.fact.kind);
        let days = named_days(&word.text);
        if days > 0 && matches!(kind, FactKind::Hours | FactKind::Phone) {
            return self.evidence.days & days == days;
        }
        let is_state = word.is_capital && state_code(&word.text).is_some() && self.evidence.is_name(&word.text);
        let is_source = word.is_capital && known.source.contains(&word.text);
        if is_state || is_source || self.is_shared(term) || known.stems.contains(&term.stem) {
            return true;
        }
        // Prices and durations are introduced only where the sentence gives them.
        let is_given = !matches!(kind, FactKind::Price | FactKind::Duration) || self.is_cited(known);
        if is_given && (is_frame(kind, &term.stem) || self.is_actor(&term.stem, known)) {
            return true;
        }
        let is_name = matches!(kind, FactKind::Business | FactKind::Place | FactKind::Neighbourhood);
        !is_name && (known.groups & term.groups != 0 || self.is_alike(term, word, known))
    }

    /// True for those who act for the business, where a fact is about it, names one of them or nobody: `paint is scraped off`.
    fn is_actor(&self, stem: &str, known: &Known<'_>) -> bool {
        let is_own = || {
            let words = || self.evidence.statements[known.statements.clone()].iter().flat_map(|one| &one.reading.words);
            words().any(|word| self.evidence.is_staff(&word.stem)) || words().any(|word| is_being(&word.text))
        };
        self.evidence.is_staff(stem)
            && !is_customer(stem)
            && (has_frame(known.fact.kind) || known.fact.is_owner_supplied && is_own())
    }

    /// True if a word of a near fact means much the same.
    fn is_alike(&self, term: &Term, word: &Word, known: &Known<'_>) -> bool {
        let at = self.evidence.statements[known.statements.start].known;
        let is_alike = |statement: &Statement<'_>| {
            let pairs = statement.reading.words.iter().zip(&statement.terms);
            pairs
                .filter(|(other, own)| other.is_content() && !own.is_phrase)
                .any(|(other, _)| relation(word, other) >= SAID)
        };
        !term.is_phrase
            && self.near.contains(&at)
            && self.evidence.statements[known.statements.clone()].iter().any(is_alike)
    }

    /// True if a fact has a word of the sentence that carries a meaning, or says the same.
    fn is_related(&self) -> bool {
        let pairs = self.terms.iter().zip(&self.reading.words);
        let mut own = pairs.filter(|(term, word)| term.is_content && word.is_specific() && !is_light(&term.stem));
        own.any(|(term, _)| self.is_shared(term) || self.evidence.has_stem(&term.stem))
    }

    /// Finds another subject, exchanged roles, another order in time, a higher degree, and a condition that is left out.
    fn turned(&self, best: &Known<'_>) -> Option<Problem> {
        let problem = |kind, words: String, what: &str| Problem {
            kind,
            words,
            detail: format!("the fact {what}: \"{}\"", best.fact.value),
            fact_id: Some(best.fact.id.clone()),
            said_by: Vec::new(),
            is_calculable: false,
        };
        let statements = &self.evidence.statements[best.statements.clone()];
        let says = |clause: &&Range<usize>| self.claimed(best, clause).is_empty();
        let clauses: Vec<Range<usize>> = self.reading.clauses.iter().filter(says).cloned().collect();
        if let Some(problem) = subject::check(self.reading, &self.terms, &clauses, statements, self.evidence) {
            return Some(problem);
        }
        for statement in statements.iter().take(MOST_STATEMENTS) {
            if let Some(verb) = roles::exchanged(self.reading, &statement.reading, &self.compared) {
                return Some(problem(ProblemKind::Swapped, verb, "says it the other way round"));
            }
            if roles::is_reordered(self.reading, &statement.reading) {
                return Some(problem(ProblemKind::Swapped, String::from("before, after"), "has another order"));
            }
            let own = (self.reading, self.terms.as_slice());
            if let Some(words) =
                conditions::dropped(own, (&statement.reading, &statement.terms), |stem| self.evidence.is_shared(stem))
            {
                return Some(problem(ProblemKind::Quantifier, words, "has a condition"));
            }
        }
        let facts: Vec<&Reading> = statements.iter().map(|statement| &statement.reading).collect();
        degrees::raised(self.reading, &facts).map(|word| problem(ProblemKind::Quantifier, word, "says it of fewer"))
    }
}
