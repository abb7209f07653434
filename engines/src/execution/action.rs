//! Actions on sites and records, and their inverses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{AnnotationRecord, ExperimentRecord, ScheduleRecord, TaskRecord, WHEN_DONE};

/// A small action on a site that can be previewed, verified and undone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Action {
    /// Creates a page at an unused path.
    CreatePage {
        /// Id of the site.
        site: String,
        /// Path of the file, such as `plumber-tulsa/index.html`.
        path: String,
        /// Full content of the page.
        content: String,
    },
    /// Sets the title of a page.
    AddTitle {
        /// Id of the site.
        site: String,
        /// Path of the page.
        path: String,
        /// The title, plain text.
        title: String,
    },
    /// Adds a link before the end of a page's body.
    AddInternalLink {
        /// Id of the site.
        site: String,
        /// Path of the page.
        path: String,
        /// Address on the same site, starting with `/`.
        target: String,
        /// Words of the link, plain text.
        anchor: String,
    },
    /// Redirects an address of the site to another.
    FixRedirect {
        /// Id of the site.
        site: String,
        /// Old address, starting with `/`.
        from: String,
        /// New address.
        to: String,
    },
    /// Replaces a page with a variant.
    PublishVariant {
        /// Id of the site.
        site: String,
        /// Path of the page.
        path: String,
        /// Name of the variant.
        variant: String,
        /// Full content of the page.
        content: String,
    },
    /// Switches the site to a built release that has passed the gate.
    DeploySite {
        /// Id of the site.
        site: String,
        /// Id of the release.
        release: String,
        /// True if the release passed the gate.
        gate_passed: bool,
    },
    /// Submits a sitemap to search engines.
    SubmitSitemap {
        /// Id of the site.
        site: String,
        /// Address of the sitemap.
        url: String,
    },
    /// Takes a site offline temporarily.
    PauseSite {
        /// Id of the site.
        site: String,
    },
    /// Puts a paused site online.
    ResumeSite {
        /// Id of the site.
        site: String,
    },
    /// Deletes a page; never executed without a separate approval.
    DeletePage {
        /// Id of the site.
        site: String,
        /// Path of the page.
        path: String,
    },
    /// Records that a person did a task. Approving this step confirms that it is done.
    CompleteTask {
        /// Id of the workspace.
        site: String,
        /// Id of the new record.
        id: String,
        /// Task of the person.
        task: TaskRecord,
    },
    /// Sets the status of an opportunity.
    SetOpportunityStatus {
        /// Id of the workspace.
        site: String,
        /// Id of the opportunity.
        opportunity: String,
        /// New status, such as `implementing`.
        status: String,
    },
    /// Adds a change to the change log.
    AddAnnotation {
        /// Id of the workspace.
        site: String,
        /// Id of the new entry.
        annotation: String,
        /// Content of the entry.
        note: AnnotationRecord,
    },
    /// Creates a schedule for an engine's action.
    AddSchedule {
        /// Id of the workspace.
        site: String,
        /// Id of the new schedule.
        id: String,
        /// Action and times.
        schedule: ScheduleRecord,
    },
    /// Starts an experiment.
    StartExperiment {
        /// Id of the workspace.
        site: String,
        /// Id of the new experiment.
        id: String,
        /// Content of the experiment.
        experiment: ExperimentRecord,
    },
    /// Deletes an entry of the change log; never executed without a separate approval.
    DeleteAnnotation {
        /// Id of the workspace.
        site: String,
        /// Id of the entry.
        annotation: String,
    },
    /// Deletes a schedule; never executed without a separate approval.
    DeleteSchedule {
        /// Id of the workspace.
        site: String,
        /// Id of the schedule.
        id: String,
    },
    /// Restores a record; `None` removes one that this plan created.
    RestoreRecord {
        /// Id of the workspace.
        site: String,
        /// Key of the record, such as `annotation/ID`.
        record: String,
        /// Previous content.
        content: Option<String>,
        /// Content that it must have now, so that changes by others are not lost.
        expected: Option<String>,
    },
    /// Restores a file; `None` removes one that this plan created.
    RestoreFile {
        /// Id of the site.
        site: String,
        /// Path of the file.
        path: String,
        /// Previous content.
        content: Option<String>,
        /// Content that it must have now, so that changes by others are not lost.
        expected: Option<String>,
    },
    /// Restores a redirect.
    RestoreRedirect {
        /// Id of the site.
        site: String,
        /// The address.
        from: String,
        /// Previous target; `None` if there was no redirect.
        to: Option<String>,
    },
    /// Switches back to the previous release; `None` if there was none.
    RestoreRelease {
        /// Id of the site.
        site: String,
        /// Previous release.
        release: Option<String>,
    },
    /// Withdraws a sitemap.
    WithdrawSitemap {
        /// Id of the site.
        site: String,
        /// Address of the sitemap.
        url: String,
    },
}

/// Required approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// None: a small change that can be undone completely.
    SafeAuto,
    /// An approval of this step or of all steps.
    NeedsApproval,
    /// A separate approval of this step.
    NeverAuto,
}

impl Action {
    /// Returns the affected site.
    pub fn site(&self) -> &str {
        match self {
            Self::CreatePage { site, .. }
            | Self::AddTitle { site, .. }
            | Self::AddInternalLink { site, .. }
            | Self::FixRedirect { site, .. }
            | Self::PublishVariant { site, .. }
            | Self::DeploySite { site, .. }
            | Self::SubmitSitemap { site, .. }
            | Self::PauseSite { site }
            | Self::ResumeSite { site }
            | Self::DeletePage { site, .. }
            | Self::CompleteTask { site, .. }
            | Self::SetOpportunityStatus { site, .. }
            | Self::AddAnnotation { site, .. }
            | Self::AddSchedule { site, .. }
            | Self::StartExperiment { site, .. }
            | Self::DeleteAnnotation { site, .. }
            | Self::DeleteSchedule { site, .. }
            | Self::RestoreRecord { site, .. }
            | Self::RestoreFile { site, .. }
            | Self::RestoreRedirect { site, .. }
            | Self::RestoreRelease { site, .. }
            | Self::WithdrawSitemap { site, .. } => site,
        }
    }

    /// Returns the changed page, if any.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::CreatePage { path, .. }
            | Self::AddTitle { path, .. }
            | Self::AddInternalLink { path, .. }
            | Self::PublishVariant { path, .. }
            | Self::DeletePage { path, .. }
            | Self::RestoreFile { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Returns the key of the changed record, if any.
    pub fn record(&self) -> Option<String> {
        let (sort, id) = match self {
            Self::SetOpportunityStatus { opportunity, .. } => ("opportunity", opportunity),
            Self::AddAnnotation { annotation, .. } | Self::DeleteAnnotation { annotation, .. } => {
                ("annotation", annotation)
            }
            Self::AddSchedule { id, .. } | Self::DeleteSchedule { id, .. } => ("schedule", id),
            Self::CompleteTask { id, .. } => ("task", id),
            Self::StartExperiment { id, .. } => ("experiment", id),
            Self::RestoreRecord { record, .. } => return Some(record.clone()),
            _ => return None,
        };
        Some(format!("{sort}/{id}"))
    }

    /// Returns the required approval.
    pub fn risk(&self) -> Risk {
        match self {
            Self::AddTitle { .. }
            | Self::AddInternalLink { .. }
            | Self::SubmitSitemap { .. }
            | Self::AddAnnotation { .. } => Risk::SafeAuto,
            Self::DeletePage { .. }
            | Self::DeleteAnnotation { .. }
            | Self::DeleteSchedule { .. }
            | Self::CompleteTask { .. } => Risk::NeverAuto,
            _ => Risk::NeedsApproval,
        }
    }

    /// Stable identifier, as in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::CreatePage { .. } => "create_page",
            Self::AddTitle { .. } => "add_title",
            Self::AddInternalLink { .. } => "add_internal_link",
            Self::FixRedirect { .. } => "fix_redirect",
            Self::PublishVariant { .. } => "publish_variant",
            Self::DeploySite { .. } => "deploy_site",
            Self::SubmitSitemap { .. } => "submit_sitemap",
            Self::PauseSite { .. } => "pause_site",
            Self::ResumeSite { .. } => "resume_site",
            Self::DeletePage { .. } => "delete_page",
            Self::CompleteTask { .. } => "complete_task",
            Self::SetOpportunityStatus { .. } => "set_opportunity_status",
            Self::AddAnnotation { .. } => "add_annotation",
            Self::AddSchedule { .. } => "add_schedule",
            Self::StartExperiment { .. } => "start_experiment",
            Self::DeleteAnnotation { .. } => "delete_annotation",
            Self::DeleteSchedule { .. } => "delete_schedule",
            Self::RestoreRecord { .. } => "restore_record",
            Self::RestoreFile { .. } => "restore_file",
            Self::RestoreRedirect { .. } => "restore_redirect",
            Self::RestoreRelease { .. } => "restore_release",
            Self::WithdrawSitemap { .. } => "withdraw_sitemap",
        }
    }

    /// Position in the order of a site's work: pages, their titles and links, redirects, the release, the sitemap.
    pub(crate) fn order(&self) -> u8 {
        match self {
            Self::ResumeSite { .. } => 0,
            Self::CreatePage { .. } => 1,
            Self::PublishVariant { .. } | Self::RestoreFile { .. } => 2,
            Self::AddTitle { .. } => 3,
            Self::AddInternalLink { .. } => 4,
            Self::FixRedirect { .. } | Self::RestoreRedirect { .. } => 5,
            Self::DeletePage { .. } => 6,
            Self::DeploySite { .. } | Self::RestoreRelease { .. } => 7,
            Self::SubmitSitemap { .. } | Self::WithdrawSitemap { .. } => 8,
            Self::PauseSite { .. } => 9,
            Self::CompleteTask { .. } | Self::SetOpportunityStatus { .. } | Self::RestoreRecord { .. } => 10,
            Self::StartExperiment { .. } => 11,
            Self::AddAnnotation { .. } => 12,
            Self::AddSchedule { .. } => 13,
            Self::DeleteAnnotation { .. } | Self::DeleteSchedule { .. } => 14,
        }
    }

    /// Returns the action with [`WHEN_DONE`] replaced by `day`, the day of execution.
    #[must_use]
    pub fn on_day(&self, day: &str) -> Self {
        let mut action = self.clone();
        match &mut action {
            Self::AddAnnotation { note, .. } if note.day == WHEN_DONE => day.clone_into(&mut note.day),
            Self::StartExperiment { experiment, .. } if experiment.starts_on == WHEN_DONE => {
                day.clone_into(&mut experiment.starts_on);
            }
            _ => {}
        }
        action
    }

    /// Whether it contains the day of execution.
    #[must_use]
    pub fn is_dated_when_done(&self) -> bool {
        match self {
            Self::AddAnnotation { note, .. } => note.day == WHEN_DONE,
            Self::StartExperiment { experiment, .. } => experiment.starts_on == WHEN_DONE,
            _ => false,
        }
    }

    /// Idempotency key: a worker executes an action at most once per plan id, step and action.
    pub(crate) fn key(&self, plan: &str, step: &str) -> String {
        let body = serde_json::to_string(self).unwrap_or_default();
        let text = format!("{plan}\u{1f}{step}\u{1f}{body}");
        format!("{:016x}{:016x}", fnv(&text, 0xcbf2_9ce4_8422_2325), fnv(&text, 0x6c62_272e_07bb_0142))
    }
}

/// FNV-1a, 64 bit. Source: Fowler, Noll & Vo, IETF draft-eastlake-fnv.
fn fnv(text: &str, start: u64) -> u64 {
    text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
