//! Details of a market: arithmetic, months, draws and surroundings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::competition::{self, CompetitionReading};
use super::draws::{Drawn, draw};
use super::huff::{Neighbour, catchment};
use super::input::MarketInput;
use super::market::{Means, market, months, shown};
use super::output::{Market, Month, Need, Part, Rejected};
use super::own_sites::{LearnedFactor, OwnSites, own_sites};
use super::params::Checked;
use super::reference::ATTRIBUTION;
use super::scan::assumptions;
use super::world::World;
use super::{METHOD, METHOD_VERSION, insight, parts};
use crate::common::{Control, EngineError, Insight};

/// A line of the arithmetic of the means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArithmeticLine {
    /// Computed quantity: `winChance`, `clickThrough` and `conversion` if own sites changed them, `visitors`, `leads`, `acceptedLeads`, `revenueMonth`, `profitMonth`, `profit12`.
    pub name: String,
    /// The computation with its figures.
    pub formula: String,
    /// The result; in cents for money.
    pub result: f64,
}

/// Result of a SERP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SerpReading {
    /// 0 (strong) to 1 (weak).
    pub weakness: f64,
    /// Share of missing evidence.
    pub missing: f64,
    /// Its parts, each 0 to 1.
    pub parts: Vec<SerpPart>,
    /// Date of observation.
    pub observed_at: Option<String>,
    /// Source.
    pub source: Option<String>,
}

/// A part of the weakness of a SERP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SerpPart {
    /// Stable identifier, such as `directories`.
    pub name: String,
    /// 0 to 1.
    pub value: f64,
}

/// Needs in the market per year, not queries or paid jobs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventCount {
    /// Definition of a need.
    pub definition: String,
    /// Needs per year in this place.
    pub per_year: f64,
    /// Kind of bound.
    pub bound: super::reference::Bound,
    /// Year of the figure.
    pub year: Option<u32>,
    /// Publications.
    pub sources: Vec<super::reference::Source>,
}

/// Output of `explain`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The market as in a scan.
    pub market: Market,
    /// The factors with source, year, grade and the parameter that overrides them.
    pub parts: Vec<Part>,
    /// The product of the means; the lines add up to the cent. Empty if demand or payout is unknown.
    pub arithmetic: Vec<ArithmeticLine>,
    /// The first twelve months; their profits add up to the market's profit.
    pub months: Vec<Month>,
    /// What the user's own sites changed; `None` without outcomes.
    pub own_sites: Option<OwnSites>,
    /// Joint draws with shared shocks; `None` if demand or payout is unknown.
    pub draws: Option<Drawn>,
    /// Competing establishments; `None` if the trade or the area is not counted.
    pub competition: Option<CompetitionReading>,
    /// Result of the SERP, if known.
    pub serp: Option<SerpReading>,
    /// Needs per year in the place, if published.
    pub events: Option<EventCount>,
    /// Surrounding places, with the share of their population that the place attracts (Huff).
    pub catchment: Vec<Neighbour>,
    /// Typical queries.
    pub queries: Vec<String>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Data that would improve the result.
    pub needs: Vec<Need>,
    /// Rejected rows of the overrides.
    pub rejected: Vec<Rejected>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Attribution to show with the places.
    pub attribution: String,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Notes.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Explains one market.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field for an unknown vertical, an unknown or ambiguous place or
/// an invalid figure, or [`EngineError::Cancelled`].
pub fn explain(input: &MarketInput, params: &Checked, control: &dyn Control) -> Result<Explanation, EngineError> {
    control.progress(0.0, "tables", "Loading the tables.");
    let world = World::new(&input.overrides, input.as_of, input.currency.as_deref(), params)?;
    let (vertical, place) = world.find_market(&input.vertical, &input.place, input.state.as_deref())?;
    let (market, factors) = market(&world, vertical, place);
    let means = Means::of(&factors);
    let months = means.as_ref().map(|means| months(&world, vertical, means)).unwrap_or_default();
    control.progress(30.0, "draws", "Simulating the market.");
    let draws = draw(&world, vertical, &factors, control)?;
    let own_sites = own_sites(&world, vertical, &factors);
    let learned = own_sites.as_ref().map(|own| own.factors.as_slice()).unwrap_or_default();
    let mut answer = Explanation {
        parts: parts::parts(&world, vertical, place, &factors),
        arithmetic: means.as_ref().map(|means| arithmetic(&world, means, &months, learned)).unwrap_or_default(),
        months,
        own_sites,
        draws,
        competition: competition::reading(&world, vertical, place),
        serp: serp(&world, vertical, place),
        events: events(&world, vertical, place),
        catchment: catchment(&world, place),
        queries: queries(&world, vertical, place),
        insights: Vec::new(),
        needs: needs(&market),
        rejected: world.rejected.clone(),
        assumptions: assumptions(params),
        attribution: ATTRIBUTION.to_owned(),
        currency: world.currency.clone(),
        notes: notes(&market),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        market,
    };
    answer.insights = insight::of_market(&answer.market, &answer.currency, input.as_of).into_iter().collect();
    control.progress(100.0, "done", "Done.");
    Ok(answer)
}

/// Multiplies the means, line by line.
fn arithmetic(world: &World<'_>, means: &Means, months: &[Month], learned: &[LearnedFactor]) -> Vec<ArithmeticLine> {
    let Means { demand, chance, ctr, conversion, accepted, value } = *means;
    let visitors = demand * chance * ctr;
    let leads = visitors * conversion;
    let revenue = means.revenue(chance, 1.0).round();
    let monthly = world.params.monthly_cost_cents.round();
    let (earned, spent) =
        months.iter().fold((0, 0), |sum, month| (sum.0 + month.revenue_cents, sum.1 + month.cost_cents));
    let line = |name: &str, formula: String, result: f64| ArithmeticLine { name: name.to_owned(), formula, result };
    let changed = |factor: &&LearnedFactor| (factor.after - factor.before).abs() > f64::EPSILON;
    let of_learned = |factor: &LearnedFactor| {
        let ratio = shown(factor.after / factor.before);
        line(&factor.name, format!("{} x {ratio} by own sites", factor.before), factor.after)
    };
    let mut lines: Vec<ArithmeticLine> = learned.iter().filter(changed).map(of_learned).collect();
    lines.extend([
        line("visitors", format!("{demand} searches x {chance} chance x {ctr} clicks"), visitors),
        line("leads", format!("{} visitors x {conversion} leads a visit", shown(visitors)), leads),
        line("acceptedLeads", format!("{} leads x {accepted} accepted", shown(leads)), leads * accepted),
        line(
            "revenueMonth",
            format!("{demand} x {chance} x {ctr} x {conversion} x {accepted} x {value} cents, rounded"),
            revenue,
        ),
        line("profitMonth", format!("{revenue} - {monthly} cents"), revenue - monthly),
        line("profit12", format!("{earned} - {spent} cents over the twelve months"), (earned - spent) as f64),
    ]);
    lines
}

fn serp(world: &World<'_>, vertical: u32, place: u32) -> Option<SerpReading> {
    let seen = world.special.get(&(vertical, place))?.serp.as_ref()?;
    let part = |(name, value): &(&'static str, f64)| SerpPart { name: (*name).to_owned(), value: *value };
    Some(SerpReading {
        weakness: seen.weakness,
        missing: seen.missing,
        parts: seen.parts.iter().map(part).collect(),
        observed_at: seen.observed_at.clone(),
        source: seen.source.clone(),
    })
}

fn events(world: &World<'_>, vertical: u32, place: u32) -> Option<EventCount> {
    let (known, place) = (&world.verticals[vertical as usize], &world.places[place as usize]);
    let events = known.events.as_ref()?;
    let owners = || Some(place.households? * place.county()?.owner_pct? / 100.0);
    let base = match events.base.as_str() {
        "population" => Some(place.population),
        "households" => place.households,
        "owner_households" => owners(),
        // The number of adults of a place is not published, and none is invented.
        _ => None,
    }?;
    Some(EventCount {
        definition: events.definition.clone(),
        per_year: events.figure.typical * base / 100_000.0,
        bound: events.figure.bound,
        year: events.figure.year,
        sources: super::reference::source::sources(&events.figure.sources),
    })
}

fn queries(world: &World<'_>, vertical: u32, place: u32) -> Vec<String> {
    let (known, place) = (&world.verticals[vertical as usize], &world.places[place as usize]);
    let (city, state) = (place.name.to_lowercase(), place.state.to_lowercase());
    let of_seed = |seed: &String| [format!("{seed} {city}"), format!("{seed} {city} {state}").trim_end().to_owned()];
    known.seed_keywords.iter().take(6).flat_map(of_seed).collect()
}

fn needs(market: &Market) -> Vec<Need> {
    let has = |flag: &str| market.flags.iter().any(|other| other == flag);
    let need = |kind: &str, label: &str| Need { kind: kind.to_owned(), label: label.to_owned() };
    let all = [
        (has("demand_unknown"), need("volumes", "Keyword Planner volumes of this trade")),
        (has("payout_unknown"), need("payouts", "What a buyer pays for a lead of this trade")),
        (has("serp_unseen"), need("serps", "Search results of this market")),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, need)| need).collect()
}

fn notes(market: &Market) -> Vec<String> {
    let mut notes =
        vec!["Intervals describe the average of the market; a single site either ranks or does not.".to_owned()];
    let told = [
        ("lower_bound", "The demand covers only part of the market: the actual value is at least this."),
        (
            "regulated",
            "Lead generation in this trade is regulated differently by state; a payout does not mean that it is legal.",
        ),
        ("payout_weak", "The payout is from an unsourced list: replace it with your rate card."),
        ("county_only", "The population may be that of a consolidated city or of a neighbourhood."),
        ("subarea", "The population of this place is also counted in its city."),
    ];
    notes.extend(
        told.iter()
            .filter(|(flag, _)| market.flags.iter().any(|other| other == flag))
            .map(|(_, note)| (*note).to_owned()),
    );
    notes
}
