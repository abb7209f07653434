//! Watches the memory of a browser: Chromium bounds the heap of scripts, not images, buffers or the tree of a page.

use std::fs;

use rustix::process::{Pid, Signal};

use super::limits;

/// Memory of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Used {
    id: Pid,
    bytes: u64,
}

/// Kills processes of a group that need too much memory, until the group ends or the task is stopped.
pub(super) async fn watch(group: Pid) {
    loop {
        tokio::time::sleep(limits::LOOK).await;
        let Ok(used) = tokio::task::spawn_blocking(move || used(group)).await else { return };
        let all: u64 = used.iter().map(|process| process.bytes).sum();
        if all > limits::MOST_MEMORY {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
            return;
        }
        for process in used.iter().filter(|process| process.bytes > limits::MOST_PROCESS) {
            let _ = rustix::process::kill_process(process.id, Signal::KILL);
        }
    }
}

/// Returns the processes of a group. Only Linux shows them; elsewhere there are none.
fn used(group: Pid) -> Vec<Used> {
    let Ok(all) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = all.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id: i32| process(id, group)).collect()
}

fn process(id: i32, group: Pid) -> Option<Used> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    if group_of(&stat)? != group.as_raw_nonzero().get() {
        return None;
    }
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    Some(Used { id: Pid::from_raw(id)?, bytes: resident(&status).unwrap_or(0) })
}

/// Reads the group of a process; its name, in parentheses, may hold anything.
fn group_of(stat: &str) -> Option<i32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(2)?.parse().ok()
}

fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_is_read_behind_a_name_with_parentheses() {
        assert_eq!(group_of("17 (a) b) c) S 1 4711 4711 0 -1"), Some(4711));
        assert_eq!((group_of("17"), group_of("17 (a) S 1 x")), (None, None));
    }

    #[test]
    fn resident_memory_is_in_bytes() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t   2048 kB\nThreads:\t1"), Some(2 << 20));
        assert_eq!(resident("Name:\tkthreadd"), None);
    }
}
