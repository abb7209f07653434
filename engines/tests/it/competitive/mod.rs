//! The competitive engine.

mod answers;
mod certified;
mod edges;
mod golden;
mod links;
mod named;
mod order;
mod pages;
mod sceptic;
mod sense;

use engines::common::Day;
use engines::competitive::{Checked, Input, Parameters, QueryVolume, SerpResult, Snapshot};

fn checked() -> Checked {
    Parameters { value_per_lead_cents: Some(10_000.0), ..Parameters::default() }.check().unwrap()
}

/// A result page with hosts in order, best first.
fn serp(query: &str, hosts: &[&str]) -> Snapshot {
    let result = |(at, host): (usize, &&str)| SerpResult {
        position: (at + 1) as f64,
        url: format!("https://{host}/{}", query.replace(' ', "-")),
        ..SerpResult::default()
    };
    Snapshot {
        query: query.to_owned(),
        observed_at: Day::parse("2026-11-20"),
        results: hosts.iter().enumerate().map(result).collect(),
        ..Snapshot::default()
    }
}

fn volume(query: &str, volume: f64, cluster: &str) -> QueryVolume {
    QueryVolume {
        query: query.to_owned(),
        volume: Some(volume),
        cluster: Some(cluster.to_owned()),
        ..QueryVolume::default()
    }
}

fn input(snapshots: Vec<Snapshot>, volumes: Vec<QueryVolume>) -> Input {
    Input { as_of: Day::parse("2026-11-21"), site: "own.example".to_owned(), snapshots, volumes, ..Input::default() }
}
