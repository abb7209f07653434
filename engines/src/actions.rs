//! The list of all actions. The command line, the API's checks and schemas, and the workers' loaders are derived
//! from it.

use serde_json::{Map, Value, json};

use crate::action::{ActionInfo, Schemas, case_schema};
use crate::common::EngineId;

/// Calls a macro with every action, as `Id => Type, …`, so that code that handles every action does not compile if one
/// is missing. Actions of an engine are adjacent; the first is its default.
#[macro_export]
macro_rules! actions {
    ($callback:ident) => {
        $callback! {
            KeywordAnalyse => $crate::keyword::actions::Analyse,
            KeywordExpand => $crate::keyword::actions::Expand,
            KeywordCluster => $crate::keyword::actions::Cluster,
            KeywordKeyphrases => $crate::keyword::actions::Keyphrases,
            KeywordWins => $crate::keyword::actions::Wins,
            CompetitiveShare => $crate::competitive::actions::Share,
            CompetitiveDiscover => $crate::competitive::actions::Discover,
            CompetitiveGap => $crate::competitive::actions::Gap,
            CompetitiveExplain => $crate::competitive::actions::Explain,
            CompetitiveAnswers => $crate::competitive::actions::Answers,
            CompetitiveLinks => $crate::competitive::actions::Links,
            SemanticCoverage => $crate::semantic::actions::Coverage,
            SemanticOverlap => $crate::semantic::actions::Overlap,
            SemanticLinks => $crate::semantic::actions::Links,
            SemanticBrief => $crate::semantic::actions::Brief,
            SemanticPrompts => $crate::semantic::actions::Prompts,
            SemanticSimilarity => $crate::semantic::actions::Similarity,
            CausalImpact => $crate::causal::actions::Impact,
            CausalCitations => $crate::causal::actions::Citations,
            CausalPower => $crate::causal::actions::Power,
            CausalExperiment => $crate::causal::actions::Experiment,
            CausalDiscover => $crate::causal::actions::Discover,
            CausalTreatment => $crate::causal::actions::Treatment,
            PatternChangePoints => $crate::pattern::actions::ChangePoints,
            PatternDecompose => $crate::pattern::actions::Decompose,
            PatternAnomalies => $crate::pattern::actions::Anomalies,
            PatternAttribute => $crate::pattern::actions::Attribute,
            PatternRules => $crate::pattern::actions::Rules,
            StrategicPortfolio => $crate::strategic::actions::Portfolio,
            StrategicScenarios => $crate::strategic::actions::Scenarios,
            StrategicRoadmap => $crate::strategic::actions::Roadmap,
            ContentBrief => $crate::content::actions::Brief,
            ContentCompose => $crate::content::actions::Compose,
            ContentScore => $crate::content::actions::Score,
            ContentRevise => $crate::content::actions::Revise,
            ContentVerify => $crate::content::actions::Verify,
            ContentAudit => $crate::content::actions::Audit,
            PredictiveForecast => $crate::predictive::actions::Forecast,
            PredictiveRanking => $crate::predictive::actions::Ranking,
            PredictiveScenarios => $crate::predictive::actions::Scenarios,
            LearningReport => $crate::learning::actions::Report,
            LearningCalibrate => $crate::learning::actions::Calibrate,
            LearningBandit => $crate::learning::actions::Bandit,
            LearningCurves => $crate::learning::actions::Curves,
            ExecutionPlan => $crate::execution::actions::Plan,
            ExecutionApply => $crate::execution::actions::Apply,
            ExecutionVerify => $crate::execution::actions::Verify,
            ExecutionUndo => $crate::execution::actions::Undo,
            LocalScan => $crate::local::actions::Scan,
            LocalScore => $crate::local::actions::Score,
            LocalExplain => $crate::local::actions::Explain,
            LocalTenants => $crate::local::actions::Tenants,
        }
    };
}

macro_rules! list {
    ($($id:ident => $action:path,)+) => {
        /// An action of an engine.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ActionId {
            $(
                #[doc = concat!("`", stringify!($action), "`")]
                $id,
            )+
        }

        impl ActionId {
            /// Every action, in the order of the list.
            pub const ALL: &[Self] = &[$(Self::$id),+];

            /// Returns the untyped description of the action.
            pub fn info(self) -> &'static ActionInfo {
                static INFOS: &[ActionInfo] = &[$(ActionInfo::of::<$action>()),+];
                &INFOS[self as usize]
            }
        }
    };
}
actions!(list);

impl ActionId {
    /// Finds the action of an engine by name.
    pub fn find(engine: EngineId, name: &str) -> Option<Self> {
        Self::of(engine).find(|action| action.info().name == name)
    }

    /// Returns the actions of an engine; the first is its default.
    pub fn of(engine: EngineId) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |action| action.info().engine == engine)
    }

    /// Returns the JSON schema of the action's parameters, from which a form can be built.
    pub fn parameters_schema(self) -> Value {
        self.info().schemas().parameters
    }

    /// Returns the input fields of a case, over all forms of the action.
    pub fn input_fields(self) -> std::collections::BTreeSet<String> {
        let info = self.info();
        let fields = |schemas: Schemas| schemas.input["properties"].as_object().cloned().unwrap_or_default();
        let forms = std::iter::once(info.schemas()).chain(info.alternative_schemas());
        forms.flat_map(|form| fields(form).into_iter().map(|(name, _)| name)).collect()
    }
}

/// Describes the actions of an engine with JSON schemas: `{engine, name, question, tasks: {name: {summary, input, output}}}`.
pub fn describe(engine: EngineId) -> Value {
    let described: Map<String, Value> =
        ActionId::of(engine).map(|action| (action.info().name.to_owned(), describe_action(action.info()))).collect();
    json!({
        "engine": engine.as_str(),
        "name": engine.name(),
        "question": engine.question(),
        "description": engine.description(),
        "tasks": described,
    })
}

fn describe_action(info: &ActionInfo) -> Value {
    let forms: Vec<Schemas> = std::iter::once(info.schemas()).chain(info.alternative_schemas()).collect();
    let outputs: Vec<Value> = forms.iter().map(|form| with_id(form.output.clone())).collect();
    let inputs: Vec<Value> = forms.into_iter().map(case_schema).collect();
    json!({ "summary": info.summary, "input": any_of(inputs), "output": any_of(outputs) })
}

fn with_id(mut schema: Value) -> Value {
    schema["properties"]["id"] = json!({ "description": "The same as in the case." });
    schema
}

/// Returns a single schema unchanged, and several as alternatives with shared definitions.
fn any_of(mut forms: Vec<Value>) -> Value {
    if forms.len() == 1 {
        return forms.remove(0);
    }
    let mut definitions = Map::new();
    for form in &mut forms {
        if let Some(Value::Object(own)) = form.as_object_mut().and_then(|form| form.remove("$defs")) {
            definitions.extend(own);
        }
    }
    json!({ "type": "object", "anyOf": forms, "$defs": definitions })
}
