//! Why the server ends a connection.

/// A reason: a code of RFC 6455 (4000 and above are ours) and a sentence of at most 123 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Close {
    /// The server stops.
    GoingAway,
    /// A message was longer than it may be.
    TooBig,
    /// The server cannot serve it at present.
    TryAgainLater,
    /// There is no token, or it is not one of ours, or its account is gone.
    BadToken,
    /// The token's time is over and it was not renewed.
    TokenExpired,
    /// The token belongs to somebody else than the connection.
    OtherUser,
    /// The sign-in behind the token has been ended.
    SessionEnded,
    /// The client does not read fast enough.
    TooSlow,
    /// Too many connections of this user or from this address.
    TooManyConnections,
    /// Too many messages.
    Flood,
}

impl Close {
    /// The code of the close frame.
    pub(crate) const fn code(self) -> u16 {
        match self {
            Self::GoingAway => 1001,
            Self::TooBig => 1009,
            Self::TryAgainLater => 1013,
            Self::BadToken | Self::TokenExpired | Self::OtherUser | Self::SessionEnded => 4401,
            Self::TooSlow => 4408,
            Self::TooManyConnections | Self::Flood => 4429,
        }
    }

    /// What the client is told.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::GoingAway => "The server is stopping. Connect again.",
            Self::TooBig => "A message was too long.",
            Self::TryAgainLater => "The server cannot accept this connection now. Try again later.",
            Self::BadToken => "Authentication failed: the token is missing or not valid.",
            Self::TokenExpired => "Authentication failed: the token has expired.",
            Self::OtherUser => "Authentication failed: the token belongs to another user.",
            Self::SessionEnded => "Authentication failed: the session has been ended.",
            Self::TooSlow => "Events were not read fast enough. Connect again with since=.",
            Self::TooManyConnections => "Too many connection attempts",
            Self::Flood => "Too many messages.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_fits_into_a_close_frame() {
        let all = [
            Close::GoingAway,
            Close::TooBig,
            Close::TryAgainLater,
            Close::BadToken,
            Close::TokenExpired,
            Close::OtherUser,
            Close::SessionEnded,
            Close::TooSlow,
            Close::TooManyConnections,
            Close::Flood,
        ];
        assert!(all.iter().all(|close| close.reason().len() <= 123));
    }
}
