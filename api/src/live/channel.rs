//! Subscriptions of channel 1, and the routing of events.

use serde::Serialize;

/// A channel that a client can subscribe to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Channel {
    Engines,
    Opportunities,
    Performance,
    Runs,
    Pipeline,
    Deployments,
    Revenue,
}

/// Recipients of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    /// Subscribers of the channel.
    Channel(Channel),
    /// Every connection of the user, without a subscription.
    User,
    /// Connections of channel 2 in the room.
    Room,
    /// The hub itself.
    Hub,
}

/// Prefixes of event types with their recipients. Other events are not sent.
const TABLE: &[(&str, Route)] = &[
    ("engine:", Route::Channel(Channel::Engines)),
    ("opportunity:", Route::Channel(Channel::Opportunities)),
    ("performance:", Route::Channel(Channel::Performance)),
    ("run:", Route::Channel(Channel::Runs)),
    ("connection:", Route::Channel(Channel::Runs)),
    ("pipeline:", Route::Channel(Channel::Pipeline)),
    ("deployment:", Route::Channel(Channel::Deployments)),
    ("site:", Route::Channel(Channel::Deployments)),
    ("campaign:", Route::Channel(Channel::Deployments)),
    ("revenue:", Route::Channel(Channel::Revenue)),
    ("lead:", Route::Channel(Channel::Revenue)),
    ("user:", Route::User),
    ("chat:", Route::Room),
    ("session:", Route::Hub),
];

/// Recipients of an event type; `None` for types unknown to clients.
pub(crate) fn route(event_type: &str) -> Option<Route> {
    TABLE.iter().find(|(start, _)| event_type.starts_with(start)).map(|(_, route)| *route)
}

impl Channel {
    /// All channels, in listing order.
    pub(crate) const ALL: [Self; 7] = [
        Self::Engines,
        Self::Opportunities,
        Self::Performance,
        Self::Runs,
        Self::Pipeline,
        Self::Deployments,
        Self::Revenue,
    ];

    /// Name for subscriptions.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Engines => "engines",
            Self::Opportunities => "opportunities",
            Self::Performance => "performance",
            Self::Runs => "runs",
            Self::Pipeline => "pipeline",
            Self::Deployments => "deployments",
            Self::Revenue => "revenue",
        }
    }

    /// Parses the name of a channel.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.as_str() == name)
    }

    /// Its bit in a set of channels.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_received_type_of_the_browser_has_a_route() {
        let received = [
            "engine:status",
            "engine:insight",
            "engine:error",
            "opportunity:discovered",
            "opportunity:updated",
            "opportunity:implemented",
            "performance:update",
            "performance:alert",
            "performance:ranking",
            "performance:digest",
            "user:notification",
            "user:achievement",
            "user:subscription",
            "run:progress",
            "run:finished",
            "run:text",
            "connection:status",
            "pipeline:stage",
            "revenue:tick",
            "lead:new",
            "lead:updated",
            "deployment:progress",
            "campaign:updated",
        ];
        assert!(received.iter().all(|event| route(event).is_some()));
        assert_eq!(route("unknown"), None);
    }

    #[test]
    fn every_channel_has_its_own_bit_and_name() {
        let bits = Channel::ALL.iter().fold(0u8, |set, channel| set | channel.bit());
        assert_eq!(bits.count_ones(), 7);
        assert!(Channel::ALL.iter().all(|channel| Channel::parse(channel.as_str()) == Some(*channel)));
    }
}
