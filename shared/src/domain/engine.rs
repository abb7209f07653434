//! The eleven engines, by the ids under which everybody knows them.

use super::text_enum;

text_enum! {
    /// An intelligence engine.
    EngineId {
        /// Which searches are worth money that I can win, in how many pages?
        Keyword = "keyword",
        /// Who takes my clicks, why, what would it cost to pass them?
        Competitive = "competitive",
        /// What must a page cover, what does nobody say, which of my pages overlap?
        Semantic = "semantic",
        /// Did my change move it, or would it have moved anyway?
        Causal = "causal",
        /// What changed, when, is it me or everybody, what repeats?
        Pattern = "pattern",
        /// With this money and these hours, which bets, in what order, when do I stop?
        Strategic = "strategic",
        /// Write the page that deserves to rank, and prove every sentence.
        Content = "content",
        /// Where will I rank, when, how sure? What will traffic be?
        Predictive = "predictive",
        /// Are we getting better, what did we believe wrongly?
        Learning = "learning",
        /// Do it, safely, and let me undo it.
        Execution = "execution",
        /// Which city x trade should I own, who will pay?
        Local = "local",
    }
}

text_enum! {
    /// How an engine stands for one workspace.
    EngineStatus {
        /// Ready.
        Idle = "idle",
        /// A run of it waits.
        Queued = "queued",
        /// A run of it is at work.
        Running = "running",
        /// A run of it is held back.
        Paused = "paused",
        /// What it eats is missing; `needs` says what.
        NeedsData = "needs_data",
        /// Its last run failed.
        Error = "error",
    }
}
