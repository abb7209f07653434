//! Undoes an import: its rows disappear at once for all readers, then are deleted in pieces.

use serde_json::json;
use shared::store::import::{self, ImportUndone};

use super::import::{ImportPayload, open};
use crate::{context::RunContext, error::JobError, runs::done::Done};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let ImportPayload { import_id } = context.payload()?;
    let upload = open(context, import_id).await?;
    context.progress(10, "undoing", "");
    import::hide(&context.db, import_id).await?;
    import::delete_batch(&context.db, import_id, None).await?;
    Ok(Done {
        result: json!({"importId": import_id, "rows": upload.rows}),
        effects: vec![ImportUndone { import_id }.into()],
    })
}
