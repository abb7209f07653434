//! Removes what was published in a folder, and nothing else.

use std::{fs, io, path::Path};

use super::{
    place::{CURRENT, RELEASES, check_links, remove_file, remove_folder},
    publish::is_in_the_way,
};
use crate::{SiteKey, TargetError, owner};

/// The mark goes last: until then, repeating removes the rest.
pub(super) fn remove(base: &Path, site: &SiteKey) -> Result<(), TargetError> {
    let place = base.display().to_string();
    let failed = |error: &io::Error| TargetError::io(place.clone(), error);
    match fs::read(base.join(owner::FILE)) {
        Ok(found) => owner::check(&found, site, &place)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(&error)),
    }
    check_links(base, Path::new(RELEASES))?;
    if !is_in_the_way(&base.join(CURRENT)) {
        remove_file(&base.join(CURRENT)).map_err(|error| failed(&error))?;
    }
    remove_folder(&base.join(RELEASES), &base.join(".motherlode.old"))?;
    remove_file(&base.join(owner::FILE)).map_err(|error| failed(&error))?;
    // It stays if it has other files.
    let _ = fs::remove_dir(base);
    Ok(())
}
