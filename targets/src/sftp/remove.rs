//! Removes what was published in a folder of the server, and nothing else.

use super::{connect::Connection, paths::Paths, publish::LONGEST_MARK};
use crate::{SiteKey, TargetError, owner};

/// The mark goes last: until then, repeating removes the rest.
pub(super) async fn remove(connection: &Connection, paths: &Paths, site: &SiteKey) -> Result<(), TargetError> {
    let Some(mark) = connection.read(&paths.mark(), LONGEST_MARK).await? else { return Ok(()) };
    owner::check(&mark, site, &format!("{} on {}", paths.base(), connection.host))?;
    if connection.find(&paths.current()).await?.is_some_and(|found| found.file_type().is_symlink()) {
        connection.remove_file(&paths.current()).await?;
    }
    if connection.find(&paths.releases()).await?.is_some_and(|found| found.file_type().is_dir()) {
        connection.remove_tree(&paths.releases()).await?;
    }
    connection.remove_file(&paths.mark()).await?;
    // It stays if it has other files.
    connection.remove_folder(paths.base()).await.map(drop)
}
