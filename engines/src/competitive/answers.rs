//! Sites in AI answers, compared with search results.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::result_set::{ResultSet, host};
use super::share::domain_shares as organic_shares;
use super::{AnswerEngine, AnswerSite, AnswersInput, AnswersOutput, Checked, Input, METHOD, METHOD_VERSION, SIGNATURE};
use crate::answers::{
    Bounds, Brand, CitedSource, DomainShare, PromptAnswer, Z, check, domain_shares, mean_of_posteriors, prior, span,
};
use crate::common::{Control, EngineError, Evidence, Finding, Insight, Nature, Severity, checkpoint};

/// Maximum number of insights about sites that only appear in answers.
const MOST_INSIGHTS: usize = 3;
/// Name of all sites that are not listed.
const OTHERS: &str = "";

/// Computes how often AI answers cite and mention each site, by engine, compared with its share of the clicks.
///
/// Share of citations: interval from a bootstrap over answers. Share of answers: mean of the prompts' Beta posteriors.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without answers, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn answers(mut input: AnswersInput, params: &Checked, control: &dyn Control) -> Result<AnswersOutput, EngineError> {
    check(&input.answers)?;
    let own = host(&input.site);
    if own.is_empty() {
        return Err(EngineError::input("site", "must be the host name of your site, such as www.example.com"));
    }
    let organic = Organic::read(&mut input, params)?;
    let named: Vec<Brand> = std::iter::once((own, true))
        .chain(input.rivals.iter().map(|rival| (host(rival), false)))
        .filter(|(host, _)| !host.is_empty())
        .map(|(host, is_own)| Brand { host, is_own })
        .collect();
    let mut by_engine: BTreeMap<&str, Vec<&PromptAnswer>> = BTreeMap::new();
    input.answers.iter().for_each(|answer| by_engine.entry(&answer.engine).or_default().push(answer));
    let (mut engines, mut sites, mut done) = (Vec::new(), Vec::new(), 0.0);
    for (engine, answers) in &by_engine {
        checkpoint(control)?;
        control.progress(20.0 + 70.0 * done / by_engine.len() as f64, "answers", "Counting citations and mentions");
        done += 1.0;
        let asked = Asked { engine, answers, named: &named, organic: organic.as_ref() };
        engines.push(asked.summary());
        sites.extend(asked.sites(params));
    }
    Ok(AnswersOutput {
        insights: insights(&input, &sites, &engines),
        notes: notes(organic.as_ref()),
        assumptions: vec![
            "The prompts represent what your customers ask; other prompts get other answers".to_owned(),
            "Answers of one prompt are independent draws".to_owned(),
        ],
        needs: needs(organic.as_ref(), &input),
        result_pages: organic.map_or(0, |organic| organic.pages),
        engines,
        sites,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

/// Share of the clicks in the search results by host; `None` where no volume is known.
struct Organic {
    shares: BTreeMap<String, Option<f64>>,
    pages: usize,
    needs: Vec<String>,
}

impl Organic {
    /// Reads the search results; `None` without any.
    fn read(input: &mut AnswersInput, params: &Checked) -> Result<Option<Self>, EngineError> {
        if input.snapshots.is_empty() {
            return Ok(None);
        }
        let serps = Input {
            site: input.site.clone(),
            snapshots: std::mem::take(&mut input.snapshots),
            volumes: std::mem::take(&mut input.volumes),
            ..Input::default()
        };
        let set = match ResultSet::read(&serps, params) {
            Err(EngineError::NoInput { .. }) => return Ok(None),
            read => read?,
        };
        let all: Vec<usize> = (0..set.serps.len()).collect();
        let has_volume = set.serps.iter().any(|serp| serp.volume.is_some_and(|volume| volume > 0.0));
        let shares = organic_shares(&set, &all).into_iter().filter(|site| site.queries > 0);
        Ok(Some(Self {
            shares: shares.map(|site| (site.domain, has_volume.then_some(site.share))).collect(),
            pages: set.serps.len(),
            needs: set.needs,
        }))
    }

    /// Returns whether a site or one of its subdomains ranks, and their share of the clicks.
    fn of(&self, domain: &str) -> (bool, Option<f64>) {
        let site = Brand { host: domain.to_owned(), is_own: false };
        let found: Vec<Option<f64>> =
            self.shares.iter().filter(|(host, _)| site.owns(host)).map(|(_, share)| *share).collect();
        let is_known = self.shares.values().any(Option::is_some);
        (!found.is_empty(), is_known.then(|| found.iter().flatten().sum()))
    }
}

/// Answers of one engine.
struct Asked<'a> {
    engine: &'a str,
    answers: &'a [&'a PromptAnswer],
    named: &'a [Brand],
    organic: Option<&'a Organic>,
}

impl Asked<'_> {
    fn summary(&self) -> AnswerEngine {
        let prompts: BTreeSet<&str> = self.answers.iter().map(|answer| answer.prompt.as_str()).collect();
        let (from, to) = span(self.answers.iter().copied());
        AnswerEngine {
            engine: self.engine.to_owned(),
            answers: self.answers.len() as u32,
            prompts: prompts.len() as u32,
            citations: self.answers.iter().map(|answer| answer.cited.len() as u32).sum(),
            from,
            to,
        }
    }

    /// Returns the site of a cited page: your own, a named rival, or its registrable domain.
    fn site<'b>(&'b self, page: &'b CitedSource) -> &'b str {
        match self.named.iter().find(|brand| brand.owns(&page.host)) {
            Some(brand) => &brand.host,
            None if page.domain.is_empty() => page.host.strip_prefix("www.").unwrap_or(&page.host),
            None => &page.domain,
        }
    }

    fn sites(&self, params: &Checked) -> Vec<AnswerSite> {
        let mut totals: BTreeMap<&str, u32> = BTreeMap::new();
        let pages = self.answers.iter().flat_map(|answer| &answer.cited);
        pages.for_each(|page| *totals.entry(self.site(page)).or_default() += 1);
        let mut ranked: Vec<(&str, u32)> = totals.into_iter().collect();
        ranked.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let most = ranked.into_iter().map(|(site, _)| site).take(params.max_rivals as usize);
        let listed: BTreeSet<&str> = most.chain(self.named.iter().map(|brand| brand.host.as_str())).collect();
        let place = |page| Some(self.site(page)).filter(|site| listed.contains(site)).unwrap_or(OTHERS);
        let cited: Vec<Vec<&str>> =
            self.answers.iter().map(|answer| answer.cited.iter().map(place).collect()).collect();
        let shares = domain_shares(&cited, listed.len() + 1, params.seed);
        let shares: BTreeMap<&str, &DomainShare> = shares.iter().map(|share| (share.domain.as_str(), share)).collect();
        let mut sites: Vec<AnswerSite> =
            listed.iter().map(|site| self.row(site, &cited, shares.get(site).copied())).collect();
        sites.sort_by(|a, b| {
            b.citation_share.total_cmp(&a.citation_share).then(b.is_own.cmp(&a.is_own)).then(a.domain.cmp(&b.domain))
        });
        sites
    }

    fn row(&self, site: &str, cited: &[Vec<&str>], share: Option<&DomainShare>) -> AnswerSite {
        let brand = self.named.iter().find(|brand| brand.host == site);
        let (ranks, organic_share) = self.organic.map_or((true, None), |organic| organic.of(site));
        let mentions = |answer: &PromptAnswer| answer.mentioned.iter().any(|name| host(name) == site);
        let mentioned = brand.and_then(|_| self.mean(|at| mentions(self.answers[at])));
        let is_mentioned = brand.is_some() && self.answers.iter().any(|answer| mentions(answer));
        AnswerSite {
            engine: self.engine.to_owned(),
            domain: site.to_owned(),
            is_own: brand.is_some_and(|brand| brand.is_own),
            only_in_answers: !ranks && (share.is_some() || is_mentioned),
            organic_share,
            citation_share: share.map_or(0.0, |share| share.share),
            citation_low: share.and_then(|share| share.low),
            citation_high: share.and_then(|share| share.high),
            cited: self.mean(|at| cited[at].contains(&site)),
            mentioned,
        }
    }

    /// Mean over the prompts of the share of answers that count.
    fn mean(&self, counts: impl Fn(usize) -> bool) -> Option<Bounds> {
        let mut prompts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        for (at, answer) in self.answers.iter().enumerate() {
            let pair = prompts.entry(&answer.prompt).or_default();
            pair.0 += u32::from(counts(at));
            pair.1 += 1;
        }
        let pairs: Vec<(u32, u32)> = prompts.into_values().collect();
        mean_of_posteriors(prior(&pairs), &pairs, Z)
    }
}

fn notes(organic: Option<&Organic>) -> Vec<String> {
    let mut notes = vec![
        "Names are looked for only of your site and of the rivals in the settings of AI answers; other sites have citations only"
            .to_owned(),
    ];
    if organic.is_some() {
        notes.push(
            "Prompts and queries of search results are different questions, so a site can lead in one and be absent from the other"
                .to_owned(),
        );
    }
    notes
}

fn needs(organic: Option<&Organic>, input: &AnswersInput) -> Vec<String> {
    let mut needs = organic.map_or_else(
        || vec!["Import search results, or connect a rank data provider, to compare with organic shares".to_owned()],
        |organic| organic.needs.clone(),
    );
    if input.rivals.is_empty() {
        needs.push("Enter rivals with their names in the settings of AI answers, to count their mentions".to_owned());
    }
    needs
}

/// Reports the sites that answers certainly cite more often than yours and that no search result lists.
fn insights(input: &AnswersInput, sites: &[AnswerSite], engines: &[AnswerEngine]) -> Vec<Insight> {
    let own: BTreeMap<&str, f64> = sites
        .iter()
        .filter(|site| site.is_own)
        .filter_map(|site| Some((site.engine.as_str(), site.cited?.high)))
        .collect();
    let low = |site: &AnswerSite| site.cited.map_or(0.0, |cited| cited.low);
    let mut ahead: Vec<&AnswerSite> = sites
        .iter()
        .filter(|site| site.only_in_answers && !site.is_own)
        .filter(|site| low(site) > own.get(site.engine.as_str()).copied().unwrap_or(1.0))
        .collect();
    ahead.sort_by(|a, b| low(b).total_cmp(&low(a)).then(a.domain.cmp(&b.domain)).then(a.engine.cmp(&b.engine)));
    let mut seen = BTreeSet::new();
    ahead.retain(|site| seen.insert(site.domain.as_str()));
    ahead.into_iter().take(MOST_INSIGHTS).filter_map(|site| insight(input, site, engines)).collect()
}

fn insight(input: &AnswersInput, site: &AnswerSite, engines: &[AnswerEngine]) -> Option<Insight> {
    let cited = site.cited?;
    let engine = engines.iter().find(|engine| engine.engine == site.engine)?;
    let value = json!({ "share": cited.mid, "low": cited.low, "high": cited.high, "answers": engine.answers });
    let noun = if engine.answers == 1 { "answer" } else { "answers" };
    let source = format!("{} {noun} of {}", engine.answers, engine.engine);
    let finding = Finding {
        kind: "rival_only_in_answers",
        subject: site.domain.clone(),
        title: format!(
            "AI answers cite {} ({:.0} %, 95 % interval {:.0} to {:.0}) more often than you, and none of your search results lists it",
            site.domain,
            100.0 * cited.mid,
            100.0 * cited.low,
            100.0 * cited.high
        ),
        severity: Severity::Info,
        nature: Nature::Fact,
        confidence: 0.95,
        effort_minutes: 30,
        evidence: vec![Evidence::new("citations", &site.domain, value, &source, engine.to)],
        falsifier: "New answers to the same prompts do not cite it more often than you".to_owned(),
        ..Finding::default()
    };
    Some(finding.insight(SIGNATURE, input.as_of))
}
