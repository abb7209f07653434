//! Loaders of the content engine: the caller provides the brief and the facts.

use engines::content::actions::{Brief, Compose, Revise, Score, Verify};

use serde::Deserialize;
use shared::store::document;
use uuid::Uuid;

use super::{Load, Loaded, as_of, pages};
use crate::{context::RunContext, error::JobError, runs::document_compose::siblings};

/// Maximum number of top pages that a document is compared with.
const MOST_WINNERS: i64 = 50;

impl Load for Brief {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        let mut loaded = Loaded::default();
        if input.winners.is_empty() {
            input.winners = pages::winners(context, &input.query, &mut loaded).await?;
        }
        Ok(loaded)
    }
}

macro_rules! load {
    ($($action:ty),+) => {$(
        impl Load for $action {
            async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
                input.as_of = input.as_of.or_else(|| as_of(context));
                Ok(Loaded::default())
            }
        }
    )+};
}
load!(Compose, Revise);

/// The document whose text is scored, if it is one.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfDocument {
    document_id: Option<Uuid>,
}

/// The caller provides the text; a document is compared with others of its website and with pages that rank for its query.
impl Load for Score {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        let OfDocument { document_id } = context.payload()?;
        let Some(id) = document_id else { return Ok(Loaded::default()) };
        if input.winners.is_empty() {
            input.winners = pages::ranking(context, &input.query, MOST_WINNERS).await?;
        }
        let found = document::find(&context.db, context.run.workspace_id, id).await?;
        if let Some(row) = found.filter(|_| input.siblings.is_empty()) {
            input.siblings = siblings(context, &row).await?;
        }
        Ok(Loaded::default())
    }
}

/// The caller provides sentences and facts.
impl Load for Verify {
    async fn load(_context: &RunContext, _input: &mut Self::Input) -> Result<Loaded, JobError> {
        Ok(Loaded::default())
    }
}
