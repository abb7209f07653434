//! The factors of a score with their sources.

use super::competition::{CompetitionReading, reading};
use super::factor::Factor;
use super::market::shown;
use super::model::Factors;
use super::output::Part;
use super::own_sites::{LearnedFactor, own_sites};
use super::reference::Grade;
use super::reference::source::sources;
use super::reference::vertical::Vertical;
use super::world::World;
use crate::common::thousands;

/// Returns the factors in order of multiplication.
pub(crate) fn parts(world: &World<'_>, vertical: u32, place: u32, factors: &Factors) -> Vec<Part> {
    vec![
        demand(world, vertical, place, factors),
        chance(world, vertical, place, factors),
        click_through(world, vertical, place, factors),
        conversion(world, vertical, factors),
        accepted(world, factors),
        payout(world, vertical, place, factors),
    ]
}

fn part(name: &str, label: String, unit: &str, factor: Option<Factor>, override_with: &str) -> Part {
    Part {
        name: name.to_owned(),
        label,
        unit: unit.to_owned(),
        range: factor.map(|factor| factor.range()),
        multiplied: factor.map(|factor| shown(factor.mean)),
        evidence: if factor.is_some() { "assumption" } else { "none" }.to_owned(),
        grade: None,
        year: None,
        sources: Vec::new(),
        override_with: override_with.to_owned(),
    }
}

fn demand(world: &World<'_>, vertical: u32, place: u32, factors: &Factors) -> Part {
    let known: &Vertical = &world.verticals[vertical as usize];
    let people = world.places[place as usize].population;
    let measured = world.special.get(&(vertical, place)).and_then(|special| special.measured.as_ref());
    let mut answer =
        part("demand", "Monthly search volume".to_owned(), "searches/month", factors.demand, "overrides.volumes");
    if let Some(measured) = measured {
        answer.label =
            format!("Monthly search volume: {} measured, shrunk towards other places of the trade", measured.raw);
        "own".clone_into(&mut answer.evidence);
        answer.year = measured.observed_at.as_deref().and_then(|day| day.get(..4)?.parse().ok());
    } else if let (Some(figure), Some(rate)) = (&known.searches, &world.models[vertical as usize].rate) {
        let rate = rate.per_person * 100_000.0;
        answer.label =
            format!("Monthly search volume: {} per 100,000 people x {} people", shown(rate), thousands(people));
        answer.evidence = figure.evidence.to_string();
        (answer.grade, answer.year) = (figure.grade, figure.year);
        answer.sources = sources(&figure.sources);
    } else {
        "Monthly search volume: no published or measured value".clone_into(&mut answer.label);
    }
    answer
}

fn chance(world: &World<'_>, vertical: u32, place: u32, factors: &Factors) -> Part {
    let seen = world.special.get(&(vertical, place)).and_then(|special| special.serp.as_ref());
    let counted = reading(world, vertical, place);
    let rivals = counted.as_ref().map_or_else(
        || "firms of the trade are not counted here, so as many as in the country are assumed".to_owned(),
        CompetitionReading::sentence,
    );
    let results = match seen {
        Some(seen) => seen.sentence(),
        None => "no search results available".to_owned(),
    };
    let how = format!("from population, firms, CPC and search results ({rivals}; {results})");
    let difficulty = factors.difficulty.percent();
    let mut label = format!("Probability of reaching the top 10 within a year, at difficulty {difficulty:.0}: {how}");
    if let Some(learned) = learned_label(world, vertical, factors, "winChance") {
        label = format!("{label}. {learned}");
    }
    let field = if world.params.win_chance.is_some() { "parameters.winChance" } else { "overrides.serps" };
    let mut answer = part("winChance", label, "probability", Some(factors.chance), field);
    if let Some(counted) = counted {
        answer.year = Some(counted.year);
        answer.sources = counted.sources;
    }
    answer
}

fn click_through(world: &World<'_>, vertical: u32, place: u32, factors: &Factors) -> Part {
    let seen = world.special.get(&(vertical, place)).and_then(|special| special.serp.as_ref());
    let has_pack = seen.and_then(|seen| seen.has_pack) != Some(false);
    let position = world
        .params
        .target_position
        .map_or_else(|| "all top 10 positions equally likely".to_owned(), |position| format!("position {position}"));
    let pack = if has_pack { "with a map pack" } else { "without a map pack" };
    let mut label = format!("CTR of a ranking site: {position}, {pack}");
    if let Some(learned) = learned_label(world, vertical, factors, "clickThrough") {
        label = format!("{label}. {learned}");
    }
    let mut answer = part("clickThrough", label, "share", Some(factors.ctr), "parameters.targetPosition");
    "derived".clone_into(&mut answer.evidence);
    answer.grade = Some(Grade::C);
    answer.sources = sources(&[if has_pack { "S_PACK" } else { "S_CALC" }.to_owned()]);
    answer.year = answer.sources.first().and_then(|source| source.year);
    answer
}

fn conversion(world: &World<'_>, vertical: u32, factors: &Factors) -> Part {
    let learned = learned_label(world, vertical, factors, "conversion");
    let is_learned = learned.is_some();
    let label = learned.unwrap_or_else(|| {
        "Leads per visit: 5 % assumed (x 1.5 for emergencies), below reports for paid search".to_owned()
    });
    let mut answer = part("conversion", label, "leads/visit", Some(factors.conversion), "parameters.conversionRate");
    if is_learned || world.params.conversion_rate.is_some() {
        "own".clone_into(&mut answer.evidence);
    }
    answer
}

/// Returns how own sites changed a factor; `None` if they did not.
fn learned_label(world: &World<'_>, vertical: u32, factors: &Factors, name: &str) -> Option<String> {
    let own = own_sites(world, vertical, factors)?;
    own.factors.iter().find(|factor| factor.name == name).map(LearnedFactor::sentence)
}

fn accepted(world: &World<'_>, factors: &Factors) -> Part {
    let label =
        format!("Share of leads that buyers accept and pay for: {} %", shown(world.params.accepted_share * 100.0));
    part("accepted", label, "share", Some(factors.accepted), "parameters.acceptedShare")
}

fn payout(world: &World<'_>, vertical: u32, place: u32, factors: &Factors) -> Part {
    let value = world.value(vertical, place);
    let label = match value {
        Some(value) if value.learned_from > 0.0 => {
            format!("Payout per lead: updated with {} paid leads", value.learned_from)
        }
        Some(value) => format!("Payout per lead ({})", value.unit.replace('_', " ")),
        None => "Payout per lead: no published value".to_owned(),
    };
    let mut answer = part("payout", label, "cents/lead", factors.value, "overrides.payouts");
    if let Some(value) = value {
        answer.evidence = value.evidence.to_string();
        (answer.grade, answer.year) = (value.grade, value.year);
        answer.sources = sources(&value.sources);
    }
    answer
}
