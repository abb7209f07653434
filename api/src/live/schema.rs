//! Schemas of the live channels, for the `OpenAPI` document only.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::domain::{
    connection::ConnectionStatus,
    lead::{LeadSourceKind, LeadStatus},
    ledger::LedgerReason,
    opportunity::OpportunityStatus,
    run::{Lane, RunKind, RunStatus},
};
use utoipa::{OpenApi, ToSchema};
use uuid::Uuid;

use crate::{
    engine_id::EngineId,
    error::FieldError,
    routes::{
        admin::workers::WorkerView,
        connections::provider_id::ProviderId,
        engines::{insight_view::InsightView, view::EngineView},
        notifications::list::NotificationView,
        opportunities::view::OpportunityView,
        performance::{achievements::View as AchievementView, milestones::View as MilestoneView},
        runs::view::{RunErrorView, RunView},
    },
};

/// Returns the components of the live channels.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    Components::openapi()
}

#[derive(OpenApi)]
#[openapi(components(schemas(
    LiveFrame,
    LiveConnected,
    LiveReplayed,
    LiveSubscriptions,
    LiveAuthenticated,
    LivePong,
    LiveError,
    LiveAnalysisStarted,
    LiveAck,
    LiveMeta,
    RunProgressEvent,
    RunFinishedEvent,
    ConnectionStatusEvent,
    EngineStatusEvent,
    EngineInsightEvent,
    EngineErrorEvent,
    OpportunityEvent,
    NotificationEvent,
    SessionEndedEvent,
    DashboardUpdateEvent,
    ProjectUpdateEvent,
    ChatMessageEvent,
    ChatTypingEvent,
    ChatUser,
    SystemUpdateEvent,
    SystemLane,
    OpportunityImplementingEvent,
    PerformanceUpdateEvent,
    PerformanceAlertEvent,
    PerformanceRankingEvent,
    PerformanceDigestEvent,
    LeadEvent,
    RevenueTickEvent,
    AchievementEvent,
    SubscriptionEvent,
)))]
struct Components;

/// Every frame from the server on channel 1.
#[derive(Serialize, ToSchema)]
struct LiveFrame {
    /// Sequence number of stored events, per user. TokenClaims the last one as `since` after a reconnect.
    id: Option<i64>,
    timestamp: DateTime<Utc>,
    /// The event's name, such as `run:progress`.
    r#type: String,
    #[schema(value_type = Object)]
    payload: Value,
}

/// `connected`: the hub knows the connection.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiveConnected {
    user_id: Uuid,
    /// The last stored event.
    last_event_id: Option<i64>,
    /// When the token ends; renew it before by `auth`.
    expires_at: DateTime<Utc>,
}

/// `replayed`: what was missed since `since` has been sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiveReplayed {
    /// Events that were sent again, at most 100.
    count: usize,
    /// Whether these were all events; if not, reload the data.
    complete: bool,
    last_event_id: i64,
}

/// `subscribed` and `unsubscribed`.
#[derive(Serialize, ToSchema)]
struct LiveSubscriptions {
    /// The channel that was asked for.
    channel: String,
    /// All that are subscribed to now.
    channels: Vec<String>,
}

/// `authenticated`: the token was renewed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiveAuthenticated {
    expires_at: DateTime<Utc>,
}

/// `pong`: the payload of the ping, and the server's time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LivePong {
    server_time: DateTime<Utc>,
}

/// `error`: a message was not obeyed; the connection stays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiveError {
    /// `malformed-message`, `unknown-type`, `unknown-channel`, `unknown-event`, or the type of a problem.
    code: String,
    message: String,
    /// What was asked for.
    of: Option<String>,
    /// The fields at fault.
    errors: Option<Vec<FieldError>>,
    /// The key that `start_analysis` gave.
    idempotency_key: Option<String>,
}

/// `analysis:started`: the answer to `start_analysis`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiveAnalysisStarted {
    engine: EngineView,
    run: RunView,
    /// The key that `start_analysis` gave.
    idempotency_key: Option<String>,
}

/// Acknowledgement of every event on channel 2, in addition to its own response.
#[derive(Serialize, ToSchema)]
struct LiveAck {
    success: bool,
    /// Why it was not obeyed.
    message: Option<String>,
    code: Option<String>,
}

/// The second argument of every relayed event on channel 2.
#[derive(Serialize, ToSchema)]
struct LiveMeta {
    /// As in a frame of channel 1.
    id: Option<i64>,
    timestamp: DateTime<Utc>,
}

/// `run:progress`: progress of a run; not stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RunProgressEvent {
    run_id: Uuid,
    kind: RunKind,
    engine_id: Option<EngineId>,
    website_id: Option<Uuid>,
    /// 0 to 100.
    percent: i32,
    stage: String,
    message: String,
}

/// `run:finished`: a run has ended, however.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RunFinishedEvent {
    run_id: Uuid,
    kind: RunKind,
    engine_id: Option<EngineId>,
    action: Option<String>,
    website_id: Option<Uuid>,
    parent_id: Option<Uuid>,
    status: RunStatus,
    error: Option<RunErrorView>,
}

/// `connection:status`: the status of a connection to a data provider changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConnectionStatusEvent {
    connection_id: Uuid,
    workspace_id: Uuid,
    /// Key of the provider.
    #[schema(value_type = ProviderId)]
    provider: String,
    name: String,
    status: ConnectionStatus,
    /// What the last test found, or why it failed.
    message: Option<String>,
}

/// `engine:status`: current status of an engine; not stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EngineStatusEvent {
    engine: EngineView,
    /// About this website.
    website_id: Option<Uuid>,
}

/// `engine:insight`: an engine found something.
#[derive(Serialize, ToSchema)]
struct EngineInsightEvent {
    insight: InsightView,
}

/// `engine:error`: a run of an engine failed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EngineErrorEvent {
    engine_id: EngineId,
    run_id: Uuid,
    website_id: Option<Uuid>,
    /// Problem and remedy.
    error: String,
}

/// `opportunity:discovered`, `opportunity:updated`, `opportunity:implementing`, `opportunity:implemented`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpportunityEvent {
    opportunity: OpportunityView,
    /// Of `opportunity:implementing`: the plan with the steps.
    plan_id: Option<Uuid>,
}

/// `opportunity:implementing` on channel 1: the answer to `implement_opportunity`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpportunityImplementingEvent {
    opportunity_id: Uuid,
    status: OpportunityStatus,
    opportunity: OpportunityView,
}

/// `performance:update`: a milestone has moved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PerformanceUpdateEvent {
    website_id: Uuid,
    milestone: MilestoneView,
}

/// `performance:alert`: a figure came out far from its forecast.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PerformanceAlertEvent {
    website_id: Option<Uuid>,
    forecast_id: Uuid,
    /// What was forecast.
    subject: String,
    outcome: f64,
    severity: AlertSeverity,
    message: String,
}

/// How serious an alert is: `critical` below the forecast, `warning` above it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what is stored as text")]
enum AlertSeverity {
    Warning,
    Critical,
}

/// `performance:ranking`: a keyword has another average position than before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PerformanceRankingEvent {
    website_id: Uuid,
    keyword: String,
    old_position: f64,
    new_position: f64,
}

/// `performance:digest`: the ranks of a day or week.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PerformanceDigestEvent {
    website_id: Uuid,
    /// Website and period.
    title: String,
    /// The digest as text.
    message: String,
    /// Its figures.
    digest: serde_json::Value,
}

/// `lead:new` and `lead:updated`: a lead was received, or its status changed. The details are not in the event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LeadEvent {
    lead_id: Uuid,
    website_id: Uuid,
    status: LeadStatus,
    kind: LeadSourceKind,
    vertical: Option<String>,
    place: Option<String>,
}

/// `revenue:tick`: a transaction was posted in the ledger.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevenueTickEvent {
    transaction_id: Uuid,
    reason: LedgerReason,
    amount_cents: i64,
    currency: String,
    website_id: Option<Uuid>,
    /// Revenue of the workspace in the currency, after refunds.
    total_cents: i64,
}

/// `user:achievement`: the user has earned an achievement.
#[derive(Serialize, ToSchema)]
struct AchievementEvent {
    achievement: AchievementView,
}

/// `user:subscription`: the user's plan or trial has changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SubscriptionEvent {
    plan: String,
    trial_ends_at: Option<DateTime<Utc>>,
    change: SubscriptionChange,
}

/// What happened to a subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "it describes what is stored as text")]
enum SubscriptionChange {
    TrialStarted,
    TrialEnding,
    TrialEnded,
    Changed,
}

/// `user:notification` on channel 1, `notification` on channel 2.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationEvent {
    #[serde(flatten)]
    notification: NotificationView,
    /// The unread notifications of its group that it takes the place of.
    replaces: Vec<Uuid>,
}

/// `error` on channel 2 before the server ends the connection.
#[derive(Serialize, ToSchema)]
struct SessionEndedEvent {
    /// 4401 for the token, 4403 for an ended membership, 4408 for reading too slowly, 4429 for too much, 1009 for a message that is too long.
    code: u16,
    message: String,
}

/// `dashboard:update` on channel 2: the data of a dashboard changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DashboardUpdateEvent {
    /// The event behind it.
    reason: String,
    run_id: Option<Uuid>,
    engine_id: Option<EngineId>,
    website_id: Option<Uuid>,
}

/// `project:update` on channel 2, to those who joined the project.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProjectUpdateEvent {
    project_id: Uuid,
    /// The event behind it.
    reason: String,
    run_id: Option<Uuid>,
    engine_id: Option<EngineId>,
    website_id: Option<Uuid>,
}

/// `chat:message` on channel 2, to everybody in the room.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatMessageEvent {
    id: Uuid,
    room_id: Uuid,
    user: ChatUser,
    message: String,
    timestamp: DateTime<Utc>,
}

/// `chat:typing` on channel 2, sent to everybody in the room; not stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatTypingEvent {
    room_id: Uuid,
    user: ChatUser,
    typing: bool,
}

/// Who writes.
#[derive(Serialize, ToSchema)]
struct ChatUser {
    id: Uuid,
    /// `null` once the account is gone.
    name: Option<String>,
}

/// `system:update` on channel 2, every second, to administrators that subscribed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SystemUpdateEvent {
    timestamp: DateTime<Utc>,
    /// Number of queued runs.
    queue_depth: i64,
    lanes: Vec<SystemLane>,
    /// Worker processes heard of within 30 s.
    workers: Vec<WorkerView>,
    /// Of five minutes.
    errors: SystemErrors,
    /// Of five minutes.
    latency: SystemLatency,
    /// Uptime of this server, in seconds.
    uptime: u64,
}

/// Failed requests.
#[derive(Serialize, ToSchema)]
struct SystemErrors {
    /// Share of the requests that failed.
    rate: f64,
    requests: u64,
}

/// Time that requests take.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SystemLatency {
    /// 95 % of the requests took at most this many milliseconds.
    p95_ms: f64,
}

/// A stream of work.
#[derive(Serialize, ToSchema)]
struct SystemLane {
    lane: Lane,
    waiting: i64,
    running: i64,
}
