//! Password hashing with argon2id, on blocking threads with limited concurrency.

use std::sync::{Arc, OnceLock};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        self,
        phc::{Output, ParamsString, PasswordHash, Salt},
    },
};
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// Maximum number of concurrent hashes: each takes 19 MiB and a processor.
const AT_ONCE: usize = 2;
/// Above glibc's largest heap threshold (`DEFAULT_MMAP_THRESHOLD_MAX`, 32 MiB).
const UNKEPT_BYTES: usize = 33 << 20;
/// Maximum memory of a stored hash; above it the hash is not ours.
const MOST_KIB: u32 = 256 << 10;

/// Hashes and verifies passwords.
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

/// Hashes a password in PHC format with a new salt. Slow: do not call it on an async thread.
///
/// # Errors
/// Returns an error if the parameters are invalid, which would be a defect.
pub fn hash_now(password: &str) -> Result<String, password_hash::Error> {
    let params = Params::default();
    let salt = Salt::generate();
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params)?,
        salt: Some(salt),
        hash: Some(derive(password, &salt, params, Params::DEFAULT_OUTPUT_LEN)?),
    };
    Ok(hash.to_string())
}

/// Verifies a password with a hash in PHC format; a foreign hash matches no password.
fn check_now(password: &str, hash: &str) -> bool {
    fits(password, hash).unwrap_or(false)
}

fn fits(password: &str, hash: &str) -> Result<bool, password_hash::Error> {
    let hash = PasswordHash::new(hash)?;
    let (Some(salt), Some(wanted)) = (hash.salt, hash.hash) else { return Ok(false) };
    if hash.algorithm != Algorithm::Argon2id.ident() {
        return Ok(false);
    }
    let params = Params::try_from(&hash)?;
    if params.m_cost() > MOST_KIB {
        return Ok(false);
    }
    // Outputs are compared in constant time.
    Ok(derive(password, &salt, params, wanted.len())? == wanted)
}

/// Computes Argon2id of the password. The memory is allocated in one piece of more than 32 MiB, of which only the used
/// part is touched: glibc returns such pieces to the system at once, while it would keep smaller ones in its heap.
fn derive(password: &str, salt: &[u8], params: Params, length: usize) -> Result<Output, password_hash::Error> {
    let count = params.block_count();
    let mut memory: Vec<Block> = Vec::with_capacity(count.max(UNKEPT_BYTES / Block::SIZE));
    memory.resize(count, Block::default());
    let mut output = [0; Output::MAX_LENGTH];
    let output = output.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut memory)?;
    Ok(Output::new(output)?)
}

impl Passwords {
    /// Hashes a password.
    ///
    /// # Errors
    /// Returns an error if hashing fails, which would be a defect.
    pub async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.in_turn(move || hash_now(&password)).await?.map_err(ApiError::unexpected)
    }

    /// Verifies a password. Without a hash it takes the same time and returns false, so that timing does not reveal
    /// which accounts exist.
    ///
    /// # Errors
    /// Returns an error if verification fails, which would be a defect.
    pub async fn check(&self, password: String, hash: Option<String>) -> Result<bool, ApiError> {
        let decoy = self.decoy.clone();
        self.in_turn(move || {
            if let Some(hash) = hash {
                return check_now(&password, &hash);
            }
            let decoy = decoy.get_or_init(|| hash_now("no account has this").unwrap_or_default());
            check_now(&password, decoy);
            false
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

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier;

    use super::*;

    #[test]
    fn hashes_are_those_of_the_library() {
        let hash = hash_now("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let parsed = PasswordHash::new(&hash).unwrap();
        assert!(Argon2::default().verify_password(b"correct horse", &parsed).is_ok());
        assert_ne!(hash, hash_now("correct horse").unwrap(), "each has a salt of its own");
    }

    #[test]
    fn takes_the_right_password_alone() {
        let hash = hash_now("correct horse").unwrap();
        assert!(check_now("correct horse", &hash));
        assert!(!check_now("Correct horse", &hash));
        assert!(!check_now("correct horse", &hash.replace("argon2id", "argon2d")));
        for broken in
            ["", "x", "$argon2id$v=19$m=19456,t=2,p=1", "$argon2id$v=19$m=4294967295,t=2,p=1$c2FsdHNhbHQ$aGFzaA"]
        {
            assert!(!check_now("correct horse", broken), "{broken}");
        }
    }
}
