//! Keywords and clusters: the latest tables of the keyword engine for a website.

mod cluster;
mod list;
mod moves;

pub use cluster::clusters;
pub use list::{Clicks, Filter, Sort, Volume, clicks, count, list, positions, volumes};

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Result, Tx,
    effect::{Applied, Apply, NewFindings},
    macros::*,
};
use crate::domain::{
    event::NewEvent,
    keyword::{NewCluster, NewKeyword},
    run::Run,
};

/// Rows per statement, which limits its parameters to a few megabytes.
const ROWS_AT_ONCE: usize = 5_000;

/// Effect that replaces a website's keyword tables.
#[derive(Debug)]
pub struct KeywordTables {
    /// Website.
    pub website_id: Uuid,
    /// Keywords.
    pub keywords: Vec<NewKeyword>,
    /// Clusters.
    pub clusters: Vec<NewCluster>,
}

impl Apply for KeywordTables {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, _now: DateTime<Utc>,
    ) -> Applied<'a> {
        replace(tx, run, self).boxed()
    }
}

/// Replaces a website's tables with those of a run. Returns an event for each keyword with a changed position.
async fn replace(tx: &mut Tx, run: &Run, tables: &KeywordTables) -> Result<Vec<NewEvent>> {
    let KeywordTables { website_id, keywords, clusters } = tables;
    let (workspace_id, website_id, run_id) = (run.workspace_id, *website_id, run.id);
    let moved = moves::of(tx, workspace_id, website_id, keywords).await?;
    for table in ["DELETE FROM keywords WHERE website_id = $1", "DELETE FROM clusters WHERE website_id = $1"] {
        execute!(tx, table, website_id)?;
    }
    for piece in keywords.chunks(ROWS_AT_ONCE) {
        let rows: Vec<KeywordRow<'_>> = piece.iter().map(KeywordRow::of).collect();
        let sql = tx.dialect(KEYWORDS_POSTGRES, KEYWORDS_SQLITE);
        execute!(tx, sql, Json(&rows), workspace_id, website_id, run_id)?;
    }
    for piece in clusters.chunks(ROWS_AT_ONCE) {
        let rows: Vec<Value> = piece
            .iter()
            .map(|new| json!({"n": new.no, "v": new.value_mid_cents, "m": new.impressions, "b": new}))
            .collect();
        let sql = tx.dialect(CLUSTERS_POSTGRES, CLUSTERS_SQLITE);
        execute!(tx, sql, Json(&rows), workspace_id, website_id, run_id)?;
    }
    Ok(moved)
}

/// A keyword as a parameter of the statement: short names for its columns, and the whole record as its body.
#[derive(Serialize)]
struct KeywordRow<'a> {
    i: String,
    q: &'a str,
    t: Option<&'a str>,
    c: Option<i64>,
    w: &'a [String],
    k: i64,
    m: i64,
    p: Option<f64>,
    o: Option<f64>,
    v: Option<i64>,
    b: &'a NewKeyword,
}

impl<'a> KeywordRow<'a> {
    fn of(new: &'a NewKeyword) -> Self {
        Self {
            i: crate::domain::new_id().simple().to_string(),
            q: &new.query,
            t: new.intent.as_deref(),
            c: new.cluster_no,
            w: &new.win_kinds,
            k: new.clicks,
            m: new.impressions,
            p: new.position,
            o: new.volume,
            v: new.value.as_ref().map(|value| value.mid_cents),
            b: new,
        }
    }
}

const KEYWORDS_POSTGRES: &str = "
INSERT INTO keywords (id, workspace_id, website_id, run_id, query, intent, cluster_no, wins, clicks, impressions,
  position, volume, value_cents, body)
SELECT i, $2, $3, $4, q, t, c, w, k, m, p, o, v, b FROM jsonb_to_recordset($1)
  AS r(i uuid, q text, t text, c bigint, w jsonb, k bigint, m bigint, p float8, o float8, v bigint, b jsonb)";

const KEYWORDS_SQLITE: &str = "
INSERT INTO keywords (id, workspace_id, website_id, run_id, query, intent, cluster_no, wins, clicks, impressions,
  position, volume, value_cents, body)
SELECT unhex(value ->> 'i'), $2, $3, $4, value ->> 'q', value ->> 't', value ->> 'c', value -> 'w', value ->> 'k',
  value ->> 'm', value ->> 'p', value ->> 'o', value ->> 'v', value -> 'b' FROM json_each($1)";

const CLUSTERS_POSTGRES: &str = "
INSERT INTO clusters (run_id, no, workspace_id, website_id, value_cents, impressions, body)
SELECT $4, n, $2, $3, v, m, b FROM jsonb_to_recordset($1) AS r(n bigint, v bigint, m bigint, b jsonb)";

const CLUSTERS_SQLITE: &str = "
INSERT INTO clusters (run_id, no, workspace_id, website_id, value_cents, impressions, body)
SELECT $4, value ->> 'n', $2, $3, value ->> 'v', value ->> 'm', value -> 'b' FROM json_each($1)";
