//! Tests of the engines through their public face.

mod action;
mod answers;
mod causal;
mod command;
mod common;
mod competitive;
mod content;
mod contract;
mod demo;
mod execution;
mod hostile;
mod keyword;
mod learning;
mod local;
mod parameters;
mod pattern;
mod predictive;
mod semantic;
mod simulator;
mod sizes;
mod stat;
mod strategic;
mod table;
mod text;
