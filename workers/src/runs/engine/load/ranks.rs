//! Loads ranks of the website's keywords.

use std::collections::BTreeMap;

use engines::{
    common::Day,
    predictive::{RankPath, RankPoint},
};
use shared::{
    domain::observation::{ObservationKind, Rank},
    store::import,
};

use crate::{context::RunContext, error::JobError};

/// Loads the rank path of each keyword. The later import of a day counts.
pub(super) async fn paths(context: &RunContext) -> Result<Vec<RankPath>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let rows = import::observations(&context.db, context.run.workspace_id, website_id, ObservationKind::Rank).await?;
    let mut paths: BTreeMap<String, BTreeMap<Day, Option<f64>>> = BTreeMap::new();
    for row in rows {
        let rank: Rank = row.read()?;
        let Some(day) = Day::parse(&rank.date) else { continue };
        paths.entry(rank.keyword).or_default().insert(day, rank.position);
    }
    let path = |(keyword, points): (String, BTreeMap<Day, Option<f64>>)| RankPath {
        keyword,
        points: points.into_iter().map(|(date, rank)| RankPoint { date, rank }).collect(),
        ..RankPath::default()
    };
    Ok(paths.into_iter().map(path).collect())
}
