//! Loads SERPs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engines::{
    common::Day,
    competitive::{QueryVolume, SerpResult as Ranked, Snapshot},
};
use shared::{
    domain::observation::{ObservationKind, SerpResult},
    store::{import, keyword},
};

use super::super::keyword::bing;
use crate::{context::RunContext, error::JobError};

/// Key of an observation of a SERP, in order of time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    observed_at: String,
    query: String,
    location: Option<String>,
    device: Option<String>,
}

/// Loads the website's SERPs, oldest first.
pub(super) async fn snapshots(context: &RunContext) -> Result<Vec<Snapshot>, JobError> {
    Ok(looks(context).await?.into_iter().map(snapshot).collect())
}

/// Loads the keyword engine's volumes of the queries in SERPs.
pub(super) async fn volumes(context: &RunContext, snapshots: &[Snapshot]) -> Result<Vec<QueryVolume>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let asked: BTreeSet<String> = snapshots.iter().map(|one| one.query.to_lowercase()).collect();
    let known = keyword::volumes(&context.db, context.run.workspace_id, website_id).await?;
    let wanted = known.into_iter().filter(|row| asked.contains(&row.query.to_lowercase()));
    Ok(wanted
        .map(|row| QueryVolume {
            query: row.query,
            volume: row.volume,
            cpc_cents: row.cpc_cents,
            cluster: row.cluster_head,
        })
        .collect())
}

/// Loads queries that the website already ranks for, which are excluded from keyword ideas.
pub(super) async fn known(context: &RunContext) -> Result<Vec<String>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let known = keyword::volumes(&context.db, context.run.workspace_id, website_id).await?;
    let of_bing = bing::queries(context, website_id).await?;
    Ok(known.into_iter().map(|row| row.query).chain(of_bing.queries.into_iter().map(|row| row.query)).collect())
}

/// SERPs with their features and their results by position.
type Looks = BTreeMap<Look, (Vec<String>, BTreeMap<u32, SerpResult>)>;

/// Loads the website's SERPs, oldest first. The later import of a position counts.
async fn looks(context: &RunContext) -> Result<Looks, JobError> {
    let mut looks = Looks::new();
    let Some(website_id) = context.run.website_id else { return Ok(looks) };
    let workspace_id = context.run.workspace_id;
    let kind = ObservationKind::SerpResult;
    let results: Vec<SerpResult> = import::read_observations(&context.db, workspace_id, website_id, kind).await?;
    for found in results {
        let look = Look {
            observed_at: found.observed_at.clone(),
            query: found.query.clone(),
            location: found.location.clone(),
            device: found.device.clone(),
        };
        let (features, results) = looks.entry(look).or_default();
        features.clone_from(&found.features);
        results.insert(found.position, found);
    }
    Ok(looks)
}

/// The latest SERP of a query.
#[derive(Debug, Default)]
pub(in crate::runs::engine) struct ResultPage {
    /// Addresses of the organic results, best position first.
    pub(in crate::runs::engine) urls: Vec<String>,
    /// SERP features; `None` if unknown.
    pub(in crate::runs::engine) features: Option<Vec<String>>,
}

/// Loads the latest SERP of each query, by query in lower case.
pub(in crate::runs::engine) async fn newest(context: &RunContext) -> Result<HashMap<String, ResultPage>, JobError> {
    let page = |(look, (features, results)): (Look, (Vec<String>, BTreeMap<u32, SerpResult>))| {
        let urls = results.into_values().map(|result| result.url).collect();
        (look.query.to_lowercase(), ResultPage { urls, features: (!features.is_empty()).then_some(features) })
    };
    Ok(looks(context).await?.into_iter().map(page).collect())
}

fn snapshot((look, (features, results)): (Look, (Vec<String>, BTreeMap<u32, SerpResult>))) -> Snapshot {
    let result = |one: SerpResult| Ranked {
        position: f64::from(one.position),
        url: one.url,
        title: one.title,
        domain: Some(one.domain),
    };
    Snapshot {
        observed_at: Day::parse(&look.observed_at),
        query: look.query,
        location: look.location,
        device: look.device,
        features,
        results: results.into_values().map(result).collect(),
    }
}
