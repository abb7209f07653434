//! The command line, by its real binary.

mod world;

mod backup;
mod distributed;
mod doctor;
mod documents;
mod engine;
mod help;
mod import;
mod kill;
mod settings;
mod up;
mod user;
