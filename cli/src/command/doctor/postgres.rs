//! Checks PostgreSQL: reachable, version, durability and clock.

use chrono::{DateTime, Utc};
use shared::{
    domain::now,
    store::{Db, PgLimits, upkeep},
};

use super::Finding;

/// PostgreSQL 13.
const OLDEST: i32 = 130_000;
/// Maximum clock difference, because leases are times: beyond it, workers take over each other's runs.
const SKEW_MS: i64 = 2_000;
pub(crate) const ADDRESS: &str = "Check DATABASE_URL: postgres://USER:PASSWORD@HOST:5432/DATABASE. Is the server running, and may this machine reach it?";

/// Returns the findings, and whether the server responds.
pub(crate) async fn look(db: &Db, limits: PgLimits) -> (Vec<Finding>, bool) {
    let asked = now();
    let facts = match upkeep::postgres_facts(db).await {
        Ok(Some(facts)) => facts,
        Ok(None) => return (Vec::new(), false),
        Err(error) => return (vec![Finding::fail("postgres", error.to_string(), ADDRESS)], false),
    };
    let findings = vec![
        version(facts.version, &facts.version_name),
        durability(&facts.fsync, &facts.synchronous_commit),
        connections(facts.max_connections, limits),
        clock(facts.clock, asked, now()),
    ];
    (findings, true)
}

fn version(number: i32, name: &str) -> Finding {
    if number < OLDEST {
        return Finding::fail(
            "postgres",
            format!("version {name}"),
            "Version 13 or later is needed: upgrade the server.",
        );
    }
    Finding::ok("postgres", format!("version {name}"))
}

fn durability(fsync: &str, synchronous_commit: &str) -> Finding {
    let check = "durability";
    let advice = "What was acknowledged could be lost. In postgresql.conf: fsync = on, synchronous_commit = on.";
    match (fsync, synchronous_commit) {
        ("off", _) => Finding::fail(check, "fsync is off", advice),
        (_, "off") => Finding::fail(check, "synchronous_commit is off", advice),
        _ => Finding::ok(check, "commits wait for the disk"),
    }
}

fn connections(most: i32, limits: PgLimits) -> Finding {
    let own = limits.max_connections;
    let found = format!("{most} allowed, {own} a process");
    if i64::from(most) < i64::from(own) * 2 {
        let advice =
            "Raise max_connections on the server, or lower --database-connections: every api and worker takes its own.";
        return Finding::warn("connections", found, advice);
    }
    Finding::ok("connections", found)
}

/// The server's clock was read between `before` and `after`.
fn clock(server: DateTime<Utc>, before: DateTime<Utc>, after: DateTime<Utc>) -> Finding {
    let early = (before - server).num_milliseconds();
    let late = (server - after).num_milliseconds();
    let skew = early.max(late).max(0);
    if skew > SKEW_MS {
        let found = format!("{skew} ms apart from the database's");
        return Finding::fail("clock", found, "Set both machines' clocks by NTP: leases of runs are times.");
    }
    Finding::ok("clock", "agrees with the database's")
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::command::doctor::State;

    #[test]
    fn refuses_a_server_before_thirteen() {
        assert_eq!(version(120_022, "12.22").state, State::Fail);
        assert_eq!(version(130_000, "13.0").state, State::Ok);
    }

    #[test]
    fn a_commit_that_does_not_wait_for_the_disk_is_a_failure() {
        assert_eq!(durability("off", "on").state, State::Fail);
        assert_eq!(durability("on", "off").state, State::Fail);
        assert_eq!(durability("on", "remote_apply").state, State::Ok);
    }

    #[test]
    fn a_clock_may_be_anywhere_between_question_and_answer() {
        let at = now();
        let slow_answer = at + TimeDelta::seconds(10);
        assert_eq!(clock(at + TimeDelta::seconds(9), at, slow_answer).state, State::Ok);
        assert_eq!(clock(at - TimeDelta::seconds(3), at, slow_answer).state, State::Fail);
        assert_eq!(clock(at + TimeDelta::seconds(13), at, slow_answer).state, State::Fail);
    }
}
