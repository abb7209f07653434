//! The distributed mode with the real binary: one API, two workers.

use std::process::{Child, Command};

use crate::{
    distributed::run,
    world::{Server, World, free_port},
};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// A running installation, killed when dropped.
pub(crate) struct Fleet<'a> {
    world: &'a World,
    servers: (String, String),
    api: Option<Server>,
    workers: Vec<Child>,
}

impl<'a> Fleet<'a> {
    /// Starts it with the addresses of PostgreSQL and Redis.
    pub(crate) fn start(world: &'a World, servers: (String, String)) -> Self {
        run(world, &servers, &["migrate"]).succeeded();
        let mut fleet = Self { world, servers, api: None, workers: Vec::new() };
        fleet.api = Some(fleet.new_api());
        fleet.workers = vec![fleet.new_worker(), fleet.new_worker()];
        fleet
    }

    /// Returns the current port of the API.
    pub(crate) fn port(&self) -> u16 {
        self.api.as_ref().expect("an API").port
    }

    /// Kills the API with `kill -9` and starts another.
    pub(crate) fn replace_api(&mut self) {
        assert_eq!(self.api.take().expect("an API").signal("KILL"), None);
        self.api = Some(self.new_api());
    }

    /// Kills a worker with `kill -9`.
    pub(crate) fn kill_worker(&mut self) {
        end(&mut self.workers.pop().expect("a worker"));
    }

    fn new_api(&self) -> Server {
        Server::start(self.command(&["api", "--port", "0", "--live-port", "0"]))
    }

    fn new_worker(&self) -> Child {
        let mut worker = self.command(&["worker", "--concurrency", "8", "--user-concurrency", "16"]);
        worker.args(["--watch-listen", &format!("127.0.0.1:{}", free_port())]);
        worker.spawn().expect("a worker")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.world.command(args);
        let (database, redis) = &self.servers;
        command.env("DATABASE_URL", database).env("REDIS_URL", redis).env("MOTHERLODE_SECRET", SECRET);
        command
    }
}

impl Drop for Fleet<'_> {
    fn drop(&mut self) {
        self.workers.iter_mut().for_each(end);
    }
}

fn end(worker: &mut Child) {
    worker.kill().expect("it can be killed");
    worker.wait().expect("it ends");
}
