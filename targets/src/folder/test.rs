//! Checks that a folder can be written to, without a lasting change.

use std::{fs, io, os::unix::fs::symlink, path::Path};

use super::place::{CURRENT, remove_file, write};
use crate::{TargetError, Tested};

/// Name of the folder in which the test writes.
const TRIAL: &str = ".motherlode-test";

pub(super) fn test(path: &Path) -> Result<Tested, TargetError> {
    let existing = path.ancestors().find(|path| path.is_dir()).unwrap_or(path);
    let trial = existing.join(TRIAL);
    let tried = attempt(&trial);
    let cleared = clear(&trial);
    tried?;
    cleared.map_err(|error| TargetError::io(trial.display().to_string(), &error))?;
    Ok(Tested { detail: format!("The folder {} can be written to.", existing.display()), settings: None })
}

fn attempt(trial: &Path) -> Result<(), TargetError> {
    let failed = |error: &io::Error| TargetError::io(trial.display().to_string(), error);
    clear(trial).and_then(|()| fs::create_dir(trial)).map_err(|error| failed(&error))?;
    write(&trial.join("a"), &trial.join("b"), b"test")?;
    let linked = symlink("a", trial.join("c")).and_then(|()| fs::rename(trial.join("c"), trial.join(CURRENT)));
    linked.map_err(|error| failed(&error))
}

fn clear(trial: &Path) -> io::Result<()> {
    ["a", "b", "c", CURRENT].iter().try_for_each(|name| remove_file(&trial.join(name)))?;
    match fs::remove_dir(trial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
