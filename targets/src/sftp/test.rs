//! Does once what a deploy does, in a folder that is removed again.

use super::connect::Connection;
use crate::TargetError;

/// Name of the folder in which the test writes.
const TRIAL: &str = ".motherlode-test";

pub(super) async fn test(connection: &Connection, path: &str) -> Result<(), TargetError> {
    let existing = existing(connection, path).await?;
    let trial = format!("{existing}/{TRIAL}");
    connection.remove_tree(&trial).await?;
    connection.create_folder(&trial).await?;
    let tried = attempt(connection, &trial).await;
    let cleared = connection.remove_tree(&trial).await;
    tried.and(cleared)
}

async fn attempt(connection: &Connection, trial: &str) -> Result<(), TargetError> {
    connection.write(&format!("{trial}/.file"), b"test").await?;
    connection.rename(&format!("{trial}/.file"), &format!("{trial}/file")).await?;
    for link in ["first", "second"] {
        connection.symlink("file", &format!("{trial}/.link")).await?;
        connection.replace(&format!("{trial}/.link"), &format!("{trial}/current")).await?;
        if connection.read(&format!("{trial}/current"), 4).await?.as_deref() != Some(b"test") {
            let (place, path) = (connection.host.clone(), link.to_owned());
            let reason = "what was written cannot be read".to_owned();
            return Err(TargetError::Mismatch { place, path, reason });
        }
    }
    Ok(())
}

/// Returns the deepest folder of a path that exists.
async fn existing(connection: &Connection, path: &str) -> Result<String, TargetError> {
    let mut path = path.trim_end_matches('/');
    while !path.is_empty() {
        if connection.find(path).await?.is_some() {
            return Ok(path.to_owned());
        }
        path = path.rsplit_once('/').map_or("", |(above, _)| above);
    }
    Ok(".".to_owned())
}
