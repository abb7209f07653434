//! Reasons for closing a connection.

/// A close reason: a code of RFC 6455 (4000 and above are ours) and a sentence of at most 123 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Close {
    /// The server is stopping.
    GoingAway,
    /// A message was too long.
    TooBig,
    /// The server is temporarily unable to serve the connection.
    TryAgainLater,
    /// The token is missing or invalid, or its account was deleted.
    BadToken,
    /// The token has expired without renewal.
    TokenExpired,
    /// The token belongs to another user than the connection.
    OtherUser,
    /// The session of the token has ended.
    SessionEnded,
    /// The user is no longer a member of a workspace.
    MembershipEnded,
    /// The client reads too slowly.
    TooSlow,
    /// Too many connections of this user or address.
    TooManyConnections,
    /// Too many messages.
    Flood,
}

impl Close {
    /// Code of the close frame.
    pub(crate) const fn code(self) -> u16 {
        match self {
            Self::GoingAway => 1001,
            Self::TooBig => 1009,
            Self::TryAgainLater => 1013,
            Self::BadToken | Self::TokenExpired | Self::OtherUser | Self::SessionEnded => 4401,
            Self::MembershipEnded => 4403,
            Self::TooSlow => 4408,
            Self::TooManyConnections | Self::Flood => 4429,
        }
    }

    /// Reason for the client.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::GoingAway => "The server is stopping. Connect again.",
            Self::TooBig => "A message was too long.",
            Self::TryAgainLater => "The server cannot accept this connection now. Try again later.",
            Self::BadToken => "Authentication failed: the token is missing or not valid.",
            Self::TokenExpired => "Authentication failed: the token has expired.",
            Self::OtherUser => "Authentication failed: the token belongs to another user.",
            Self::SessionEnded => "Authentication failed: the session has been ended.",
            Self::MembershipEnded => "Your membership of a workspace has ended. Connect again.",
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
            Close::MembershipEnded,
            Close::TooSlow,
            Close::TooManyConnections,
            Close::Flood,
        ];
        assert!(all.iter().all(|close| close.reason().len() <= 123));
    }
}
