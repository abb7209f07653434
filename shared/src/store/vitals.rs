//! Core Web Vitals as the Chrome UX Report has them.

use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Db, Executor, Result,
    macros::*,
    sync::{Target, hold},
};
use crate::domain::analytics::{Vitals, VitalsDevice};

/// Replaces the history of a page and a device: days that the provider no longer has are kept. Returns false if the run is
/// no longer held; nothing changes then.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn replace(
    db: &Db, target: &Target, run: (Uuid, i32), url: &str, device: VitalsDevice, rows: &[Vitals],
) -> Result<bool> {
    let (Some(first), Some(last)) = (rows.iter().map(|row| row.day).min(), rows.iter().map(|row| row.day).max()) else {
        return Ok(true);
    };
    let mut tx = db.begin().await?;
    if !hold(&mut tx, run).await? {
        return Ok(false);
    }
    let (id, workspace_id) = (target.connection_id, target.workspace_id);
    let sql = "DELETE FROM web_vitals WHERE connection_id = $1 AND workspace_id = $2 AND url = $3 AND device = $4
                 AND day >= $5";
    execute!(&mut tx, sql, id, workspace_id, url, device, first)?;
    let insert = tx.dialect(
        "INSERT INTO web_vitals (connection_id, workspace_id, website_id, url, device, is_origin, first_day, day, lcp, inp,
           cls, fcp, ttfb)
         SELECT $1, $2, $3, $4, $5, CAST(value ->> 0 AS boolean), CAST(value ->> 1 AS date), CAST(value ->> 2 AS date),
                CAST(value ->> 3 AS double precision), CAST(value ->> 4 AS double precision),
                CAST(value ->> 5 AS double precision), CAST(value ->> 6 AS double precision),
                CAST(value ->> 7 AS double precision) FROM jsonb_array_elements($6) AS v(value)",
        "INSERT INTO web_vitals (connection_id, workspace_id, website_id, url, device, is_origin, first_day, day, lcp, inp,
           cls, fcp, ttfb)
         SELECT $1, $2, $3, $4, $5, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                value ->> 6, value ->> 7 FROM json_each($6)",
    );
    let list: Vec<Value> = rows.iter().map(values).collect();
    execute!(&mut tx, insert, id, workspace_id, target.website_id, url, device, Json(list))?;
    execute!(
        &mut tx,
        "UPDATE sync_sources SET rows = (SELECT COUNT(*) FROM web_vitals WHERE connection_id = $1 AND website_id = $5),
           first_day = CASE WHEN first_day < $3 THEN first_day ELSE $3 END,
           last_day = CASE WHEN last_day > $4 THEN last_day ELSE $4 END,
           last_final_day = CASE WHEN last_final_day > $4 THEN last_final_day ELSE $4 END
          WHERE connection_id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        first,
        last,
        target.website_id
    )?;
    tx.commit().await?;
    Ok(true)
}

fn values(row: &Vitals) -> Value {
    let Vitals { is_origin, first_day, day, lcp, inp, cls, fcp, ttfb, .. } = row;
    json!([is_origin, first_day.to_string(), day.to_string(), lcp, inp, cls, fcp, ttfb])
}

macro_rules! columns {
    () => {
        "SELECT v.connection_id, v.url, v.is_origin, v.device, v.first_day, v.day, v.lcp, v.inp, v.cls, v.fcp, v.ttfb
           FROM web_vitals v WHERE v.workspace_id = $1 AND v.website_id = $2 "
    };
}

/// Returns the latest figures of the origin and of each page, the origin first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, device: VitalsDevice,
) -> Result<Vec<Vitals>> {
    let sql = concat!(
        columns!(),
        "AND v.device = $3 AND v.day = (SELECT MAX(o.day) FROM web_vitals o WHERE o.workspace_id = $1 AND o.website_id = $2
            AND o.url = v.url AND o.device = $3)
          ORDER BY v.is_origin DESC, v.url LIMIT 200"
    );
    query_all!(executor.into(), Vitals, sql, workspace_id, website_id, device)
}

/// Returns true if there are field data or tests in the laboratory of a website, or of any website of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn any(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM web_vitals WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2))
                   OR EXISTS (SELECT 1 FROM speed_tests WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2))";
    query_value!(executor.into(), bool, sql, workspace_id, website_id)
}

/// Returns the history of a website, of one page if given, oldest first; at most `most` rows.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn history(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, url: Option<&str>,
    device: Option<VitalsDevice>, most: i64,
) -> Result<Vec<Vitals>> {
    let sql = concat!(
        columns!(),
        "AND ($3 IS NULL OR v.url = $3) AND ($4 IS NULL OR v.device = $4)
          ORDER BY v.is_origin DESC, v.url, v.device, v.day LIMIT $5"
    );
    query_all!(executor.into(), Vitals, sql, workspace_id, website_id, url, device, most)
}
