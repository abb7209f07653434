//! Passwords: argon2id, off the threads that serve requests, a few at a time.

use std::sync::{Arc, OnceLock};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// Hashes at work at once: each takes 19 MiB and a processor.
const AT_ONCE: usize = 2;

/// Hashes and checks passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    decoy: Arc<OnceLock<String>>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)), decoy: Arc::default() }
    }
}

/// The hash of a password in PHC form, with a fresh salt. Takes a while: not for a thread that serves requests.
///
/// # Errors
/// When the system gives no randomness.
pub fn hash_now(password: &str) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
}

fn check_now(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

impl Passwords {
    /// The hash of a password.
    ///
    /// # Errors
    /// When it cannot be made, which would be a defect.
    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.in_turn(move || hash_now(&password)).await?.map_err(ApiError::unexpected)
    }

    /// Whether the password is the hash's. Without a hash it takes as long and answers no, so that time does
    /// not tell which accounts exist.
    ///
    /// # Errors
    /// When it cannot be checked, which would be a defect.
    pub async fn check(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        let decoy = self.decoy.clone();
        self.in_turn(move || match hash {
            Some(hash) => check_now(&password, &hash),
            None => {
                let decoy = decoy.get_or_init(|| hash_now("no account has this").unwrap_or_default());
                check_now(&password, decoy);
                false
            }
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let turn = self.turns.clone().acquire_owned().await.map_err(ApiError::unexpected)?;
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        })
        .await
        .map_err(ApiError::unexpected)
    }
}
