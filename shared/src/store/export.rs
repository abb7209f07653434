//! Content of the export of an account. A test fails if a table is missing here.

use crate::domain::text_enum;

text_enum! {
    /// A file about the account itself.
    AccountFile {
        /// The account.
        Account = "account",
        /// Its sessions.
        Sessions = "sessions",
        /// Its API keys, without their secrets.
        ApiKeys = "api-keys",
        /// Connected AI assistants, without their tokens.
        Assistants = "assistants",
        /// Linked accounts at identity providers.
        Identities = "identities",
        /// Its notifications.
        Notifications = "notifications",
        /// Its entries of the audit log.
        SecurityEvents = "security-events",
        /// Achievements.
        Achievements = "achievements",
        /// Workspaces of which the user is a member.
        Workspaces = "workspaces",
    }
}

text_enum! {
    /// A file about a workspace that the user owns.
    WorkspaceFile {
        /// Members.
        Members = "members",
        /// Valid invitations.
        Invites = "invites",
        /// Websites.
        Websites = "websites",
        /// Imports, without the rows of their files.
        Imports = "imports",
        /// Runs, without their results.
        Runs = "runs",
        /// Schedules.
        Schedules = "schedules",
        /// Webhooks, without their secrets.
        Webhooks = "webhooks",
        /// Connections to data providers, without their credentials.
        Connections = "connections",
        /// Calls of data providers and their costs.
        ProviderCalls = "provider-calls",
        /// Insights.
        Insights = "insights",
        /// Opportunities.
        Opportunities = "opportunities",
        /// Change log entries.
        Annotations = "annotations",
        /// Content documents, each with its versions.
        Documents = "documents",
        /// Own editorial packs.
        Packs = "packs",
        /// Changes of own editorial packs.
        PackChanges = "pack-changes",
        /// Own market data that override the reference data.
        MarketValues = "market-values",
        /// Changes of own market data.
        MarketChanges = "market-changes",
        /// Markets of the pipeline.
        PipelineMarkets = "pipeline-markets",
        /// Sites of the pipeline, each with its pages, host names and releases, without their files.
        Sites = "sites",
        /// Who runs the sites.
        SiteOperator = "site-operator",
        /// Targets of deployments, without their credentials.
        DeployTargets = "deploy-targets",
        /// Deployments.
        Deployments = "deployments",
        /// Campaigns, each with its decisions.
        Campaigns = "campaigns",
        /// Forecasts and their outcomes.
        Forecasts = "forecasts",
        /// Milestones.
        Milestones = "milestones",
        /// Engine versions.
        EngineVersions = "engine-versions",
        /// Experiments.
        Experiments = "experiments",
        /// Plans, each with its steps.
        Plans = "plans",
        /// Edits, each with its changes, without the contents of files.
        Edits = "edits",
        /// Accesses to live files of websites, without their credentials.
        WebsiteAccess = "website-access",
        /// Buyers of leads.
        Buyers = "buyers",
        /// Settings of leads and rent.
        LeadSettings = "lead-settings",
        /// Rentals of websites.
        Rentals = "rentals",
        /// Invoices of rent, with what is credited of each.
        Invoices = "invoices",
        /// Transactions of the ledger.
        Ledger = "ledger",
        /// The kill switch.
        KillSwitch = "kill-switch",
    }
}

text_enum! {
    /// A file about a website of such a workspace.
    WebsiteFile {
        /// Clicks and impressions by day.
        Days = "days",
        /// Keywords.
        Keywords = "keywords",
        /// Clusters of keywords.
        Clusters = "clusters",
        /// Search results, pages, ranks and payouts from imports.
        Observations = "observations",
        /// Backlinks from imports.
        Backlinks = "backlinks",
        /// Sessions of landing pages and sources from imports.
        Sessions = "sessions",
        /// Leads from imports.
        Leads = "leads",
        /// Revenue from imports.
        Revenue = "revenue",
        /// Sources of leads, without their signing keys.
        LeadSources = "lead-sources",
        /// Leads that the server received, each with its history.
        ReceivedLeads = "received-leads",
        /// Visits by day.
        Visits = "visits",
        /// Conversions.
        Conversions = "conversions",
        /// Crawls with what they found, without their pages.
        Crawls = "crawls",
        /// Tracked keywords, each with its latest checks.
        Ranks = "ranks",
        /// Prompts asked of assistants.
        Prompts = "prompts",
        /// Settings of answer checks.
        AnswerSettings = "answer-settings",
        /// Answers of assistants.
        Answers = "answers",
        /// Messages in the website's room.
        Chat = "chat",
    }
}

/// Treatment of a table in the export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Its rows are in a file of the account.
    Account(AccountFile),
    /// Its rows are in a file of a workspace.
    Workspace(WorkspaceFile),
    /// Its rows are in a file of a website.
    Website(WebsiteFile),
    /// It is omitted, for this reason.
    LeftOut(&'static str),
}

const SECRET: &str = "Secrets and hashes: whoever has the archive must not be able to use them.";
const SITE_FILES: &str = "Files of sites: each release can be downloaded as an archive.";
const FLEET: &str = "How the fleet works, not data of a user.";
const FILES: &str = "Rows of files that the user has: their sums are in days, what follows from them in keywords.";

/// All tables of the schema and their treatment in the export.
pub const TABLES: &[(&str, Fate)] = &[
    ("account_tokens", Fate::LeftOut(SECRET)),
    ("achievements", Fate::Account(AccountFile::Achievements)),
    ("analytics_days", Fate::LeftOut("Sessions of Google Analytics, which has them; the app exports them as a table.")),
    ("annotations", Fate::Workspace(WorkspaceFile::Annotations)),
    ("answer_citations", Fate::LeftOut("What parsers read in the answers, which are in the archive.")),
    ("answer_mentions", Fate::LeftOut("What parsers read in the answers, which are in the archive.")),
    ("answer_prompts", Fate::Website(WebsiteFile::Prompts)),
    ("answer_readings", Fate::LeftOut("Which parser has read which answer.")),
    ("answer_reports", Fate::LeftOut("Figures computed from the answers, which are in the archive.")),
    ("answer_settings", Fate::Website(WebsiteFile::AnswerSettings)),
    ("answers", Fate::Website(WebsiteFile::Answers)),
    ("api_keys", Fate::Account(AccountFile::ApiKeys)),
    ("assistant_grants", Fate::Account(AccountFile::Assistants)),
    ("audit_log", Fate::Account(AccountFile::SecurityEvents)),
    ("avatars", Fate::LeftOut("A picture of the user, whose address is in the account.")),
    ("bot_days", Fate::LeftOut("Numbers of reports of programs.")),
    ("buyers", Fate::Workspace(WorkspaceFile::Buyers)),
    ("chat_messages", Fate::Website(WebsiteFile::Chat)),
    ("clusters", Fate::Website(WebsiteFile::Clusters)),
    ("connections", Fate::Workspace(WorkspaceFile::Connections)),
    ("contact_messages", Fate::LeftOut("Messages of visitors to the operator: they have no account.")),
    ("conversions", Fate::Website(WebsiteFile::Conversions)),
    ("crawl_findings", Fate::LeftOut("Issues of pages: their numbers are in the crawls.")),
    ("crawl_pages", Fate::LeftOut("Pages of the user's own website, which are public.")),
    ("crawler_visits", Fate::LeftOut("Sums of access logs, which the user's own server has.")),
    ("crawls", Fate::Website(WebsiteFile::Crawls)),
    ("deploy_targets", Fate::Workspace(WorkspaceFile::DeployTargets)),
    ("deployments", Fate::Workspace(WorkspaceFile::Deployments)),
    ("campaigns", Fate::Workspace(WorkspaceFile::Campaigns)),
    ("campaign_actions", Fate::Workspace(WorkspaceFile::Campaigns)),
    ("document_versions", Fate::Workspace(WorkspaceFile::Documents)),
    ("documents", Fate::Workspace(WorkspaceFile::Documents)),
    ("dropped_batches", Fate::LeftOut("Imports of deleted websites whose rows are being deleted.")),
    ("edit_blobs", Fate::LeftOut("Contents of pages before and after edits: the edits are in the archive.")),
    ("edit_files", Fate::LeftOut("How far files of edits are: the edits are in the archive.")),
    ("edits", Fate::Workspace(WorkspaceFile::Edits)),
    ("engine_versions", Fate::Workspace(WorkspaceFile::EngineVersions)),
    ("event_counters", Fate::LeftOut("Numbers of live events.")),
    ("events", Fate::LeftOut("Live events repeat what the other files hold, and are deleted after some days.")),
    (
        "evidence",
        Fate::LeftOut("Responses of data providers, kept for days; what follows from them is in the other files."),
    ),
    ("experiment_websites", Fate::Workspace(WorkspaceFile::Experiments)),
    ("experiments", Fate::Workspace(WorkspaceFile::Experiments)),
    ("forecasts", Fate::Workspace(WorkspaceFile::Forecasts)),
    ("identities", Fate::Account(AccountFile::Identities)),
    ("former_slugs", Fate::LeftOut("Names of deleted sites of all accounts, which no other site gets.")),
    ("import_batches", Fate::LeftOut("Attempts at reading an import.")),
    ("import_files", Fate::LeftOut("Names and checksums of uploaded files: the imports are in the archive.")),
    ("imports", Fate::Workspace(WorkspaceFile::Imports)),
    ("insights", Fate::Workspace(WorkspaceFile::Insights)),
    ("invites", Fate::Workspace(WorkspaceFile::Invites)),
    ("keyword_rows", Fate::LeftOut(FILES)),
    ("keywords", Fate::Website(WebsiteFile::Keywords)),
    ("kill_switches", Fate::Workspace(WorkspaceFile::KillSwitch)),
    ("invoices", Fate::Workspace(WorkspaceFile::Invoices)),
    ("credit_notes", Fate::Workspace(WorkspaceFile::Invoices)),
    ("credit_uses", Fate::Workspace(WorkspaceFile::Invoices)),
    ("lead_history", Fate::Website(WebsiteFile::ReceivedLeads)),
    ("lead_sources", Fate::Website(WebsiteFile::LeadSources)),
    ("leases", Fate::LeftOut(FLEET)),
    ("ledger_entries", Fate::Workspace(WorkspaceFile::Ledger)),
    ("ledger_transactions", Fate::Workspace(WorkspaceFile::Ledger)),
    ("mails", Fate::LeftOut("The user has received them; their text is deleted once they are sent.")),
    ("market_changes", Fate::Workspace(WorkspaceFile::MarketChanges)),
    ("market_rows", Fate::Workspace(WorkspaceFile::MarketValues)),
    ("members", Fate::Workspace(WorkspaceFile::Members)),
    ("milestones", Fate::Workspace(WorkspaceFile::Milestones)),
    ("notifications", Fate::Account(AccountFile::Notifications)),
    ("backlinks", Fate::Website(WebsiteFile::Backlinks)),
    ("page_sessions", Fate::Website(WebsiteFile::Sessions)),
    ("leads", Fate::Website(WebsiteFile::Leads)),
    ("revenue", Fate::Website(WebsiteFile::Revenue)),
    ("column_mappings", Fate::LeftOut("How columns of files were assigned; it has no data of them.")),
    ("observations", Fate::Website(WebsiteFile::Observations)),
    ("opportunities", Fate::Workspace(WorkspaceFile::Opportunities)),
    ("pack_changes", Fate::Workspace(WorkspaceFile::PackChanges)),
    ("packs", Fate::Workspace(WorkspaceFile::Packs)),
    ("page_audits", Fate::LeftOut("Audits of single pages: the latest hundred, which can be repeated.")),
    ("page_changes", Fate::LeftOut("They repeat the changes of edits, which are in the archive.")),
    ("page_days", Fate::LeftOut("Views of pages: the visits are in days.")),
    ("page_sketches", Fate::LeftOut("They follow from the texts of pages, which are in documents.")),
    ("pipeline_markets", Fate::Workspace(WorkspaceFile::PipelineMarkets)),
    ("planned_sites", Fate::LeftOut("Sites that a deployment creates within minutes; then they are among the sites.")),
    ("plan_steps", Fate::Workspace(WorkspaceFile::Plans)),
    ("plans", Fate::Workspace(WorkspaceFile::Plans)),
    ("price_overrides", Fate::LeftOut("Prices that the operator entered, for all accounts.")),
    ("provider_budgets", Fate::Workspace(WorkspaceFile::Connections)),
    ("provider_cache", Fate::LeftOut("Which stored response answers which request.")),
    ("provider_calls", Fate::Workspace(WorkspaceFile::ProviderCalls)),
    (
        "provider_cost_remainders",
        Fate::LeftOut("Parts of a cent of the calls that the ledger does not have yet: the calls are in the archive."),
    ),
    ("provider_spend", Fate::LeftOut("Sums of the calls, which are in the archive.")),
    ("rank_alerts", Fate::LeftOut("They follow from the checks, which are in ranks.")),
    ("rank_checks", Fate::Website(WebsiteFile::Ranks)),
    ("rank_digests", Fate::LeftOut("When digests are sent: what they report follows from ranks.")),
    ("rank_settings", Fate::LeftOut("Depth and budget of the rank checks: what they found is in ranks.")),
    ("earlier_consents", Fate::LeftOut("Each lead has the text that it agreed to.")),
    ("rank_subscribers", Fate::LeftOut("Who gets emails about ranks, with the secrets that end it.")),
    ("site_outcomes", Fate::LeftOut("Sums of visits, leads and ranks, which are in the archive.")),
    ("rentals", Fate::Workspace(WorkspaceFile::Rentals)),
    ("lead_settings", Fate::Workspace(WorkspaceFile::LeadSettings)),
    ("received_leads", Fate::Website(WebsiteFile::ReceivedLeads)),
    ("recovery_codes", Fate::LeftOut(SECRET)),
    ("refresh_tokens", Fate::LeftOut(SECRET)),
    ("related_questions", Fate::LeftOut("What results of tracked keywords asked; documents have those that they use.")),
    ("release_blobs", Fate::LeftOut(SITE_FILES)),
    ("releases", Fate::Workspace(WorkspaceFile::Sites)),
    ("report_domains", Fate::LeftOut("A setting of reports, with the text of a DNS record.")),
    ("report_issues", Fate::LeftOut("Sums of data that are in the archive, as a report showed them.")),
    ("reports", Fate::LeftOut("What reports show and who gets them: their data are in the archive.")),
    (
        "run_cases",
        Fate::LeftOut(
            "Inputs of analyses, computed from the data in the archive; each run's capsule can be downloaded.",
        ),
    ),
    ("run_log", Fate::LeftOut(FLEET)),
    ("run_times", Fate::LeftOut(FLEET)),
    ("runs", Fate::Workspace(WorkspaceFile::Runs)),
    ("schedules", Fate::Workspace(WorkspaceFile::Schedules)),
    ("visit_days", Fate::Website(WebsiteFile::Visits)),
    ("visitor_keys", Fate::LeftOut(SECRET)),
    ("visits", Fate::LeftOut("Visits that may go on: they are in the days, and are deleted after two.")),
    ("webhooks", Fate::Workspace(WorkspaceFile::Webhooks)),
    ("webhook_deliveries", Fate::LeftOut("They repeat events that the receiver has; the log is kept for days only.")),
    ("search_days", Fate::Website(WebsiteFile::Days)),
    ("search_rows", Fate::LeftOut(FILES)),
    ("sessions", Fate::Account(AccountFile::Sessions)),
    ("settings", Fate::LeftOut("Of the installation, not of a user.")),
    ("site_blobs", Fate::LeftOut(SITE_FILES)),
    ("site_growth", Fate::LeftOut("When planned pages of sites follow; the sites are in the archive.")),
    ("site_launches", Fate::LeftOut("Places of a day for first launches; releases have the time of theirs.")),
    ("sketch_claims", Fate::LeftOut("They follow from the texts of pages, which are in documents.")),
    ("sketch_counters", Fate::LeftOut("The order of builds.")),
    ("site_domains", Fate::Workspace(WorkspaceFile::Sites)),
    ("site_operators", Fate::Workspace(WorkspaceFile::SiteOperator)),
    ("site_pages", Fate::Workspace(WorkspaceFile::Sites)),
    ("sites", Fate::Workspace(WorkspaceFile::Sites)),
    ("speed_tests", Fate::LeftOut("Public figures of PageSpeed Insights; the app exports them as a table.")),
    ("sync_sources", Fate::LeftOut("How far connections are: their rows are in days, the connections in the archive.")),
    ("tasks", Fate::Workspace(WorkspaceFile::Plans)),
    ("tracked_keywords", Fate::Website(WebsiteFile::Ranks)),
    ("two_factors", Fate::LeftOut(SECRET)),
    ("upload_chunks", Fate::LeftOut(FILES)),
    ("user_lanes", Fate::LeftOut(FLEET)),
    ("users", Fate::Account(AccountFile::Account)),
    ("web_vitals", Fate::LeftOut("Public figures of the Chrome UX Report; the app exports them as a table.")),
    ("website_access", Fate::Workspace(WorkspaceFile::WebsiteAccess)),
    ("websites", Fate::Workspace(WorkspaceFile::Websites)),
    ("workers", Fate::LeftOut(FLEET)),
    ("workspace_days", Fate::LeftOut("Counts of a day for the operator's limits, kept for two days.")),
    ("workspaces", Fate::Account(AccountFile::Workspaces)),
];
