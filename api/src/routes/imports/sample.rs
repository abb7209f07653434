//! Imports the sample data of the product.

use ::engines::simulator::LoggedChange;
use axum::{extract::State, response::Response};
use shared::{
    domain::{
        import::{Import, ImportStatus},
        now,
        website::WebsiteKind,
    },
    store::{
        self, Tx,
        annotation::{self, AnnotationBody},
        import, run,
        website::{self, NewWebsite},
    },
    uploads::{FileDigest, Uploads},
};
use uuid::Uuid;

use super::{
    abandoned::Pending,
    commit::{Answer, answer, new_run},
    part::begin,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    routes::runs::{
        start,
        wait::{Prefer, Waiter},
    },
    state::AppState,
};

/// Output of `motherlode simulate sample`: exports of the simulated market for a reserved domain.
const BYTES: &[u8] = include_bytes!("../../../../workers/data/sample-site.zip");
/// Change log of the simulated site: output of `motherlode simulate changes`.
const CHANGES: &str = include_str!("../../../data/sample-changes.json");
const FILE_NAME: &str = "sample-site.zip";
const HOST: &str = "sample.example";

/// Import the sample data.
///
/// Creates a website with simulated data and its change log. If the workspace has it already, returns the existing
/// import.
#[utoipa::path(
    post, path = "/api/imports/sample", tag = "imports", params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer,
) -> Result<Response> {
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    if let Some((import, website_id, run_id)) = present(&state, member.workspace_id).await? {
        let run = run::find(&state.db, member.workspace_id, run_id).await?.ok_or(ApiError::NotFound("run"))?;
        let run = waiter.ended(&state, run).await?;
        return answer(&state, &member, run, import.id, website_id, wait).await;
    }
    let pending = upload(&state, &member).await?;
    let (import_id, pending) = pending;
    let mut tx = state.db.begin().await?;
    let website_id = match website::find_by_host(&mut tx, member.workspace_id, HOST, WebsiteKind::Sample).await? {
        Some(id) => id,
        None => {
            let id = website::insert(&mut tx, member.workspace_id, &sample_website(), now()).await?;
            note_changes(&mut tx, &member, id).await?;
            id
        }
    };
    let new = new_run(&member, import_id, website_id);
    let inserted = run::insert(&mut tx, &new).await?;
    let begun = import::begin(&mut tx, member.workspace_id, import_id, website_id, new.id).await?;
    begun.ok_or_else(|| ApiError::unexpected("a new import cannot be read"))?;
    tx.commit().await?;
    pending.keep();
    let run = start::started(&state, &new, inserted).await?;
    let run = waiter.ended(&state, run).await?;
    answer(&state, &member, run, import_id, website_id, wait).await
}

/// Stores the change log of the simulated market, so that the causal engine can measure effects.
async fn note_changes(tx: &mut Tx, member: &Member<Changes>, website_id: Uuid) -> Result<()> {
    let logged: Vec<LoggedChange> = serde_json::from_str(CHANGES).map_err(ApiError::unexpected)?;
    for change in logged {
        let note = AnnotationBody {
            website_id: Some(website_id),
            day: change.day.to_string().parse().map_err(ApiError::unexpected)?,
            at: None,
            kind: change.kind.parse().map_err(ApiError::unexpected)?,
            title: change.title,
            detail: "Simulated.".to_owned(),
            pages: change.pages,
        };
        annotation::insert(&mut *tx, member.workspace_id, member.caller.user_id, &note, now()).await?;
    }
    Ok(())
}

fn sample_website() -> NewWebsite {
    NewWebsite {
        name: "Sample data".to_owned(),
        url: format!("https://www.{HOST}/"),
        host: HOST.to_owned(),
        kind: WebsiteKind::Sample,
    }
}

/// Returns the existing import of the sample, with its website and its run.
async fn present(state: &AppState, workspace_id: Uuid) -> Result<Option<(Import, Uuid, Uuid)>> {
    let websites = store::website::list(&state.db, workspace_id, Some(WebsiteKind::Sample)).await?;
    let ids: Vec<Uuid> = websites.into_iter().map(|website| website.id).collect();
    let imports = import::list(&state.db, workspace_id, None, 200).await?.items;
    let present = imports.into_iter().find_map(|import| {
        let counts = matches!(import.status, ImportStatus::Imported | ImportStatus::Importing);
        let website_id = import.website_id.filter(|id| counts && ids.contains(id))?;
        let run_id = import.run_id?;
        Some((import, website_id, run_id))
    });
    Ok(present)
}

async fn upload(state: &AppState, member: &Member<Changes>) -> Result<(Uuid, Pending)> {
    let (import_id, pending) = begin(state, member, FILE_NAME).await?;
    let uploads = Uploads::new(state.settings.upload_dir.clone(), &state.db);
    let mut writer = uploads.writer(import_id).await?;
    writer.append(BYTES).await?;
    let size = i64::try_from(writer.finish().await?).unwrap_or(i64::MAX);
    let mut digest = FileDigest::default();
    digest.update(BYTES);
    import::complete(&state.db, import_id, FILE_NAME, size, &[digest.finish(FILE_NAME.to_owned())]).await?;
    Ok((import_id, pending))
}
