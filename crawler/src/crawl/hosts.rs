//! The hosts of a crawl that are in memory. A name server can make up any number of subdomains, so their number and the size of
//! their robots.txt are limited: a host without work is forgotten, and is new if one of its URLs comes up again.

use std::{
    collections::{HashMap, hash_map::IterMut},
    time::Instant,
};

use url::{Position, Url};

use super::{Settings, host::Host, work::Job};

/// Hosts in memory. Jobs of further hosts wait on disk.
pub(super) const MAX_HOSTS: usize = 1_000;
/// Part of the hosts that is forgotten at once, so that few jobs pay for the search.
const FORGOTTEN_PART: usize = 8;
/// Bytes of all robots.txt in memory, from which no further one is requested.
const MAX_RULES: usize = 32 << 20;
/// robots.txt that are requested at the same time.
const MAX_REQUESTED: usize = 16;

/// The hosts by scheme, name and port.
#[derive(Default)]
pub(super) struct Hosts {
    hosts: HashMap<String, Host>,
    /// robots.txt under way.
    pub(super) requested: usize,
    /// Whether a host was forgotten.
    pub(super) has_forgotten: bool,
}

impl Hosts {
    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Host> {
        self.hosts.get_mut(key)
    }

    pub(super) fn iter_mut(&mut self) -> IterMut<'_, String, Host> {
        self.hosts.iter_mut()
    }

    /// Returns the host of a job, which is new if it is not in memory.
    pub(super) fn of_job(&mut self, job: &Job, settings: &Settings, now: Instant) -> &mut Host {
        let key = &job.url[..Position::BeforePath];
        self.hosts.entry(key.to_owned()).or_insert_with(|| Host::new(&job.url, settings, now))
    }

    /// Returns true if a job of this URL may wait in memory. Forgets hosts without work if there are too many, the one that
    /// has rested longest first, but not `kept`.
    pub(super) fn has_room(&mut self, url: &Url, kept: &str, now: Instant) -> bool {
        if self.hosts.len() < MAX_HOSTS || self.hosts.contains_key(&url[..Position::BeforePath]) {
            return true;
        }
        for key in self.resting(kept, now).into_iter().take(MAX_HOSTS / FORGOTTEN_PART) {
            self.hosts.remove(&key);
            self.has_forgotten = true;
        }
        self.hosts.len() < MAX_HOSTS
    }

    /// Returns the number of robots.txt that may be requested now. Forgets those of hosts without work if they have too many
    /// bytes.
    pub(super) fn room_for_rules(&mut self, kept: &str, now: Instant) -> usize {
        let mut bytes: usize = self.hosts.values().map(Host::rules_bytes).sum();
        if bytes >= MAX_RULES {
            for key in self.resting(kept, now) {
                if let Some(host) = self.hosts.get_mut(&key).filter(|_| bytes >= MAX_RULES / 2) {
                    bytes -= host.rules_bytes();
                    host.forget_rules();
                }
            }
        }
        if bytes >= MAX_RULES { 0 } else { MAX_REQUESTED.saturating_sub(self.requested) }
    }

    /// Time at which the next host may be asked, if only the pace delays it.
    pub(super) fn wakes(&self, now: Instant) -> Option<Instant> {
        self.hosts.values().filter_map(Host::wakes).filter(|wakes| *wakes > now).min()
    }

    /// Keys of the hosts without work, whose pace would allow a request. Hosts that are down come last: to forget them costs
    /// requests.
    fn resting(&self, kept: &str, now: Instant) -> Vec<String> {
        let resting = self.hosts.iter().filter(|(key, host)| *key != kept && host.is_resting(now));
        let mut resting: Vec<_> = resting.map(|(key, host)| (host.is_down(), host.rested_at(), key.clone())).collect();
        resting.sort_unstable();
        resting.into_iter().map(|(.., key)| key).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use super::*;
    use crate::{
        crawl::HostRules,
        frontier::{Entry, NO_PARENT, Source},
        robots::{Escapes, Robots},
    };

    fn job(number: usize) -> Job {
        let url = format!("https://h{number}.example.com/");
        let entry = Entry { url: url.clone(), depth: 0, parent: NO_PARENT, source: Source::Link, hops: 0 };
        Job { id: 0, entry, url: url.parse().unwrap(), from: None, chain: Vec::new(), retries: 0 }
    }

    fn full(now: Instant) -> Hosts {
        let mut hosts = Hosts::default();
        for number in 0..MAX_HOSTS {
            assert!(hosts.has_room(&job(number).url, "", now));
            hosts.of_job(&job(number), &Settings::default(), now);
        }
        hosts
    }

    #[test]
    fn hosts_without_work_make_room_and_others_stay() {
        let now = Instant::now();
        let mut hosts = full(now);
        assert!(hosts.has_room(&job(0).url, "", now), "a known host needs none");
        hosts.of_job(&job(7), &Settings::default(), now).queue.push_back(job(7));
        hosts.of_job(&job(8), &Settings::default(), now).start(now);
        hosts.of_job(&job(9), &Settings::default(), now).pause(Duration::from_secs(60), now);
        for number in MAX_HOSTS..6_000 {
            let at = now + Duration::from_millis(number as u64);
            assert!(hosts.has_room(&job(number).url, "https://h5.example.com", at));
            hosts.of_job(&job(number), &Settings::default(), at);
            assert!(hosts.hosts.len() <= MAX_HOSTS);
        }
        for number in [5, 7, 8, 9, 5_999] {
            assert!(hosts.get_mut(&format!("https://h{number}.example.com")).is_some(), "{number}");
        }
        assert!(hosts.get_mut("https://h6.example.com").is_none() && hosts.has_forgotten);
    }

    #[test]
    fn hosts_with_work_leave_no_room_for_another() {
        let now = Instant::now();
        let mut hosts = full(now);
        for number in 0..MAX_HOSTS {
            hosts.of_job(&job(number), &Settings::default(), now).queue.push_back(job(number));
        }
        assert!(!hosts.has_room(&job(MAX_HOSTS).url, "", now));
        hosts.get_mut("https://h3.example.com").unwrap().queue.clear();
        assert!(hosts.has_room(&job(MAX_HOSTS).url, "", now));
    }

    #[test]
    fn rules_of_hosts_without_work_are_forgotten_when_they_are_too_large() {
        let now = Instant::now();
        let text: String = (0..50_000).map(|number| format!("disallow:/{number}\n")).collect();
        let robots = Robots::parse(format!("user-agent:*\n{text}").as_bytes(), "Motherlode", Escapes::Decoded);
        let rules = Arc::new(HostRules::Known(robots));
        let mut hosts = Hosts::default();
        assert_eq!(hosts.room_for_rules("", now), MAX_REQUESTED);
        let most = MAX_RULES / rules.bytes() + 1;
        for number in 0..most {
            let host = hosts.of_job(&job(number), &Settings { delay_ms: Some(0), ..Settings::default() }, now);
            host.queue.push_back(job(number));
            host.learn(Arc::clone(&rules), now);
        }
        assert_eq!(hosts.room_for_rules("", now), 0, "their jobs need them");
        for (_, host) in hosts.iter_mut() {
            host.queue.clear();
        }
        hosts.requested = 3;
        assert_eq!(hosts.room_for_rules("", now), MAX_REQUESTED - 3);
        assert!(hosts.iter_mut().map(|(_, host)| host.rules_bytes()).sum::<usize>() < MAX_RULES);
    }
}
