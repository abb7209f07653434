//! Asks until the shares are certain enough or the budget is spent.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use engines::answers::{Cell, Goal, next};
use futures::future::join_all;
use providers::{Micros, ProviderError, call::Refusal};
use shared::{
    domain::{
        answer::{CheckSummary, EngineFailure, TrackedPrompt},
        now,
    },
    store::{
        answer::{self, AskedCell},
        connection,
    },
    words::counted,
};

use super::{
    Check,
    ask::{Asked, ask},
    engine::Engine,
};
use crate::{collect::provider::refusal, error::JobError};

/// Answers to ask for before any share is judged.
const FIRST: u32 = 5;
/// Most questions asked at the same time.
const TOGETHER: usize = 4;
/// Characters of a prompt in a message.
const SHOWN_CHARS: usize = 80;
/// Part of the days after which a prompt is due: a schedule may start a little early.
const EARLY: Duration = Duration::hours(12);

/// A prompt at an engine, with its state.
struct Place {
    prompt: usize,
    engine: usize,
    cell: Cell,
    /// Numbers of the samples that are stored.
    taken: BTreeSet<u32>,
    /// Why the engine does not answer this prompt, if it refuses it.
    refusal: Option<ProviderError>,
}

/// The state of a check.
struct Sampling<'a> {
    check: &'a Check<'a>,
    prompts: Vec<TrackedPrompt>,
    engines: Vec<Engine>,
    places: Vec<Place>,
    goal: Goal,
    budget: i64,
    spent: i64,
    is_out_of_budget: bool,
    /// Least that a question needed which the budget did not cover.
    least_refused: Option<i64>,
    /// Questions asked at the same time. One after a budget refused a question while others held their reservations.
    together: usize,
}

/// Asks the due prompts and returns what it has cost.
pub(super) async fn sample(check: &Check<'_>) -> Result<CheckSummary, JobError> {
    let mut sampling = prepare(check).await?;
    let mut asked = sampling.places.iter().map(|place| i64::from(place.cell.asked)).sum();
    loop {
        let batch = sampling.batch();
        if batch.is_empty() {
            break;
        }
        let open = sampling.engines.iter().filter(|engine| engine.failure.is_none()).count();
        let answers: String = counted(asked, "answer", "answers");
        let engines = counted(open, "engine", "engines");
        check.context.progress(progress(&sampling), "asking", &format!("{answers} of {engines}"));
        asked += sampling.ask(&batch).await?;
    }
    if let (0, Some(error)) = (asked, sampling.error()) {
        return Err(error);
    }
    let (context, failures) = (check.context, sampling.failures());
    let spent_micros = connection::spent_by_run(&context.db, context.run.workspace_id, context.run.id).await?;
    Ok(CheckSummary { answers: asked, spent_micros, is_out_of_budget: sampling.is_out_of_budget, failures })
}

/// Returns millionths of a dollar as dollars and cents, rounded up.
fn dollars(micros: i64) -> String {
    let cents = Micros(u64::try_from(micros).unwrap_or(0)).to_cents();
    format!("${}.{:02}", cents / 100, cents % 100)
}

fn progress(sampling: &Sampling<'_>) -> i32 {
    let places = || sampling.places.iter().filter(|place| place.refusal.is_none());
    let done: u32 = places().map(|place| place.cell.asked.min(FIRST)).sum();
    let all = (places().count() as u32).saturating_mul(FIRST).max(1);
    i32::try_from(u64::from(done) * 95 / u64::from(all)).unwrap_or(95)
}

async fn prepare<'a>(check: &'a Check<'a>) -> Result<Sampling<'a>, JobError> {
    let context = check.context;
    let (db, run) = (&context.db, &context.run);
    let settings = &check.stored.settings;
    let mut prompts = answer::prompts(db, run.workspace_id, check.website.id, false).await?;
    let wanted = check.payload.prompt_ids.as_ref();
    prompts.retain(|prompt| !prompt.paused && wanted.is_none_or(|wanted| wanted.contains(&prompt.id)));
    if prompts.is_empty() {
        return Err(JobError::permanent("no-prompts", "The website has no prompt to ask. Add prompts first."));
    }
    if settings.engines.is_empty() {
        let detail = "No engine is chosen. Connect a provider of language models and choose a model.";
        return Err(JobError::permanent("no-engine", detail));
    }
    let budget = settings.budget_micros.min(check.payload.budget_micros.unwrap_or(i64::MAX));
    let mut engines = Vec::new();
    for spec in &settings.engines {
        engines.push(Engine::open(context, spec, budget).await?);
    }
    let since = now() - Duration::days(i64::from(settings.every_days)) + EARLY;
    let recent = match check.payload.ask_all {
        true => Vec::new(),
        false => answer::asked_since(db, run.workspace_id, check.website.id, run.id, since).await?,
    };
    let stored = answer::asked(db, run.workspace_id, run.id, &check.website.host).await?;
    let most = settings.most_answers.max(FIRST);
    let mut sampling = Sampling {
        check,
        places: Vec::new(),
        goal: Goal { first: FIRST, most, half_width: settings.half_width },
        budget,
        spent: connection::spent_by_run(db, run.workspace_id, run.id).await?,
        is_out_of_budget: false,
        least_refused: None,
        together: TOGETHER,
        prompts,
        engines,
    };
    sampling.places = sampling.places(&recent.into_iter().collect(), &stored);
    Ok(sampling)
}

impl Sampling<'_> {
    fn places(&self, recent: &BTreeSet<(uuid::Uuid, String)>, stored: &[AskedCell]) -> Vec<Place> {
        let mut known: BTreeMap<(uuid::Uuid, &str), Vec<&AskedCell>> = BTreeMap::new();
        for row in stored {
            known.entry((row.prompt_id, row.engine.as_str())).or_default().push(row);
        }
        let mut places = Vec::new();
        for (engine, opened) in self.engines.iter().enumerate() {
            for (prompt, asked) in self.prompts.iter().enumerate() {
                if recent.contains(&(asked.id, opened.key.clone())) {
                    continue;
                }
                let refusal = opened.refusal(asked);
                let rows = known.get(&(asked.id, opened.key.as_str())).map_or(&[][..], Vec::as_slice);
                let counted = rows.iter().filter(|row| row.is_counted);
                let cited = counted.clone().filter(|row| row.is_cited).count() as u32;
                let cell = Cell {
                    value: asked.value_cents.map_or(1.0, |cents| cents.max(1) as f64 / 100.0),
                    cited: (cited, counted.count() as u32),
                    asked: rows.len() as u32,
                    is_open: refusal.is_none(),
                };
                let number = |row: &&AskedCell| row.slot.rsplit(':').next()?.parse().ok();
                places.push(Place { prompt, engine, cell, taken: rows.iter().filter_map(number).collect(), refusal });
            }
        }
        places
    }

    /// Chooses what to ask next within the budget: places with the number of their sample.
    fn batch(&mut self) -> Vec<(usize, u32)> {
        let mut cells: Vec<Cell> = self.places.iter().map(|place| place.cell).collect();
        let (mut batch, mut reserved): (Vec<(usize, u32)>, i64) = (Vec::new(), 0);
        while batch.len() < self.together {
            let Some(index) = next(&cells, self.goal) else { break };
            let place = &self.places[index];
            let (prompt, engine) = (&self.prompts[place.prompt], &mut self.engines[place.engine]);
            let Some(cost) = engine.most(prompt) else {
                cells[index].is_open = false;
                continue;
            };
            if self.spent.saturating_add(reserved).saturating_add(cost) > self.budget {
                // A cheaper engine may still be covered. Otherwise the batch is asked first, which costs less than reserved.
                cells[index].is_open = false;
                if self.spent.saturating_add(cost) > self.budget {
                    self.is_out_of_budget = true;
                    self.least_refused = Some(self.least_refused.map_or(cost, |least| least.min(cost)));
                }
                continue;
            }
            reserved += cost;
            let drawn: Vec<u32> =
                batch.iter().filter(|(other, _)| *other == index).map(|(_, number)| *number).collect();
            let is_free = |number: &u32| !place.taken.contains(number) && !drawn.contains(number);
            let Some(number) = (0..).find(is_free) else { break };
            batch.push((index, number));
            cells[index].asked += 1;
            // Later answers are asked one at a time: each may be the last that is needed.
            cells[index].is_open = cells[index].asked < self.goal.first;
        }
        batch
    }

    /// Asks a batch and returns how many answers were stored.
    async fn ask(&mut self, batch: &[(usize, u32)]) -> Result<i64, JobError> {
        let (check, places, prompts, engines) = (self.check, &self.places, &self.prompts, &self.engines);
        let asking = batch.iter().map(|&(index, number)| {
            let place = &places[index];
            ask(check, &engines[place.engine], &prompts[place.prompt], number)
        });
        let results = join_all(asking).await;
        let mut stored = 0;
        let mut stopped = None;
        for (&(index, number), result) in batch.iter().zip(results) {
            let place = &mut self.places[index];
            let engine = &mut self.engines[place.engine];
            match result {
                Ok(Asked::Stored { is_counted, is_cited, cost }) => {
                    place.taken.insert(number);
                    place.cell.asked += 1;
                    place.cell.cited.0 += u32::from(is_cited && is_counted);
                    place.cell.cited.1 += u32::from(is_counted);
                    engine.succeeded(cost);
                    stored += 1;
                }
                // A reservation of another question may be in the way, so it is asked again alone.
                Ok(Asked::Failed(ProviderError::Refused(Refusal::OverBudget(_)))) if batch.len() > 1 => {
                    self.together = 1;
                }
                Ok(Asked::Failed(error)) if engine.is_of_prompt(&error) => {
                    place.cell.is_open = false;
                    place.refusal.get_or_insert(error);
                }
                Ok(Asked::Failed(error)) => {
                    engine.failed(&error);
                    refusal::note(check.context, engine.spec.connection_id, &error).await?;
                }
                Err(error) => stopped = Some(error),
            }
        }
        let run = &check.context.run;
        self.spent = connection::spent_by_run(&check.context.db, run.workspace_id, run.id).await?;
        match stopped {
            Some(error) => Err(error),
            None if check.context.is_cancelled() => Err(JobError::Cancelled),
            None => Ok(stored),
        }
    }

    /// Returns the error of a check whose budget does not cover a single answer.
    fn too_small(&self, needed: i64) -> JobError {
        let (budget, needed) = (dollars(self.budget), dollars(needed));
        let detail = format!(
            "The budget of a check, {budget}, does not cover an answer: the cheapest one can cost up to {needed}. \
             Raise the budget, or choose a cheaper model or one without web search."
        );
        JobError::permanent("budget", detail)
    }

    /// Returns the error of a check without answers; `None` if nothing was due that an engine answers.
    fn error(&self) -> Option<JobError> {
        if let Some(needed) = self.least_refused {
            return Some(self.too_small(needed));
        }
        let failed = self.engines.iter().find_map(|engine| engine.failure.clone());
        let left_out = || if self.is_all_left_out() { self.left_out().into_iter().next() } else { None };
        let EngineFailure { engine, message, .. } = failed.or_else(left_out)?;
        Some(JobError::permanent("no-answer", format!("No engine could be asked. {engine}: {message}.")))
    }

    /// Returns true if each engine refuses each prompt. A pair that was asked lately is not due and has no place here.
    fn is_all_left_out(&self) -> bool {
        let pairs = self.engines.len() * self.prompts.len();
        self.places.len() == pairs && self.places.iter().all(|place| place.refusal.is_some())
    }

    /// Returns the engines that refuse prompts which are due, with the first of them and its reason.
    fn left_out(&self) -> Vec<EngineFailure> {
        let of = |(number, engine): (usize, &Engine)| {
            let refused = || self.places.iter().filter(|place| place.engine == number && place.refusal.is_some());
            let first = refused().next()?;
            let (prompt, reason) = (&self.prompts[first.prompt], first.refusal.as_ref()?);
            let (country, _, language) = engine.place(prompt);
            let place: Vec<String> = country.into_iter().chain(language).collect();
            let text: String = prompt.text.chars().take(SHOWN_CHARS).collect();
            let message = format!(
                "prompts left out: {}; the first is “{text}” ({}): {reason}",
                refused().count(),
                place.join(", ")
            );
            Some(EngineFailure { engine: engine.key.clone(), kind: reason.kind().to_owned(), message })
        };
        self.engines.iter().enumerate().filter_map(of).collect()
    }

    fn failures(&self) -> Vec<EngineFailure> {
        self.engines.iter().filter_map(|engine| engine.failure.clone()).chain(self.left_out()).collect()
    }
}
