//! Causal discovery from observational data.

mod cpdag;
mod csv;
mod input;
mod score;
mod search;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use input::{DiscoverInput, VariableKind};

use crate::common::{Control, EngineError};
use score::Scores;

/// Maximum number of variables per run.
pub const MAX_NODES: usize = 128;
/// Name of the method.
pub const DISCOVER_METHOD: &str =
    "score-based causal discovery: tabu search over graphs with shaken starts, BDeu or BIC, orientation rules of Meek";
/// Version of the method.
pub const DISCOVER_METHOD_VERSION: &str = "causal-discover-1.0.0";
/// Maximum number of parents of a variable.
const MOST_PARENTS: u32 = 10;
/// Units of work of a search, about ten per nanosecond.
const WORK: u64 = 400_000_000;

/// The graph that the data support best.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscoverOutput {
    /// Edges `[from, to]` with the same direction in every graph of equal score.
    pub directed: Vec<[String; 2]>,
    /// Edges with unknown direction.
    pub undirected: Vec<[String; 2]>,
    /// Log score of the graph.
    pub score: f64,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Finds the completed partially directed graph that explains a table best.
///
/// The same table and seed give the same graph.
///
/// # Errors
/// Returns an [`EngineError`] that names the invalid field, or [`EngineError::Cancelled`].
pub fn discover(input: &DiscoverInput, seed: u64, control: &dyn Control) -> Result<DiscoverOutput, EngineError> {
    let table = input::table(input)?;
    control.progress(10.0, "discover", "Searching for the graph that explains the table best");
    let mut scores = Scores::new(&table.evidence);
    let (dag, score) = search::best_graph(&mut scores, MOST_PARENTS, WORK, seed, control)?;
    let class = cpdag::class_of(&dag);
    let named = |edges: &[(usize, usize)]| -> Vec<[String; 2]> {
        edges.iter().map(|(a, b)| [table.nodes[*a].clone(), table.nodes[*b].clone()]).collect()
    };
    control.progress(100.0, "discover", "Done");
    Ok(DiscoverOutput {
        directed: named(&class.directed),
        undirected: named(&class.undirected),
        score,
        assumptions: assumptions(table.kind),
        notes: notes(&table),
        method: DISCOVER_METHOD.to_owned(),
        method_version: DISCOVER_METHOD_VERSION.to_owned(),
    })
}

fn assumptions(kind: VariableKind) -> Vec<String> {
    let form = match kind {
        VariableKind::Discrete => "Categories have no order.",
        VariableKind::Continuous => "Effects are linear and noise is Gaussian.",
    };
    let common = [
        "No unmeasured variable affects two of the measured variables.",
        "There are no cycles of cause and effect.",
        "Every independence in the data comes from the graph, not from effects that cancel.",
        "Rows are independent of each other.",
    ];
    common.into_iter().chain([form]).map(str::to_owned).collect()
}

fn notes(table: &input::Table) -> Vec<String> {
    let mut notes = vec![format!("{} rows of {} variables.", table.rows, table.nodes.len())];
    if table.incomplete > 0 {
        notes.push(format!("{} rows with a missing value were excluded.", table.incomplete));
    }
    if !table.constant.is_empty() {
        notes.push(format!("Constant variables, which were ignored: {}.", table.constant.join(", ")));
    }
    notes
}
