//! Tests of the engines through their public face.

mod command;
mod common;
mod keyword;
mod stat;
mod text;
