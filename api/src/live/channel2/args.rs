//! The arguments of an event, however many the client sent.

use std::fmt;

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use uuid::Uuid;

/// All arguments, in order.
#[derive(Debug, Default)]
pub(super) struct Args(Vec<Value>);

impl Args {
    /// The argument at this place; null when there is none.
    pub(super) fn at(&self, place: usize) -> &Value {
        self.0.get(place).unwrap_or(&Value::Null)
    }

    /// The id that the first argument is, or has under one of `names`.
    pub(super) fn id(&self, names: &[&str]) -> Option<Uuid> {
        let first = self.at(0);
        let text = first.as_str().or_else(|| names.iter().find_map(|name| first.get(name)).and_then(Value::as_str));
        text?.parse().ok()
    }
}

/// Asks for a tuple: that is how the library is told to hand over all arguments and not the first alone.
impl<'de> Deserialize<'de> for Args {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(MOST, Collect)
    }
}

/// More arguments than any event has.
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
