//! The folder of a crawl.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use serde::{Deserialize, Serialize};

use super::CrawlError;

/// File that names the crawl.
const CRAWL: &str = "crawl.json";

/// The crawl that a folder belongs to.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    version: u32,
    start: String,
}

const VERSION: u32 = 1;

/// Locks the folder of a crawl. Another process cannot use it until the returned file is dropped.
pub(super) fn lock(dir: &Path, start: &str, resumes: bool) -> Result<File, CrawlError> {
    fs::create_dir_all(dir)?;
    let lock = File::create(dir.join("lock"))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(CrawlError::InUse(dir.to_owned())),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    match fs::read(dir.join(CRAWL)) {
        Ok(_) if !resumes => return Err(CrawlError::Exists(dir.to_owned())),
        Ok(stored) => check(&stored, start)?,
        // A crawl that was killed before its first commit starts again.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let stored = serde_json::to_vec(&Stored { version: VERSION, start: start.to_owned() });
            fs::write(dir.join("crawl.new"), stored.map_err(io::Error::from)?)?;
            fs::rename(dir.join("crawl.new"), dir.join(CRAWL))?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(lock)
}

fn check(stored: &[u8], start: &str) -> Result<(), CrawlError> {
    let stored: Stored = serde_json::from_slice(stored).map_err(io::Error::from)?;
    if stored.version != VERSION {
        return Err(CrawlError::Version);
    }
    if stored.start == start { Ok(()) } else { Err(CrawlError::OtherStart(stored.start)) }
}
