//! Enums that are stored and sent as words. The words are in databases and in clients: none may change.

use std::{collections::BTreeSet, fmt::Debug, hash::Hash};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;
use shared::domain::{
    account_token::TokenPurpose,
    annotation::AnnotationKind,
    answer::{AnswerFinish, AnswerSurface},
    api_key::Scope,
    daily::DailySource,
    engine::EngineStatus,
    engine_version::VersionRole,
    experiment::{ExperimentDesign, ExperimentMetric, ExperimentUnit, ExperimentVerdict},
    forecast::ForecastKind,
    import::ImportStatus,
    imported::{ConflictRule, LinkRel, RecordKind},
    insight::{Nature, Severity, Verdict},
    mail::MailStatus,
    market::{MarketKind, MarketSource},
    milestone::MilestoneStatus,
    notification::NotificationKind,
    observation::{ObservationKind, PayoutUnit},
    opportunity::OpportunityStatus,
    plan::{Decision, PlanStatus, StepOutcome},
    rank::{AlertKind, AlertSeverity, DigestFrequency, OverviewState, RankDevice},
    run::{Lane, RunKind, RunStatus},
    user::Role,
    webhook::{DeliveryStatus, TEST_EVENT, WebhookEvent},
    website::WebsiteKind,
    website_settings::GoalMetric,
    workspace::MemberRole,
};

/// Checks every way in and out of an enum.
fn assert_words<T>(all: &[T], as_str: impl Fn(T) -> &'static str, words: &str)
where
    T: Copy
        + Debug
        + PartialEq
        + Ord
        + Hash
        + ToString
        + std::str::FromStr<Err = String>
        + Serialize
        + DeserializeOwned,
{
    let words: Vec<&str> = words.split_whitespace().collect();
    assert_eq!(all.iter().map(|one| as_str(*one)).collect::<Vec<_>>(), words);
    for (one, word) in all.iter().zip(&words) {
        assert_eq!(one.to_string(), *word);
        assert_eq!(word.parse::<T>().as_ref(), Ok(one));
        assert_eq!(json!(one), json!(word));
        assert_eq!(serde_json::from_value::<T>(json!(word)).ok().as_ref(), Some(one), "{word}");
        for wrong in [word.to_uppercase(), format!(" {word}"), format!("{word}\0"), word[1..].to_owned()] {
            let error = wrong.parse::<T>().expect_err("another word");
            assert!(error.contains(&words.join(", ")), "'{error}' lists what is allowed");
            assert!(serde_json::from_value::<T>(json!(wrong)).is_err(), "{wrong}");
        }
    }
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "all differ");
    assert!(all.is_sorted(), "ordered as declared");
    assert!("".parse::<T>().is_err());
    for other in [json!(0), json!(null), json!([words[0]]), json!({"word": words[0]})] {
        assert!(serde_json::from_value::<T>(other).is_err());
    }
}

macro_rules! words {
    ($name:ident, $type:ty, $words:literal) => {
        #[test]
        fn $name() {
            assert_words(<$type>::ALL, <$type>::as_str, $words);
        }
    };
}

words!(
    token_purposes_keep_their_words,
    TokenPurpose,
    "verify_email reset_password change_email undo_email_change sign_in second_factor"
);
words!(annotation_kinds_keep_their_words, AnnotationKind, "deploy edit title link migration google_update other");
words!(scopes_keep_their_words, Scope, "read write admin");
words!(daily_sources_keep_their_words, DailySource, "days detail");
words!(engine_statuses_keep_their_words, EngineStatus, "idle queued running paused needs_data error");
words!(version_roles_keep_their_words, VersionRole, "champion challenger retired");
words!(experiment_designs_keep_their_words, ExperimentDesign, "before_after split");
words!(experiment_units_keep_their_words, ExperimentUnit, "site page query");
words!(
    experiment_metrics_keep_their_words,
    ExperimentMetric,
    "clicks impressions clicks_at_position visits conversions ai_visits"
);
words!(experiment_verdicts_keep_their_words, ExperimentVerdict, "proved likely not_shown not_measurable contaminated");
words!(forecast_kinds_keep_their_words, ForecastKind, "claim quantity");
words!(record_kinds_keep_their_words, RecordKind, "backlink sessions lead revenue crawler_visits");
words!(conflict_rules_keep_their_words, ConflictRule, "newest existing highest");
words!(link_relations_keep_their_words, LinkRel, "followed nofollow ugc sponsored");
words!(import_statuses_keep_their_words, ImportStatus, "previewed importing imported undone failed");
words!(severities_keep_their_words, Severity, "info opportunity warning critical");
words!(natures_keep_their_words, Nature, "claim fact");
words!(verdicts_keep_their_words, Verdict, "open confirmed refuted expired");
words!(mail_statuses_keep_their_words, MailStatus, "waiting sent kept failed");
words!(milestone_statuses_keep_their_words, MilestoneStatus, "pending in_progress completed missed");
words!(
    notification_kinds_keep_their_words,
    NotificationKind,
    "engine:insight engine:error opportunity:implemented performance:alert user:achievement user:subscription import \
     webhook notice"
);
words!(market_kinds_keep_their_words, MarketKind, "payout cpc demand tiers place");
words!(market_sources_keep_their_words, MarketSource, "form import");
words!(observation_kinds_keep_their_words, ObservationKind, "serp_result page rank payout");
words!(payout_units_keep_their_words, PayoutUnit, "lead call rent job");
words!(
    opportunity_statuses_keep_their_words,
    OpportunityStatus,
    "discovered in_review implementing implemented failed dismissed"
);
words!(
    plan_statuses_keep_their_words,
    PlanStatus,
    "planning waiting_for_approval running halted finished rolled_back rejected undone blocked"
);
words!(decisions_keep_their_words, Decision, "approved rejected");
words!(step_outcomes_keep_their_words, StepOutcome, "failed done verified not_verified");
words!(run_statuses_keep_their_words, RunStatus, "queued running paused succeeded failed cancelled");
words!(lanes_keep_their_words, Lane, "interactive batch");
words!(
    run_kinds_keep_their_words,
    RunKind,
    "engine import_preview import import_undo theme connection_test crawl sync rank_check keyword_data rank_digest report answer_check document_compose document_draft experiment plan apply undo page_audit site_build site_deploy edit campaign batch probe"
);
words!(answer_surfaces_keep_their_words, AnswerSurface, "api api_web_search google_ai_overview google_ai_mode");
words!(answer_finishes_keep_their_words, AnswerFinish, "complete cut_off withheld absent");
words!(rank_devices_keep_their_words, RankDevice, "desktop mobile");
words!(overview_states_keep_their_words, OverviewState, "unknown absent not_loaded present");
words!(alert_kinds_keep_their_words, AlertKind, "drop left_top entered_top lost_feature cited citation_lost");
words!(alert_severities_keep_their_words, AlertSeverity, "info warning critical");
words!(roles_keep_their_words, Role, "free admin");
words!(
    webhook_events_keep_their_words,
    WebhookEvent,
    "run:finished engine:insight engine:error opportunity:discovered opportunity:updated opportunity:implemented \
     performance:alert performance:ranking performance:digest"
);
words!(digest_frequencies_keep_their_words, DigestFrequency, "off daily weekly");
words!(delivery_statuses_keep_their_words, DeliveryStatus, "waiting delivered failed");
words!(website_kinds_keep_their_words, WebsiteKind, "own sample dominator goldmine");
words!(goal_metrics_keep_their_words, GoalMetric, "clicks leads revenue");
words!(member_roles_keep_their_words, MemberRole, "viewer editor owner");

#[test]
fn member_roles_are_ordered_by_what_they_allow() {
    assert!(MemberRole::Viewer < MemberRole::Editor && MemberRole::Editor < MemberRole::Owner);
}

#[test]
fn webhook_test_event_is_none_that_somebody_can_subscribe_to() {
    assert!(TEST_EVENT.parse::<WebhookEvent>().is_err());
}
