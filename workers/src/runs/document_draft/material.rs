//! The document that is written.

use std::ops::Deref;

use documents::{Sheet as Offer, Topic};
use shared::{domain::document::Document, store::document};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// A document with what it offers a model.
pub(super) struct Sheet {
    pub(super) document: Document,
    offer: Offer,
}

impl Deref for Sheet {
    type Target = Offer;

    fn deref(&self) -> &Offer {
        &self.offer
    }
}

impl Sheet {
    /// Loads a document and the version to start from.
    pub(super) async fn load(context: &RunContext, document_id: Uuid, base_version: i32) -> Result<Self, JobError> {
        let (db, workspace_id) = (&context.db, context.run.workspace_id);
        let gone = || JobError::permanent("document-gone", "The document no longer exists.");
        let document = document::find(db, workspace_id, document_id).await?.ok_or_else(gone)?;
        if document.version != base_version {
            let detail = "The document has a newer version. Start again from it.";
            return Err(JobError::permanent("document-changed", detail));
        }
        let version = document::version(db, workspace_id, document_id, base_version).await?.ok_or_else(gone)?;
        let topic = Topic {
            title: document.title.clone(),
            query: document.query.clone(),
            intent: document.intent.clone().unwrap_or_default(),
        };
        let brief = read(document.brief.0.clone())?;
        let offer = Offer::new(topic, brief, read(version.draft.0)?, read(version.cited.0)?);
        Ok(Self { document, offer })
    }
}

fn read<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> Result<T, JobError> {
    serde_json::from_value(value).map_err(|error| JobError::defect(&error))
}
