//! Rows for SQLite: one statement for many rows. (JSON unpacked by SQLite takes several times as long.)

use std::sync::LazyLock;

use sqlx::{Arguments, AssertSqlSafe, SqliteConnection, error::BoxDynError, sqlite::SqliteArguments, types::Json};

use super::Owner;
use crate::{
    domain::{
        self,
        keyword::{NewCluster, NewKeyword},
    },
    store::Result,
};

/// Rows per statement.
const ROWS_AT_ONCE: usize = 500;

type Added = std::result::Result<(), BoxDynError>;

pub(super) async fn keywords(tx: &mut SqliteConnection, owner: Owner, keywords: &[NewKeyword]) -> Result<()> {
    static FULL: LazyLock<String> = LazyLock::new(|| keywords_of(ROWS_AT_ONCE));
    insert(tx, (&FULL, keywords_of), owner, keywords, add_keyword).await
}

pub(super) async fn clusters(tx: &mut SqliteConnection, owner: Owner, clusters: &[NewCluster]) -> Result<()> {
    static FULL: LazyLock<String> = LazyLock::new(|| clusters_of(ROWS_AT_ONCE));
    insert(tx, (&FULL, clusters_of), owner, clusters, add_cluster).await
}

/// Inserts rows; `sql` is the statement for [`ROWS_AT_ONCE`] rows and the function that writes it for another number.
async fn insert<T: Sync>(
    tx: &mut SqliteConnection, sql: (&str, fn(usize) -> String), owner: Owner, rows: &[T],
    add: fn(&mut SqliteArguments, &T) -> Added,
) -> Result<()> {
    let mut pieces = rows.chunks(ROWS_AT_ONCE);
    let mut next = pieces.next().map(|piece| Piece::of(piece, add)).transpose()?;
    while let Some(piece) = next {
        // The database inserts a piece on its own thread while the next one is prepared.
        let prepared = async { pieces.next().map(|piece| Piece::of(piece, add)).transpose() };
        let (inserted, following) = futures::join!(piece.insert(tx, sql, owner), prepared);
        inserted?;
        next = following?;
    }
    Ok(())
}

/// The values of one statement.
struct Piece {
    rows: usize,
    values: SqliteArguments,
}

impl Piece {
    fn of<T>(rows: &[T], add: fn(&mut SqliteArguments, &T) -> Added) -> Result<Self> {
        let mut values = SqliteArguments::default();
        rows.iter().try_for_each(|row| add(&mut values, row)).map_err(sqlx::Error::Encode)?;
        Ok(Self { rows: rows.len(), values })
    }

    async fn insert(
        self, tx: &mut SqliteConnection, (full, of): (&str, fn(usize) -> String), owner: Owner,
    ) -> Result<()> {
        let is_full = self.rows == ROWS_AT_ONCE;
        let sql = if is_full { full.to_owned() } else { of(self.rows) };
        // The text contains only placeholders. Texts of other lengths are rare, so they are not kept prepared.
        let insert = sqlx::query_with(AssertSqlSafe(sql), self.values).persistent(is_full);
        insert.bind(owner.workspace_id).bind(owner.website_id).bind(owner.run_id).execute(tx).await?;
        Ok(())
    }
}

/// Returns the statement for a number of keywords. Placeholders have no numbers, because the driver searches numbered
/// ones linearly.
fn keywords_of(rows: usize) -> String {
    let values = vec!["(?,?,?,?,?,?,?,?,?,?,?)"; rows].join(",");
    format!(
        "INSERT INTO keywords (id, query, intent, cluster_no, wins, clicks, impressions, position, volume, value_cents,
           body, workspace_id, website_id, run_id)
         SELECT column1, column2, column3, column4, column5, column6, column7, column8, column9, column10, column11,
                owner.workspace_id, owner.website_id, owner.run_id
           FROM (VALUES {values}) CROSS JOIN (SELECT ? AS workspace_id, ? AS website_id, ? AS run_id) AS owner"
    )
}

fn add_keyword(values: &mut SqliteArguments, new: &NewKeyword) -> Added {
    values.add(domain::new_id())?;
    values.add(new.query.as_str())?;
    values.add(new.intent.as_deref())?;
    values.add(new.cluster_no)?;
    values.add(Json(&new.win_kinds))?;
    values.add(new.clicks)?;
    values.add(new.impressions)?;
    values.add(new.position)?;
    values.add(new.volume)?;
    values.add(new.value.as_ref().map(|value| value.mid_cents))?;
    values.add(Json(new))
}

fn clusters_of(rows: usize) -> String {
    let values = vec!["(?,?,?,?)"; rows].join(",");
    format!(
        "INSERT INTO clusters (no, value_cents, impressions, body, workspace_id, website_id, run_id)
         SELECT column1, column2, column3, column4, owner.workspace_id, owner.website_id, owner.run_id
           FROM (VALUES {values}) CROSS JOIN (SELECT ? AS workspace_id, ? AS website_id, ? AS run_id) AS owner"
    )
}

fn add_cluster(values: &mut SqliteArguments, new: &NewCluster) -> Added {
    values.add(new.no)?;
    values.add(new.value_mid_cents)?;
    values.add(new.impressions)?;
    values.add(Json(new))
}
