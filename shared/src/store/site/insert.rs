//! Adds sites, many with a statement.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::site::{SiteKind, SitePlace, SiteStatus},
    store::{Executor, Result, Tx, batch::sql_time, macros::*},
};

/// Maximum number of sites of a workspace, with deleted ones.
pub const MOST_SITES: i64 = 10_000;
/// Number of sites of a statement.
const AT_ONCE: usize = 1_000;

/// Form that receives the leads of a new site.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewForm {
    /// Id.
    pub id: Uuid,
    /// Last part of its public address, from a secure random source.
    pub key: String,
    /// What a visitor agrees to.
    pub consent_text: String,
}

/// A site to add, with its website.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewSite {
    /// Id of its website.
    pub id: Uuid,
    /// Display name.
    pub name: String,
    /// URL of its home page.
    pub url: String,
    /// Host of `url`, in lower case, without `www.`.
    pub host: String,
    /// First label of its host name on the sites domain.
    pub slug: String,
    /// Kind.
    pub kind: SiteKind,
    /// Slug of the vertical.
    pub vertical: String,
    /// Name of the vertical.
    pub vertical_name: String,
    /// Places.
    pub places: Vec<SitePlace>,
    /// Word of a theme.
    pub theme: String,
    /// Seed of its texts.
    pub seed: i64,
    /// Telephone number in E.164.
    pub phone: Option<String>,
    /// Whether the account states that it owns the number.
    pub phone_is_owned: bool,
    /// Target; `None` for built-in hosting.
    pub target_id: Option<Uuid>,
    /// Deployment that it belongs to.
    pub deployment_id: Option<Uuid>,
    /// Form that receives its leads.
    pub form: Option<NewForm>,
}

macro_rules! rows_of {
    ($postgres:literal, $sqlite:literal, $columns:literal) => {
        (
            concat!($postgres, " FROM jsonb_to_recordset($1) AS v(", $columns, ")"),
            concat!($sqlite, " FROM json_each($1)"),
        )
    };
}

const WEBSITES: (&str, &str) = rows_of!(
    "INSERT INTO websites (id, workspace_id, name, url, host, kind, created_at)
     SELECT id, $2, na, ur, ho, ki, CAST(at AS timestamptz)",
    "INSERT INTO websites (id, workspace_id, name, url, host, kind, created_at)
     SELECT unhex(value ->> 'id'), $2, value ->> 'na', value ->> 'ur', value ->> 'ho', value ->> 'ki', value ->> 'at'",
    "id uuid, na text, ur text, ho text, ki text, at text"
);

const FORMS: (&str, &str) = rows_of!(
    "INSERT INTO lead_sources (id, workspace_id, website_id, kind, key, name, vertical, place, consent_text, min_seconds,
       is_enabled, created_at)
     SELECT fo, $2, id, 'form', fk, na, ve, pn, fc, 0, true, CAST(at AS timestamptz)",
    "INSERT INTO lead_sources (id, workspace_id, website_id, kind, key, name, vertical, place, consent_text, min_seconds,
       is_enabled, created_at)
     SELECT unhex(value ->> 'fo'), $2, unhex(value ->> 'id'), 'form', value ->> 'fk', value ->> 'na', value ->> 've',
       value ->> 'pn', value ->> 'fc', 0, 1, value ->> 'at'",
    "id uuid, fo uuid, fk text, na text, ve text, pn text, fc text, at text"
);

const SITES: (&str, &str) = rows_of!(
    "INSERT INTO sites (website_id, workspace_id, slug, kind, vertical, vertical_name, places, theme, seed, phone,
       phone_is_owned, target_id, lead_source_id, deployment_id, status, created_by, created_at, updated_at)
     SELECT id, $2, sl, ki, ve, vn, pl, th, se, ph, po, ta, fo, de, $4, $3, CAST(at AS timestamptz),
       CAST(at AS timestamptz)",
    "INSERT INTO sites (website_id, workspace_id, slug, kind, vertical, vertical_name, places, theme, seed, phone,
       phone_is_owned, target_id, lead_source_id, deployment_id, status, created_by, created_at, updated_at)
     SELECT unhex(value ->> 'id'), $2, value ->> 'sl', value ->> 'ki', value ->> 've', value ->> 'vn', value -> 'pl',
       value ->> 'th', value ->> 'se', value ->> 'ph', value ->> 'po', unhex(value ->> 'ta'), unhex(value ->> 'fo'),
       unhex(value ->> 'de'), $4, $3, value ->> 'at', value ->> 'at'",
    "id uuid, sl text, ki text, ve text, vn text, pl jsonb, th text, se bigint, ph text, po boolean, ta uuid, fo uuid,
     de uuid, at text"
);

/// Adds sites with their websites and forms to the workspace, as drafts. Add their forms, targets and deployment to the
/// same workspace.
///
/// # Errors
/// Returns a conflict if a slug or a key of a form is taken, or an error if a query fails; the transaction must be rolled
/// back then.
pub async fn insert(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, new: &[NewSite], now: DateTime<Utc>) -> Result<()> {
    for part in new.chunks(AT_ONCE) {
        let rows: Vec<Value> = part.iter().map(|site| row(site, now)).collect();
        let with_form: Vec<&Value> = rows.iter().filter(|row| !row["fo"].is_null()).collect();
        let sql = tx.dialect(WEBSITES.0, WEBSITES.1);
        execute!(&mut *tx, sql, Json(&rows), workspace_id)?;
        let sql = tx.dialect(FORMS.0, FORMS.1);
        execute!(&mut *tx, sql, Json(&with_form), workspace_id)?;
        let sql = tx.dialect(SITES.0, SITES.1);
        execute!(&mut *tx, sql, Json(&rows), workspace_id, user_id, SiteStatus::Draft)?;
    }
    Ok(())
}

fn row(site: &NewSite, now: DateTime<Utc>) -> Value {
    let hex = |id: Uuid| id.simple().to_string();
    let form = site.form.as_ref();
    let place = site.places.first().filter(|_| site.places.len() == 1).map(|place| place.name.as_str());
    json!({
        "id": hex(site.id), "na": site.name, "ur": site.url, "ho": site.host, "sl": site.slug, "ki": site.kind,
        "ve": site.vertical, "vn": site.vertical_name, "pl": site.places, "th": site.theme, "se": site.seed,
        "ph": site.phone, "po": site.phone_is_owned, "ta": site.target_id.map(hex),
        "de": site.deployment_id.map(hex), "fo": form.map(|form| hex(form.id)), "fk": form.map(|form| &form.key),
        "fc": form.map(|form| &form.consent_text), "pn": place, "at": sql_time(now),
    })
}

/// Returns the `slugs` that a site of any workspace has already, will have, or had before it was deleted: DNS records of its owner
/// may still lead to that name.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn taken_slugs(executor: impl Into<Executor<'_>>, slugs: &[String]) -> Result<Vec<String>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT slug FROM sites WHERE slug IN (SELECT jsonb_array_elements_text($1)) UNION
         SELECT slug FROM planned_sites WHERE slug IN (SELECT jsonb_array_elements_text($1)) UNION
         SELECT slug FROM former_slugs WHERE slug IN (SELECT jsonb_array_elements_text($1)) ORDER BY slug",
        "SELECT slug FROM sites WHERE slug IN (SELECT value FROM json_each($1)) UNION
         SELECT slug FROM planned_sites WHERE slug IN (SELECT value FROM json_each($1)) UNION
         SELECT slug FROM former_slugs WHERE slug IN (SELECT value FROM json_each($1)) ORDER BY slug",
    );
    let rows = query_all!(executor, (String,), sql, Json(slugs))?;
    Ok(rows.into_iter().map(|(slug,)| slug).collect())
}

/// Counts the sites of the workspace, with deleted ones and those that a deployment is about to create.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    let sql = "SELECT (SELECT COUNT(*) FROM sites WHERE workspace_id = $1) +
                      (SELECT COUNT(*) FROM planned_sites WHERE workspace_id = $1)";
    query_value!(executor.into(), i64, sql, workspace_id)
}
