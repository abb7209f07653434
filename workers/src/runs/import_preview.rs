//! Previews an upload: recognised columns, and ignored ones with reasons. No rows are stored.

use serde_json::json;
use shared::{domain::now, store::import};

use super::import::{ImportPayload, import_error, latest_day, open, watch};
use crate::{
    collect::import::{self as reader, Options},
    context::RunContext,
    error::JobError,
    runs::done::Done,
};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let ImportPayload { import_id } = context.payload()?;
    let upload = open(context, import_id).await?;
    let name = upload.file_name.clone();
    let source = context.uploads.reader(import_id).await?;
    let saved = import::mappings(&context.db, context.run.workspace_id).await?;
    let options = Options { options: upload.options.0, saved, latest_day: Some(latest_day(now())) };
    let preview = context
        .compute(move |context| {
            reader::preview_with(source, &name, &options, &watch(&context))
                .map_err(|error| import_error(&context, &error))
        })
        .await?;
    let preview = serde_json::to_value(preview).map_err(|error| JobError::defect(&error))?;
    import::set_preview(&context.db, import_id, upload.size_bytes, &preview).await?;
    Ok(Done { result: json!({"importId": import_id, "preview": preview}), effects: Vec::new() })
}
