//! Statistics the engines share.

mod binomial;
mod discovery;
mod draw;

pub use binomial::{binomial_lower_tail, poisson_ratio_test};
pub use discovery::benjamini_hochberg;
pub use draw::{SplitMix64, interval_of, normal_quantile, stratified_normals, stratified_uniforms};
