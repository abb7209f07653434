//! The process's limit of open files, which bounds its connections.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Maximum number of connections.
const MOST: usize = 60_000;
/// Files besides connections of clients: the database, uploads, logs, outgoing requests.
const RESERVED: usize = 512;
/// Used where the system states no limit.
const UNLIMITED: u64 = 1 << 20;

/// Raises the limit to the maximum that the system allows this process, and returns the limit.
pub(crate) fn raise() -> usize {
    let found = getrlimit(Resource::Nofile);
    let most = found.maximum.unwrap_or(UNLIMITED);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: found.maximum });
    let limit = if raised.is_ok() { most } else { found.current.unwrap_or(UNLIMITED) };
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Returns the number of connections that a limit of open files allows.
pub(crate) fn connections(files: usize) -> usize {
    files.saturating_sub(RESERVED.min(files / 4)).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::connections;

    #[test]
    fn connections_leave_files_for_the_rest() {
        assert_eq!(connections(256), 192);
        assert_eq!(connections(20_000), 19_488);
        assert_eq!(connections(1 << 20), 60_000);
        assert_eq!(connections(0), 1);
    }
}
