//! Checks Redis: reachable, version, persistence and eviction policy.

use std::{collections::HashMap, time::Duration};

use redis::{AsyncConnectionConfig, Client, RedisResult, aio::MultiplexedConnection};

use super::Finding;

const OLDEST: u32 = 7;
const PATIENCE: Duration = Duration::from_secs(5);
const ADDRESS: &str =
    "Check REDIS_URL: redis://[:PASSWORD@]HOST:6379/0. Is the server running, and may this machine reach it?";

pub(crate) async fn look(url: &str) -> Vec<Finding> {
    match ask(url).await {
        Ok((info, policy, aof)) => {
            let mut findings = vec![version(&info)];
            findings.extend([memory_policy(policy.as_deref()), append_only(aof.as_deref(), &info)]);
            findings
        }
        Err(error) => vec![Finding::fail("redis", error.to_string(), ADDRESS)],
    }
}

type Answers = (HashMap<String, String>, Option<String>, Option<String>);

async fn ask(url: &str) -> RedisResult<Answers> {
    let config =
        AsyncConnectionConfig::new().set_connection_timeout(Some(PATIENCE)).set_response_timeout(Some(PATIENCE));
    let mut connection = Client::open(url)?.get_multiplexed_async_connection_with_config(&config).await?;
    let info: String = redis::cmd("INFO").query_async(&mut connection).await?;
    let info = info.lines().filter_map(|line| line.trim().split_once(':'));
    let info = info.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    // Hosted servers may forbid CONFIG, so the setting is unknown.
    let policy = setting(&mut connection, "maxmemory-policy").await.ok().flatten();
    let aof = setting(&mut connection, "appendonly").await.ok().flatten();
    Ok((info, policy, aof))
}

async fn setting(connection: &mut MultiplexedConnection, name: &str) -> RedisResult<Option<String>> {
    let mut found: HashMap<String, String> = redis::cmd("CONFIG").arg("GET").arg(name).query_async(connection).await?;
    Ok(found.remove(name))
}

fn version(info: &HashMap<String, String>) -> Finding {
    let name = info.get("redis_version").cloned().unwrap_or_default();
    let major = name.split('.').next().and_then(|major| major.parse::<u32>().ok()).unwrap_or(0);
    if major < OLDEST {
        return Finding::fail("redis", format!("version {name}"), "Version 7 or later is needed: upgrade the server.");
    }
    Finding::ok("redis", format!("version {name}"))
}

fn memory_policy(policy: Option<&str>) -> Finding {
    let check = "redis memory";
    match policy {
        Some("noeviction") => Finding::ok(check, "no eviction (noeviction)"),
        Some(other) => {
            let found = format!("maxmemory-policy is {other}: a full server evicts waiting runs");
            Finding::fail(check, found, "Set it: redis-cli CONFIG SET maxmemory-policy noeviction (and in redis.conf).")
        }
        None => {
            Finding::warn(check, "the server does not report its maxmemory-policy", "Make sure that it is noeviction.")
        }
    }
}

fn append_only(setting: Option<&str>, info: &HashMap<String, String>) -> Finding {
    let check = "redis persistence";
    let is_on = setting == Some("yes") || info.get("aof_enabled").is_some_and(|on| on == "1");
    if is_on {
        return Finding::ok(check, "append-only file");
    }
    Finding::warn(
        check,
        "no append-only file",
        "A restart of Redis empties the queue; it is filled again from the database, which takes a moment. \
         Set appendonly yes and appendfsync everysec in redis.conf.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::doctor::State;

    fn info(version: &str) -> HashMap<String, String> {
        HashMap::from([("redis_version".to_owned(), version.to_owned())])
    }

    #[test]
    fn refuses_a_server_before_seven() {
        assert_eq!(version(&info("6.2.14")).state, State::Fail);
        assert_eq!(version(&info("7.0.0")).state, State::Ok);
        assert_eq!(version(&info("10.1.2")).state, State::Ok);
    }

    #[test]
    fn a_server_that_throws_out_keys_is_a_failure() {
        assert_eq!(memory_policy(Some("allkeys-lru")).state, State::Fail);
        assert_eq!(memory_policy(Some("noeviction")).state, State::Ok);
        assert_eq!(memory_policy(None).state, State::Warn);
    }
}
