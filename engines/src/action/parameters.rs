//! Parameters of an action: unchecked as received, and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::common::EngineError;

/// Unchecked parameters, all with defaults.
pub trait Parameters: Serialize + DeserializeOwned + JsonSchema + Default + Send + 'static {
    /// Parameters that passed [`Parameters::check`]. Actions accept only these.
    type Checked: Send + Sync;

    /// Checks the range of each parameter.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] with the name of the first parameter outside its range.
    fn check(self) -> Result<Self::Checked, EngineError>;

    /// Sets the seed, for parameters that have one.
    fn set_seed(&mut self, _seed: u64) {}
}

/// Implements [`Parameters`] by a type's own `check`; with `seed` for types with a field of this name.
macro_rules! parameters {
    ($($type:ty => $checked:ty $(, $seed:ident)?;)+) => {$(
        impl $crate::action::Parameters for $type {
            type Checked = $checked;

            fn check(self) -> Result<$checked, $crate::common::EngineError> {
                <$type>::check(self)
            }

            $(fn set_seed(&mut self, seed: u64) {
                self.$seed = seed;
            })?
        }
    )+};
}
pub(crate) use parameters;

/// Parameters of an action without parameters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "No parameters")]
pub struct NoParameters {}

impl Parameters for NoParameters {
    type Checked = Self;

    fn check(self) -> Result<Self, EngineError> {
        Ok(self)
    }
}

/// Parameters of an action that only uses random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "Random numbers")]
pub struct Seed {
    /// Seed of the random numbers. The same seed gives the same result.
    #[schemars(title = "Seed")]
    pub seed: u64,
}

impl Default for Seed {
    fn default() -> Self {
        Self { seed: 20_260_101 }
    }
}

impl Parameters for Seed {
    type Checked = Self;

    fn check(self) -> Result<Self, EngineError> {
        Ok(self)
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }
}
