//! Resource use of this process.

use std::{fs, time::Duration};

use anyhow::Context;

/// Clock ticks per second in `/proc`: always 100 on Linux.
const TICKS: f64 = 100.0;

/// Total processor time of all threads, user and system.
pub(crate) fn processor_time() -> anyhow::Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(')').context("/proc/self/stat is not as expected")?;
    let ticks: Vec<f64> = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    Ok(Duration::from_secs_f64(ticks.iter().sum::<f64>() / TICKS))
}

/// Peak resident memory, in MiB.
pub(crate) fn peak_mib() -> anyhow::Result<f64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no peak of memory")?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib / 1024.0)
}
