//! What a run that writes a document leaves behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use super::{Appended, NewVersion, append};
use crate::{
    domain::run::Run,
    store::{
        StoreError, Tx,
        effect::{Applied, Apply, NewFindings},
    },
};

/// Effect: a run has written a version of a document.
#[derive(Debug)]
pub struct DocumentWritten {
    /// Document.
    pub document_id: Uuid,
    /// Number of the version that must still be the current one; `None` if any may be.
    pub expected: Option<i32>,
    /// The version.
    pub version: NewVersion,
}

impl Apply for DocumentWritten {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        async move {
            match append(tx, run.workspace_id, self.document_id, self.expected, &self.version, now).await? {
                // A document that was deleted meanwhile needs no version.
                Appended::New(_) | Appended::Same(_) | Appended::Missing => Ok(Vec::new()),
                Appended::Stale(_) => Err(StoreError::Conflict { constraint: "current version".to_owned() }),
                Appended::Full => Err(StoreError::Conflict { constraint: "number of versions".to_owned() }),
            }
        }
        .boxed()
    }
}
