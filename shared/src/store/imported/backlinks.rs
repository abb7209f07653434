//! Backlinks.

use uuid::Uuid;

use super::{current, pattern, with_import};
use crate::{
    domain::{
        Page, Pair, fetched,
        imported::{Backlink, BacklinkGroup, Imported, LinkRel, RecordFilter},
    },
    store::{Executor, Result, macros::*},
};

/// Returns a page of a website's backlinks, latest import first, in the order of the file.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn backlinks(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &RecordFilter, limit: usize,
) -> Result<Page<Imported<Backlink>>> {
    let (batch, no) = Pair::unzip(filter.after);
    let rows = query_all!(
        executor.into(),
        Imported<Backlink>,
        current!(
            with_import!(
                "r.provider, r.source_url, r.source_host, r.target_url, r.anchor, r.is_nofollow, r.is_ugc, r.is_sponsored,
                 r.first_seen, r.last_seen, r.lost_on, r.is_lost, r.authority, r.authority_name"
            ),
            "backlinks",
            " AND (CAST($3 AS TEXT) IS NULL OR LOWER(r.source_url) LIKE $3 ESCAPE '!'
                   OR LOWER(r.target_url) LIKE $3 ESCAPE '!' OR LOWER(r.anchor) LIKE $3 ESCAPE '!')
              AND (CAST($4 AS TEXT) IS NULL OR r.provider = $4)
              AND (CAST($5 AS BOOLEAN) IS NULL OR r.is_lost = $5)
              AND (CAST($6 AS TEXT) IS NULL OR ($6 = 'nofollow' AND r.is_nofollow) OR ($6 = 'ugc' AND r.is_ugc)
                   OR ($6 = 'sponsored' AND r.is_sponsored)
                   OR ($6 = 'followed' AND r.is_nofollow IS NOT NULL AND NOT r.is_nofollow
                       AND NOT COALESCE(r.is_ugc, FALSE) AND NOT COALESCE(r.is_sponsored, FALSE)))
              AND (CAST($7 AS DATE) IS NULL OR r.first_seen >= $7) AND (CAST($8 AS DATE) IS NULL OR r.first_seen <= $8)
              AND ($9 IS NULL OR r.batch_id < $9 OR (r.batch_id = $9 AND r.no > $10))
            ORDER BY r.batch_id DESC, r.no LIMIT $11"
        ),
        workspace_id,
        website_id,
        pattern(filter.contains.as_deref()),
        filter.group.as_deref(),
        filter.is_lost,
        filter.rel.map(LinkRel::as_str),
        filter.from,
        filter.to,
        batch,
        no,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| Pair(row.batch_id, row.no).to_string()))
}

/// Returns a website's backlinks by provider.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn backlink_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<BacklinkGroup>> {
    query_all!(
        executor.into(),
        BacklinkGroup,
        current!(
            "r.provider, COUNT(*) AS links,
             COUNT(DISTINCT CASE WHEN r.is_lost THEN NULL ELSE r.source_host END) AS referring_domains,
             CAST(SUM(CASE WHEN r.is_lost THEN 1 ELSE 0 END) AS BIGINT) AS lost,
             CAST(SUM(CASE WHEN COALESCE(r.is_nofollow, FALSE) OR COALESCE(r.is_ugc, FALSE)
                        OR COALESCE(r.is_sponsored, FALSE) THEN 1 ELSE 0 END) AS BIGINT) AS not_followed,
             MAX(imports.imported_at) AS imported_at",
            "backlinks",
            " GROUP BY r.provider ORDER BY r.provider"
        ),
        workspace_id,
        website_id
    )
}

/// Returns the number of hosts that link to a website according to any provider, without lost links.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn referring_domains(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<i64> {
    let sql = current!("COUNT(DISTINCT r.source_host)", "backlinks", " AND NOT r.is_lost");
    query_value!(executor.into(), i64, sql, workspace_id, website_id)
}
