//! Normalised SERPs: one per query, place and device, with one result per site.

use std::collections::{BTreeMap, BTreeSet};

use super::input::{MAX_FEATURES, MAX_PAGES, MAX_RESULTS, MAX_SNAPSHOTS, MAX_VOLUMES};
use super::own::{self, Own};
use super::{Checked, Input, Snapshot};
use crate::common::{Day, EngineError};
use crate::market::Curve;
use crate::text::fold;

/// A SERP with each site at its best position.
#[derive(Debug, Clone)]
pub(super) struct Serp {
    pub(super) query: String,
    pub(super) cluster: String,
    /// Monthly search volume of this page: a search seen in several places or on several devices is divided.
    pub(super) volume: Option<f64>,
    pub(super) cpc_cents: Option<f64>,
    pub(super) observed_at: Option<Day>,
    pub(super) has_pack: bool,
    /// Position of the last result that was read, of any site.
    pub(super) depth: f64,
    /// Your own search data of the query; clicks are divided like the volume.
    pub(super) own: Option<Own>,
    /// (position, index of the site, address), best position first.
    pub(super) results: Vec<(f64, usize, String)>,
}

impl Serp {
    pub(super) fn position(&self, domain: usize) -> Option<f64> {
        self.results.iter().find(|(_, site, _)| *site == domain).map(|(position, _, _)| *position)
    }
}

/// All SERPs of a run.
#[derive(Debug)]
pub(super) struct ResultSet {
    /// Hosts without `www.`; the first is your own.
    pub(super) domains: Vec<String>,
    /// The last SERP of each query, place and device.
    pub(super) serps: Vec<Serp>,
    /// All SERPs of the same, oldest first, including the last.
    pub(super) histories: Vec<Vec<Serp>>,
    /// Sites of the competitors that the parameters name.
    pub(super) named: BTreeSet<usize>,
    pub(super) curve: Curve,
    pub(super) currency: String,
    pub(super) notes: Vec<String>,
    pub(super) needs: Vec<String>,
}

/// Index of your own site in [`ResultSet::domains`].
pub(super) const OWN: usize = 0;
/// Name of the cluster of queries without one.
const NO_CLUSTER: &str = "all searches";

impl ResultSet {
    pub(super) fn read(input: &Input, params: &Checked) -> Result<Self, EngineError> {
        check(input)?;
        let site = host(&input.site);
        let known: BTreeMap<String, &super::QueryVolume> =
            input.volumes.iter().map(|row| (fold(&row.query), row)).collect();
        let measured = own::read(&input.own_queries)?;
        let mut reader = Reader { domains: vec![site.clone()], places: BTreeMap::from([(site, OWN)]), rejected: 0 };
        let mut groups: BTreeMap<(String, String, String), Vec<Serp>> = BTreeMap::new();
        for snapshot in &input.snapshots {
            let Some(mut serp) = reader.serp(snapshot, &known, params) else { continue };
            serp.own = measured.get(&serp.query).cloned();
            let word = |field: &Option<String>| field.as_deref().map(fold).unwrap_or_default();
            let key = (serp.query.clone(), word(&snapshot.location), word(&snapshot.device));
            groups.entry(key).or_default().push(serp);
        }
        let mut histories: Vec<Vec<Serp>> = groups.into_values().collect();
        histories.iter_mut().for_each(|history| history.sort_by_key(|serp| serp.observed_at));
        let serps = divided(histories.iter().filter_map(|history| history.last().cloned()).collect());
        if serps.is_empty() {
            return Err(no_results());
        }
        let (mut notes, needs) = (notes(&reader, &serps), needs(&serps));
        let (named, absent) = named(&reader.domains, params);
        if !absent.is_empty() {
            notes.push(format!("Not in any of the search results: {}", absent.join(", ")));
        }
        let currency = input.currency.clone().unwrap_or_else(|| "USD".to_owned());
        Ok(Self { domains: reader.domains, serps, histories, named, curve: Curve::published(), currency, notes, needs })
    }

    /// Returns the clusters, ordered by name.
    pub(super) fn clusters(&self) -> BTreeSet<&str> {
        self.serps.iter().map(|serp| serp.cluster.as_str()).collect()
    }

    /// Monthly clicks that a site gets on a SERP: yours as measured where known, otherwise volume x CTR; `None` without
    /// a volume.
    pub(super) fn clicks(&self, serp: &Serp, domain: usize) -> Option<f64> {
        let measured = serp.own.as_ref().filter(|_| domain == OWN).and_then(|own| own.clicks);
        measured.or_else(|| Some(serp.volume? * self.ctr(serp, domain)))
    }

    /// Whether a host belongs to a competitor that the parameters name.
    pub(super) fn is_named(&self, domain: &str) -> bool {
        self.named.iter().any(|site| self.domains[*site] == domain)
    }

    /// Whether the clicks of your site on some SERP are measured.
    pub(super) fn is_measured(&self) -> bool {
        self.serps.iter().any(|serp| serp.own.as_ref().is_some_and(|own| own.clicks.is_some()))
    }

    /// Share of the clicks of a SERP that a site gets, 0 to 1.
    pub(super) fn ctr(&self, serp: &Serp, domain: usize) -> f64 {
        serp.position(domain).map_or(0.0, |position| self.curve.on_page(position, serp.has_pack))
    }
}

fn check(input: &Input) -> Result<(), EngineError> {
    if input.site.trim().is_empty() || host(&input.site).is_empty() {
        return Err(EngineError::input("site", "must be the host name of your site, such as www.example.com"));
    }
    if let Some(currency) = &input.currency
        && !(currency.len() == 3 && currency.bytes().all(|byte| byte.is_ascii_uppercase()))
    {
        return Err(EngineError::input("currency", "must be three capital letters (ISO 4217), such as USD"));
    }
    check_sizes(input)?;
    for (at, row) in input.volumes.iter().enumerate() {
        let is_bad = |value: Option<f64>| value.is_some_and(|value| !(0.0..=1e12).contains(&value));
        if is_bad(row.volume) || is_bad(row.cpc_cents) {
            return Err(EngineError::input(format!("volumes[{at}]"), "contains a negative number"));
        }
    }
    if input.snapshots.is_empty() { Err(no_results()) } else { Ok(()) }
}

fn check_sizes(input: &Input) -> Result<(), EngineError> {
    let results: usize = input.snapshots.iter().map(|snapshot| snapshot.results.len()).sum();
    let features: usize = input.pages.iter().map(|page| page.features.len()).sum();
    EngineError::check_sizes(&[
        ("`snapshots`", input.snapshots.len(), MAX_SNAPSHOTS),
        ("results of `snapshots`", results, MAX_RESULTS),
        ("`volumes`", input.volumes.len(), MAX_VOLUMES),
        ("`pages`", input.pages.len(), MAX_PAGES),
        ("features of `pages`", features, MAX_FEATURES),
    ])
}

fn no_results() -> EngineError {
    EngineError::NoInput {
        what: "search results",
        unlock: "connect a rank data provider, or import search results (query, position, url)",
    }
}

struct Reader {
    domains: Vec<String>,
    places: BTreeMap<String, usize>,
    rejected: usize,
}

impl Reader {
    fn serp(
        &mut self, snapshot: &Snapshot, known: &BTreeMap<String, &super::QueryVolume>, params: &Checked,
    ) -> Option<Serp> {
        let query = fold(&snapshot.query);
        let mut rows: Vec<(f64, usize, String)> = Vec::new();
        for result in &snapshot.results {
            let name = host(result.domain.as_deref().filter(|domain| !domain.trim().is_empty()).unwrap_or(&result.url));
            let is_usable = result.position >= 1.0 && result.position <= 1e4 && !name.is_empty();
            self.rejected += usize::from(!is_usable);
            if is_usable && result.position <= f64::from(params.depth) {
                rows.push((result.position, self.domain(name), result.url.clone()));
            }
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (a.1, &a.2).cmp(&(b.1, &b.2))));
        let depth = rows.last().map_or(0.0, |(position, _, _)| *position);
        let mut seen = BTreeSet::new();
        rows.retain(|(_, site, _)| seen.insert(*site));
        if query.is_empty() || rows.is_empty() {
            return None;
        }
        let row = known.get(&query);
        Some(Serp {
            cluster: row.and_then(|row| row.cluster.clone()).unwrap_or_else(|| NO_CLUSTER.to_owned()),
            volume: row.and_then(|row| row.volume),
            cpc_cents: row.and_then(|row| row.cpc_cents).filter(|cents| *cents > 0.0),
            observed_at: snapshot.observed_at,
            has_pack: snapshot.features.iter().any(|f| matches!(f.as_str(), "local_pack" | "map_pack" | "local")),
            depth,
            own: None,
            results: rows,
            query,
        })
    }

    /// Subdomains of your own site count as your site.
    fn domain(&mut self, name: String) -> usize {
        let own = &self.domains[OWN];
        if name.strip_suffix(own.as_str()).is_some_and(|rest| rest.ends_with('.')) {
            return OWN;
        }
        let next = self.domains.len();
        *self.places.entry(name.clone()).or_insert_with(|| {
            self.domains.push(name);
            next
        })
    }
}

/// Host of an address, lower case, without scheme, `www.`, port and path.
pub(super) fn host(address: &str) -> String {
    let address = address.trim().to_lowercase();
    let rest = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let rest = rest.rsplit('@').next().unwrap_or_default().split(':').next().unwrap_or_default();
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('.').to_owned()
}

/// Returns the sites of the competitors that the parameters name, and the names without any. Subdomains belong to a competitor.
fn named(domains: &[String], params: &Checked) -> (BTreeSet<usize>, Vec<String>) {
    let (mut sites, mut absent) = (BTreeSet::new(), Vec::new());
    for name in params.competitors.iter().map(|name| host(name)) {
        let is_of =
            |domain: &str| domain.strip_suffix(&name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        let found: Vec<usize> = (OWN + 1..domains.len()).filter(|site| is_of(&domains[*site])).collect();
        if found.is_empty() {
            absent.push(name);
        }
        sites.extend(found);
    }
    (sites, absent)
}

/// Divides a query's volume and measured clicks among its places and devices, so that it counts once.
fn divided(mut serps: Vec<Serp>) -> Vec<Serp> {
    let mut times: BTreeMap<String, f64> = BTreeMap::new();
    serps.iter().for_each(|serp| *times.entry(serp.query.clone()).or_default() += 1.0);
    for serp in &mut serps {
        let share = times.get(&serp.query).copied().unwrap_or(1.0);
        serp.volume = serp.volume.map(|volume| volume / share);
        if let Some(own) = &mut serp.own {
            own.clicks = own.clicks.map(|clicks| clicks / share);
        }
    }
    serps
}

fn notes(reader: &Reader, serps: &[Serp]) -> Vec<String> {
    let mut notes = Vec::new();
    if reader.rejected > 0 {
        notes.push(format!("{} results without a host or a valid position were excluded", reader.rejected));
    }
    let unknown = serps.iter().filter(|serp| serp.volume.is_none()).count();
    if unknown > 0 {
        notes.push(format!(
            "{unknown} of {} search results have no search volume; they count for rankings, not for clicks",
            serps.len()
        ));
    }
    if serps.iter().all(|serp| serp.position(OWN).is_none()) {
        notes.push("Your site is not in any of the search results".to_owned());
    }
    notes
}

fn needs(serps: &[Serp]) -> Vec<String> {
    if serps.iter().all(|serp| serp.volume.is_none()) {
        return vec![
            "Import search volumes (Keyword Planner, Ahrefs or Semrush) to convert positions into clicks".to_owned(),
        ];
    }
    Vec::new()
}
