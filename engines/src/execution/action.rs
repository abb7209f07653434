//! What can be done to a site, and how to take it back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{AnnotationRecord, ExperimentRecord, ScheduleRecord, TaskRecord, WHEN_DONE};

/// Something done to a site. Each is small, can be previewed, checked afterwards and taken back.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Action {
    /// Puts a new page at a path where there is none.
    CreatePage {
        /// Id of the site.
        site: String,
        /// Path of the file, such as `plumber-tulsa/index.html`.
        path: String,
        /// The whole page.
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
    /// Sends an address of the site to another.
    FixRedirect {
        /// Id of the site.
        site: String,
        /// Old address, starting with `/`.
        from: String,
        /// New address.
        to: String,
    },
    /// Replaces a page by a variant.
    PublishVariant {
        /// Id of the site.
        site: String,
        /// Path of the page.
        path: String,
        /// Name of the variant.
        variant: String,
        /// The whole page.
        content: String,
    },
    /// Switches the site to a release that was built and has passed the gate.
    DeploySite {
        /// Id of the site.
        site: String,
        /// Id of the release.
        release: String,
        /// True when the gate let this release through.
        gate_passed: bool,
    },
    /// Submits a sitemap to search engines.
    SubmitSitemap {
        /// Id of the site.
        site: String,
        /// Address of the sitemap.
        url: String,
    },
    /// Takes a site off the net for the time being.
    PauseSite {
        /// Id of the site.
        site: String,
    },
    /// Puts a paused site back.
    ResumeSite {
        /// Id of the site.
        site: String,
    },
    /// Deletes a page: a last resort, never done by itself.
    DeletePage {
        /// Id of the site.
        site: String,
        /// Path of the page.
        path: String,
    },
    /// Records that a person did a task. The yes to this step says that it is done.
    CompleteTask {
        /// Id of the workspace.
        site: String,
        /// Id that the record will have.
        id: String,
        /// What the person does.
        task: TaskRecord,
    },
    /// Sets the status of an opportunity.
    SetOpportunityStatus {
        /// Id of the workspace.
        site: String,
        /// Id of the opportunity.
        opportunity: String,
        /// The word for it, such as `implementing`.
        status: String,
    },
    /// Notes a change in the log of changes.
    AddAnnotation {
        /// Id of the workspace.
        site: String,
        /// Id that the note will have.
        annotation: String,
        /// What is noted.
        note: AnnotationRecord,
    },
    /// Has an engine's action run again and again.
    AddSchedule {
        /// Id of the workspace.
        site: String,
        /// Id that the schedule will have.
        id: String,
        /// What runs when.
        schedule: ScheduleRecord,
    },
    /// Begins an experiment.
    StartExperiment {
        /// Id of the workspace.
        site: String,
        /// Id that the experiment will have.
        id: String,
        /// What is tried.
        experiment: ExperimentRecord,
    },
    /// Deletes a note from the log of changes: never done by itself.
    DeleteAnnotation {
        /// Id of the workspace.
        site: String,
        /// Id of the note.
        annotation: String,
    },
    /// Deletes a schedule: never done by itself.
    DeleteSchedule {
        /// Id of the workspace.
        site: String,
        /// Id of the schedule.
        id: String,
    },
    /// Puts a record back as it was; `None` takes away one that this plan created.
    RestoreRecord {
        /// Id of the workspace.
        site: String,
        /// Key of the record, such as `annotation/ID`.
        record: String,
        /// Its words before.
        content: Option<String>,
        /// What it must hold now, so that nobody else's change is lost.
        expected: Option<String>,
    },
    /// Puts a file back as it was; `None` takes away one that this plan created.
    RestoreFile {
        /// Id of the site.
        site: String,
        /// Path of the file.
        path: String,
        /// Its content before.
        content: Option<String>,
        /// What it must hold now, so that nobody else's change is lost.
        expected: Option<String>,
    },
    /// Puts a redirect back as it was.
    RestoreRedirect {
        /// Id of the site.
        site: String,
        /// The address.
        from: String,
        /// Where it led before; `None` when nowhere.
        to: Option<String>,
    },
    /// Switches back to the release before; `None` when there was none.
    RestoreRelease {
        /// Id of the site.
        site: String,
        /// The release before.
        release: Option<String>,
    },
    /// Takes a sitemap back.
    WithdrawSitemap {
        /// Id of the site.
        site: String,
        /// Address of the sitemap.
        url: String,
    },
}

/// Who must say yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Nobody: small and taken back without a trace.
    SafeAuto,
    /// Somebody, for this step or for all.
    NeedsApproval,
    /// Somebody, for this very step.
    NeverAuto,
}

impl Action {
    /// The site it is about.
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

    /// The page it changes, if it changes one.
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

    /// Key of the record that it changes, if it changes one.
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

    /// Who must say yes.
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

    /// Stable word, as in JSON.
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

    /// Place in the order of a site's work: pages, their titles and links, redirects, the release, the sitemap.
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

    /// Returns the action with [`WHEN_DONE`] replaced by `day`, the day on which it is done.
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

    /// Whether it waits for the day on which it is done.
    #[must_use]
    pub fn is_dated_when_done(&self) -> bool {
        match self {
            Self::AddAnnotation { note, .. } => note.day == WHEN_DONE,
            Self::StartExperiment { experiment, .. } => experiment.starts_on == WHEN_DONE,
            _ => false,
        }
    }

    /// The key under which a worker must do it at most once: of the plan's id, the step and the action itself.
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
