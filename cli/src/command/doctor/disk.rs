//! Checks the free space of the data's disk.

use std::path::{Path, PathBuf};

use super::Finding;

const CHECK: &str = "disk";
const GIB: u64 = 1 << 30;
/// Below this, the largest import may not fit.
const ENOUGH: u64 = GIB;
/// Below this, the next commits may fail.
const BARE: u64 = 64 << 20;

pub(crate) fn look(dir: &Path) -> Finding {
    let there = nearest(dir);
    let Ok(stat) = rustix::fs::statvfs(&there) else {
        return Finding::warn(CHECK, format!("the free space of {} is unknown", there.display()), "");
    };
    judge(stat.f_bavail.saturating_mul(stat.f_frsize))
}

fn judge(free: u64) -> Finding {
    let mib = free >> 20;
    let advice = "Free some space, or move the data: stop the server, move the directory, start with --data-dir.";
    match free {
        free if free < BARE => Finding::fail(CHECK, format!("full: {mib} MiB are free"), advice),
        free if free < ENOUGH => Finding::warn(CHECK, format!("nearly full: {mib} MiB are free"), advice),
        free => Finding::ok(CHECK, format!("{} GiB are free", free / GIB)),
    }
}

/// Returns the directory, or its nearest existing ancestor.
fn nearest(dir: &Path) -> PathBuf {
    let full = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    full.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::doctor::State;

    #[test]
    fn tells_a_full_disk_from_a_nearly_full_one() {
        assert_eq!(judge(0).state, State::Fail);
        assert_eq!(judge(ENOUGH - 1).state, State::Warn);
        assert_eq!(judge(ENOUGH).state, State::Ok);
        assert_eq!(judge(5 * GIB).found, "5 GiB are free");
    }
}
