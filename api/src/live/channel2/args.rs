//! Arguments of an event.

use std::fmt;

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use uuid::Uuid;

/// All arguments, in order.
#[derive(Debug, Default)]
pub(super) struct Args(Vec<Value>);

impl Args {
    /// Returns the argument at an index; null if it is absent.
    pub(super) fn at(&self, place: usize) -> &Value {
        self.0.get(place).unwrap_or(&Value::Null)
    }

    /// Returns the id in the first argument, directly or under one of `names`.
    pub(super) fn id(&self, names: &[&str]) -> Option<Uuid> {
        let first = self.at(0);
        let text = first.as_str().or_else(|| names.iter().find_map(|name| first.get(name)).and_then(Value::as_str));
        text?.parse().ok()
    }
}

/// Requests a tuple, which makes the library pass all arguments and not only the first.
impl<'de> Deserialize<'de> for Args {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(MOST, Collect)
    }
}

/// Maximum number of arguments.
const MOST: usize = 8;

struct Collect;

impl<'de> de::Visitor<'de> for Collect {
    type Value = Args;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the arguments of an event")
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut sequence: A) -> Result<Args, A::Error> {
        let mut args = Vec::new();
        while let Some(arg) = sequence.next_element()? {
            args.push(arg);
        }
        Ok(Args(args))
    }
}
