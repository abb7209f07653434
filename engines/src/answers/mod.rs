//! AI answers: how often answers of assistants cite a website and mention a brand, with intervals.
//!
//! Answers are random draws: the same question gets other answers and other citations. Everything here is a pure function
//! of stored answers, so a report can be computed again whenever the parsers improve.
//!
//! | Figure | Method |
//! |---|---|
//! | share of one prompt | Wilson's interval; Beta posterior with the topic's prior |
//! | prior of a topic | empirical Bayes: maximum likelihood of the beta-binomial distribution |
//! | share of a topic | mean of its prompts' posteriors, matched by a Beta distribution |
//! | share of citations by domain | bootstrap over answers, because citations of one answer depend on each other |
//! | value of missing citations | volume x presence x clicks on links of an overview, by Monte Carlo |
//! | change | interval of the difference after Newcombe, false discoveries after Benjamini and Hochberg |

mod asked;
mod cited;
mod difference;
mod domains;
mod input;
mod missing;
mod report;
mod rows;
mod sampling;
mod share;
mod shrink;
mod stability;

pub use asked::{CitedSource, MAX_ANSWERS, MAX_CITED, PromptAnswer};
pub(crate) use asked::{check, span};
pub use cited::{Cited, CitedPage, HostKind, HostKindShare, TitleWord, cited};
pub use difference::{Difference, difference, newcombe};
pub use domains::{DomainShare, domain_shares};
pub use input::{Brand, Citation, Input, Prompt, Sample};
pub use missing::{ClickValue, Demand, Missing, MissingCitation};
pub use report::{BrandShare, Change, Direction, Measure, PromptShare, Report, TopicShare, report};
pub use sampling::{Cell, Goal, next};
pub use share::{Bounds, Share, beta_quantile, wilson};
pub use shrink::{JEFFREYS, Prior, mean_of_posteriors, posterior, prior};
pub use stability::overlap;

/// Normal quantile of all intervals shown: 95%.
pub const Z: f64 = 1.959_963_984_540_054;
