//! Points `current` at a release in one step, and removes old releases.

use super::{connect::Connection, files::RENAME, paths::Paths, publish::LONGEST_MARK};
use crate::{Release, TargetError, owner, release::check_id};

pub(super) async fn activate(
    connection: &Connection, paths: &Paths, release: &Release, keep: u32,
) -> Result<(), TargetError> {
    let place = format!("{} on {}", paths.base(), connection.host);
    let gone = || TargetError::Gone { release: release.id.clone(), place: place.clone() };
    let mark = connection.read(&paths.mark(), LONGEST_MARK).await?.ok_or_else(gone)?;
    owner::check(&mark, &release.site, &place)?;
    if !connection.find(&paths.complete()).await?.is_some_and(|found| found.file_type().is_dir()) {
        return Err(gone());
    }
    switch(connection, paths).await?;
    prune(connection, paths, &release.id, keep).await
}

async fn switch(connection: &Connection, paths: &Paths) -> Result<(), TargetError> {
    if !connection.offers(RENAME) {
        return Err(TargetError::Unsupported {
            place: connection.host.clone(),
            feature: "a rename that replaces a file in one step (posix-rename@openssh.com)",
            advice: "Use a server with OpenSSH, or another kind of target.",
        });
    }
    if connection.find(&paths.current()).await?.is_some_and(|found| !found.file_type().is_symlink()) {
        return Err(TargetError::InTheWay(format!("{} on {}", paths.current(), connection.host)));
    }
    let temporary = paths.at(".current");
    connection.remove_file(&temporary).await?;
    connection.symlink(&paths.link(), &temporary).await?;
    connection.replace(&temporary, &paths.current()).await
}

/// Removes all but the newest releases and the live one, and what broken uploads left.
async fn prune(connection: &Connection, paths: &Paths, live: &str, keep: u32) -> Result<(), TargetError> {
    let releases = paths.releases();
    let grave = format!("{releases}/.old");
    let mut complete = Vec::new();
    for (name, found) in connection.list(&releases).await? {
        let path = format!("{releases}/{name}");
        let is_folder = found.file_type().is_dir();
        if name.starts_with(".file-") && !is_folder {
            connection.remove_file(&path).await?;
        } else if is_folder && (name.starts_with(".partial-") || name == ".old") {
            connection.remove_tree(&path).await?;
        } else if is_folder && name != live && check_id("release id", &name).is_ok() {
            complete.push((found.mtime.unwrap_or(0), path));
        }
    }
    complete.sort();
    let old = complete.len().saturating_sub(keep.saturating_sub(1) as usize);
    for (_, path) in complete.iter().take(old) {
        // Renamed first, so that half a release never has the name of a whole one.
        connection.rename(path, &grave).await?;
        connection.remove_tree(&grave).await?;
    }
    Ok(())
}
