//! Checks the data directory: it exists, is owned, writable, and not accessible to others.

use std::{
    fs::{self, Metadata},
    io::ErrorKind,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
};

use super::Finding;

const CHECK: &str = "data directory";
/// Permission bits of group and others.
const OTHERS: u32 = 0o077;

pub(crate) fn look(dir: &Path) -> Vec<Finding> {
    let shown = dir.display();
    match fs::metadata(dir) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            vec![Finding::ok(CHECK, format!("{shown} is not made yet: the first start makes it"))]
        }
        Err(error) => vec![Finding::fail(
            CHECK,
            format!("{shown}: {error}"),
            "Choose another with --data-dir, or mend its permissions.",
        )],
        Ok(found) if !found.is_dir() => {
            vec![Finding::fail(CHECK, format!("{shown} is no directory"), "Choose another with --data-dir.")]
        }
        Ok(found) => vec![permissions(dir, &found), secret(dir)].into_iter().flatten().collect(),
    }
}

fn permissions(dir: &Path, found: &Metadata) -> Option<Finding> {
    let shown = dir.display();
    if rustix::fs::access(dir, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK).is_err() {
        let advice = format!("Make it the server's own: chown -R {} {shown}", rustix::process::getuid().as_raw());
        return Some(Finding::fail(CHECK, format!("{shown} cannot be written (its owner is {})", found.uid()), advice));
    }
    if found.permissions().mode() & OTHERS != 0 {
        return Some(Finding::warn(CHECK, format!("others can read {shown}"), format!("Close it: chmod 700 {shown}")));
    }
    Some(Finding::ok(CHECK, format!("{shown} is writable and closed to others")))
}

fn secret(dir: &Path) -> Option<Finding> {
    let file = dir.join("secret");
    let found = fs::metadata(&file).ok()?;
    let is_open = found.permissions().mode() & OTHERS != 0;
    is_open.then(|| {
        let found = format!("others can read {}", file.display());
        Finding::fail("secret's file", found, format!("Close it: chmod 600 {}", file.display()))
    })
}
