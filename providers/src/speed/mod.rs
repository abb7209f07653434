//! Page speed: in the laboratory by PageSpeed Insights, as visitors had it by the Chrome UX Report.

#[cfg(test)]
mod cases;
mod chrome_ux_report;
mod crux;
mod lab;
mod lighthouse;
mod page_speed;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use self::{
    crux::{ChromeUxReport, FieldData, FormFactor, History, Period, Subject},
    lab::{LabMetrics, PageSpeed, SpeedTest, Strategy},
};

/// What is measured of visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Largest Contentful Paint, in milliseconds.
    Lcp,
    /// Interaction to Next Paint, in milliseconds.
    Inp,
    /// Cumulative Layout Shift, without unit.
    Cls,
    /// First Contentful Paint, in milliseconds.
    Fcp,
    /// Time to First Byte, in milliseconds.
    Ttfb,
}

impl Metric {
    const ALL: [Self; 5] = [Self::Lcp, Self::Inp, Self::Cls, Self::Fcp, Self::Ttfb];

    /// Name in the Chrome UX Report.
    const fn crux(self) -> &'static str {
        match self {
            Self::Lcp => "largest_contentful_paint",
            Self::Inp => "interaction_to_next_paint",
            Self::Cls => "cumulative_layout_shift",
            Self::Fcp => "first_contentful_paint",
            Self::Ttfb => "experimental_time_to_first_byte",
        }
    }

    /// Name in PageSpeed Insights.
    const fn insights(self) -> &'static str {
        match self {
            Self::Lcp => "LARGEST_CONTENTFUL_PAINT_MS",
            Self::Inp => "INTERACTION_TO_NEXT_PAINT",
            Self::Cls => "CUMULATIVE_LAYOUT_SHIFT_SCORE",
            Self::Fcp => "FIRST_CONTENTFUL_PAINT_MS",
            Self::Ttfb => "EXPERIMENTAL_TIME_TO_FIRST_BYTE",
        }
    }
}
