//! The command line, by its real binary.

#[path = "../../../targets/tests/it/servers/openssh.rs"]
mod openssh;
#[path = "../../../engines/tests/it/semantic/tiny.rs"]
mod tiny;
mod world;

mod backup;
mod capsule;
mod crawl;
mod deploys;
mod distributed;
mod doctor;
mod documents;
mod engine;
mod fleet;
mod help;
mod import;
mod kill;
mod model;
mod restarts;
mod schedule;
mod settings;
mod tool;
mod up;
mod user;
