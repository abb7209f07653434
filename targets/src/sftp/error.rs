//! What errors of SSH and SFTP mean.

use russh_sftp::{client::error::Error, protocol::StatusCode};

use crate::{TargetError, error::short};

/// Converts an error of the connection.
pub(super) fn ssh(host: &str, error: &russh::Error) -> TargetError {
    let host = host.to_owned();
    match error {
        russh::Error::NoCommonAlgo { .. } => TargetError::Unsupported {
            place: host,
            feature: "a common encryption",
            advice: "Update the server, or give it an Ed25519 host key.",
        },
        error if is_cut(error) => TargetError::Unreachable { host, reason: "the connection broke".to_owned() },
        russh::Error::ConnectionTimeout | russh::Error::KeepaliveTimeout | russh::Error::InactivityTimeout => {
            TargetError::Unreachable { host, reason: "it does not answer".to_owned() }
        }
        other => TargetError::Unreachable { host, reason: short(&other.to_string()) },
    }
}

/// Returns true if the connection ended in the middle of something.
fn is_cut(error: &russh::Error) -> bool {
    match error {
        russh::Error::Disconnect | russh::Error::HUP | russh::Error::SendError | russh::Error::RecvError => true,
        russh::Error::IO(error) => error.kind() == std::io::ErrorKind::UnexpectedEof,
        _ => false,
    }
}

/// Converts an error of an operation on a path.
pub(super) fn sftp(host: &str, path: &str, error: &Error) -> TargetError {
    let (host, place) = (host.to_owned(), format!("{path} on {host}"));
    match error {
        Error::Status(status) => {
            let message = short(&status.error_message);
            let lower = message.to_ascii_lowercase();
            match status.status_code {
                StatusCode::NoSuchFile => TargetError::Missing(place),
                StatusCode::PermissionDenied => TargetError::Permission { place, message },
                _ if ["no space", "quota", "disk full"].iter().any(|words| lower.contains(words)) => {
                    TargetError::Full { place, message }
                }
                StatusCode::NoConnection | StatusCode::ConnectionLost => {
                    TargetError::Unreachable { host, reason: message }
                }
                _ => TargetError::Storage { place, reason: format!("the server reports '{message}'") },
            }
        }
        Error::Timeout => TargetError::Unreachable { host, reason: "it does not answer".to_owned() },
        Error::IO(_) | Error::UnexpectedBehavior(_) => {
            TargetError::Unreachable { host, reason: "the connection broke".to_owned() }
        }
        Error::Limited(_) | Error::UnexpectedPacket => {
            TargetError::Unreadable { host, reason: short(&error.to_string()) }
        }
    }
}
