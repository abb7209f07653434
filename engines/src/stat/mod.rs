//! Statistics shared by the engines.

mod binomial;
mod cholesky;
mod count;
mod discovery;
mod draw;
mod isotonic;
mod least_squares;
mod loess;
mod mstl;
mod partial_sort;
mod polygamma;
mod products;
mod selected_cholesky;
pub(crate) mod series;
mod simplex;
mod spatial;
mod stl;
pub(crate) mod structural;
pub(crate) mod student;

pub use binomial::{binomial_lower_tail, poisson_ratio_test};
pub use cholesky::Cholesky;
pub use count::{binomial, poisson, standard_normal};
pub use discovery::benjamini_hochberg;
pub use draw::{SplitMix64, interval_of, normal_quantile, stratified_normals, stratified_uniforms};
pub use isotonic::{Block, non_decreasing};
pub use least_squares::NormalEquations;
pub use mstl::{MultipleDecomposition, mstl};
pub use partial_sort::middle_as_r;
pub use polygamma::trigamma;
pub use products::{TOGETHER, Work, dot, with_products};
pub(crate) use selected_cholesky::SelectedCholesky;
pub use simplex::minimise;
pub use spatial::{Neighbours, distance_km, getis_ord_star, morans_i};
pub use stl::{Decomposition, StlPlan, next_odd, stl};
