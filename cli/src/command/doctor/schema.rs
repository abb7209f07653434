//! Checks the database file and its schema.

use shared::store::Db;

use super::Finding;

pub(crate) async fn look(db: &Db) -> Finding {
    let check = "schema";
    let (known, applied) = match db.schema_versions().await {
        Ok(versions) => versions,
        Err(error) => return Finding::fail(check, error.to_string(), "Fix the problems of the other checks first."),
    };
    match applied.unwrap_or(0) {
        applied if applied > known => Finding::fail(
            check,
            format!("version {applied}; this program knows {known}"),
            "The database has had a newer version of this program: install that one.",
        ),
        applied if applied < known => {
            let found = format!("version {applied} is behind {known}");
            match db {
                Db::Sqlite(_) => {
                    Finding::warn(check, found, "The next start brings it up to date; or run: motherlode migrate")
                }
                Db::Postgres(_) => Finding::fail(check, found, "Run: motherlode migrate"),
            }
        }
        applied => Finding::ok(check, format!("version {applied}, up to date")),
    }
}

/// Checks the integrity of the embedded database.
pub(crate) async fn look_at_file(db: &Db) -> Finding {
    let check = "database";
    let cure = "Restore the last backup: motherlode restore FILE --force";
    let Db::Sqlite(sqlite) = db else { return Finding::ok(check, "PostgreSQL") };
    match sqlite.damages().await {
        Ok(damages) if damages.is_empty() => Finding::ok(check, "sound"),
        Ok(damages) => Finding::fail(check, format!("damaged: {}", damages.join("; ")), cure),
        Err(error) => Finding::fail(check, error.to_string(), cure),
    }
}
