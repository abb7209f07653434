//! Validation of reports in requests.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use shared::domain::report::{REPORT_DAYS, REPORT_RECIPIENTS, Report, ReportBody, ReportFrequency, ReportSection};
use utoipa::ToSchema;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::auth::check,
};

const TITLE_CHARS: usize = 120;
const NAME_CHARS: usize = 80;
/// Contrast of text on white (WCAG 2.2, 1.4.3).
const LEAST_CONTRAST: f64 = 4.5;

/// What is set of a report. Omitted fields have their default.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ReportSettings)]
pub(super) struct Settings {
    /// Title, at most 120 characters. Default: `Search report`.
    pub(super) title: String,
    /// Days of the period: 7, 28 or 90. Default: 28.
    pub(super) days: i32,
    /// Sections, in their order. Default: all.
    pub(super) sections: Vec<ReportSection>,
    /// Name of the agency, at most 80 characters. When a report is created, the default is the name of the sites' operator.
    #[schema(examples("Lovelace Media"))]
    pub(super) brand_name: String,
    /// Accent color with a contrast of at least 4.5 to white. Default: `#1d4ed8`.
    #[schema(examples("#1d4ed8"))]
    pub(super) accent: String,
    /// How often it is made and emailed: `none`, `weekly` (Mondays) or `monthly` (the first). Default: `none`.
    pub(super) frequency: ReportFrequency,
    /// Hour of the scheduled times, 0 to 23. Default: 7.
    pub(super) hour: i32,
    /// Time zone of the hour. Default: `UTC`.
    pub(super) time_zone: String,
    /// Email addresses, at most ten. Default: none.
    pub(super) recipients: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            title: "Search report".to_owned(),
            days: 28,
            sections: ReportSection::ALL.to_vec(),
            brand_name: String::new(),
            accent: "#1d4ed8".to_owned(),
            frequency: ReportFrequency::None,
            hour: 7,
            time_zone: "UTC".to_owned(),
            recipients: Vec::new(),
        }
    }
}

impl Settings {
    /// Returns the settings of a stored report.
    pub(super) fn of(report: &Report) -> Self {
        Self {
            title: report.title.clone(),
            days: report.days,
            sections: report.sections.0.clone(),
            brand_name: report.brand_name.clone(),
            accent: report.accent.clone(),
            frequency: report.frequency,
            hour: report.hour,
            time_zone: report.time_zone.clone(),
            recipients: report.recipients.0.clone(),
        }
    }

    /// Returns the checked settings, or every field at fault, with pointers below `prefix`.
    pub(super) fn checked(self, prefix: &str) -> Result<ReportBody> {
        let mut errors = Vec::new();
        let mut demand = |is_right: bool, pointer: &str, detail: &str| {
            if !is_right {
                errors.push(FieldError::new(format!("{prefix}{pointer}"), detail));
            }
        };
        let (title, brand_name) = (line(&self.title), line(&self.brand_name));
        let accent = self.accent.trim().to_lowercase();
        let contrast = contrast_to_white(&accent);
        demand(is_text(&title, TITLE_CHARS), "/title", "must have 1 to 120 characters");
        demand(is_text(&brand_name, NAME_CHARS), "/brandName", "must have 1 to 80 characters");
        demand(REPORT_DAYS.contains(&self.days), "/days", "must be 7, 28 or 90");
        demand((0..24).contains(&self.hour), "/hour", "must be 0 to 23");
        let distinct: BTreeSet<_> = self.sections.iter().collect();
        let is_set = !distinct.is_empty() && distinct.len() == self.sections.len();
        demand(is_set, "/sections", "must have at least one section, each once");
        demand(contrast.is_some(), "/accent", "must be a color such as #1d4ed8");
        let is_dark = contrast.is_none_or(|contrast| contrast >= LEAST_CONTRAST);
        demand(
            is_dark,
            "/accent",
            "is too light to read on white: choose a darker color, with a contrast of at least 4.5",
        );
        demand(self.recipients.len() <= REPORT_RECIPIENTS, "/recipients", "must have at most ten addresses");
        let mut recipients = Vec::new();
        for (at, text) in self.recipients.iter().enumerate().take(REPORT_RECIPIENTS) {
            let email = check::email_at(text, &format!("{prefix}/recipients/{at}"), &mut errors);
            if !recipients.contains(&email) {
                recipients.push(email);
            }
        }
        if !errors.is_empty() {
            return Err(ApiError::Invalid(errors));
        }
        let Self { days, sections, frequency, hour, time_zone, .. } = self;
        Ok(ReportBody { title, days, sections, brand_name, accent, frequency, hour, time_zone, recipients })
    }
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_text(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.chars().count())
}

/// Returns the contrast of a color `#rrggbb` to white (WCAG 2.2); `None` if it has another form.
fn contrast_to_white(color: &str) -> Option<f64> {
    let digits = color.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let linear = |value: u8| {
        let share = f64::from(value) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * linear(part(0)?) + 0.7152 * linear(part(2)?) + 0.0722 * linear(part(4)?);
    Some(1.05 / (luminance + 0.05))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_follows_wcag_and_refuses_other_forms() {
        assert!((contrast_to_white("#000000").expect("a color") - 21.0).abs() < 1e-9);
        // The grey that WCAG's documents name as just sufficient.
        assert!((contrast_to_white("#767676").expect("a color") - 4.54).abs() < 0.01);
        for wrong in ["", "#fff", "1d4ed8", "#1d4ed", "#gggggg", "#1d4ed88", "#äöü"] {
            assert_eq!(contrast_to_white(wrong), None, "{wrong}");
        }
    }
}
