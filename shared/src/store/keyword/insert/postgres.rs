//! Rows for PostgreSQL: one JSON parameter for many rows.

use serde::Serialize;
use sqlx::{PgConnection, types::Json};

use super::Owner;
use crate::{
    domain::{
        self,
        keyword::{NewCluster, NewKeyword},
    },
    store::Result,
};

/// Rows per statement, which limits its parameters to a few megabytes.
const ROWS_AT_ONCE: usize = 5_000;

const KEYWORDS: &str = "
INSERT INTO keywords (id, workspace_id, website_id, run_id, query, intent, cluster_no, wins, clicks, impressions,
  position, volume, value_cents, body)
SELECT i, $2, $3, $4, q, t, c, w, k, m, p, o, v, b FROM jsonb_to_recordset($1)
  AS r(i uuid, q text, t text, c bigint, w jsonb, k bigint, m bigint, p float8, o float8, v bigint, b jsonb)";

const CLUSTERS: &str = "
INSERT INTO clusters (run_id, no, workspace_id, website_id, value_cents, impressions, body)
SELECT $4, n, $2, $3, v, m, b FROM jsonb_to_recordset($1) AS r(n bigint, v bigint, m bigint, b jsonb)";

pub(super) async fn keywords(tx: &mut PgConnection, owner: Owner, keywords: &[NewKeyword]) -> Result<()> {
    for piece in keywords.chunks(ROWS_AT_ONCE) {
        let rows: Vec<Keyword<'_>> = piece.iter().map(Keyword::of).collect();
        insert(tx, KEYWORDS, owner, &rows).await?;
    }
    Ok(())
}

pub(super) async fn clusters(tx: &mut PgConnection, owner: Owner, clusters: &[NewCluster]) -> Result<()> {
    for piece in clusters.chunks(ROWS_AT_ONCE) {
        let rows: Vec<Cluster<'_>> = piece.iter().map(Cluster::of).collect();
        insert(tx, CLUSTERS, owner, &rows).await?;
    }
    Ok(())
}

async fn insert(tx: &mut PgConnection, sql: &'static str, owner: Owner, rows: &[impl Serialize + Sync]) -> Result<()> {
    let insert = sqlx::query(sql).bind(Json(rows)).bind(owner.workspace_id).bind(owner.website_id).bind(owner.run_id);
    insert.execute(tx).await?;
    Ok(())
}

/// A keyword with short names for its columns, and the whole record as its body.
#[derive(Serialize)]
struct Keyword<'a> {
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

impl<'a> Keyword<'a> {
    fn of(new: &'a NewKeyword) -> Self {
        Self {
            i: domain::new_id().simple().to_string(),
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

/// A cluster, in the same way.
#[derive(Serialize)]
struct Cluster<'a> {
    n: i64,
    v: Option<i64>,
    m: i64,
    b: &'a NewCluster,
}

impl<'a> Cluster<'a> {
    const fn of(new: &'a NewCluster) -> Self {
        Self { n: new.no, v: new.value_mid_cents, m: new.impressions, b: new }
    }
}
