//! `motherlode model list`.

use std::{fs, path::Path};

use anyhow::Context;
use serde_json::{Value, json};
use workers::models::{self, Installed};

use super::megabytes;
use crate::out::{self, Form};

/// An installed model with its state.
struct Looked {
    model: Installed,
    bytes: u64,
    /// Dimension of the vectors, or the problem with the model.
    dimensions: Result<usize, String>,
    /// Whether engines use it by default.
    is_used: bool,
}

pub(super) fn run(data_dir: &Path, form: Form) -> anyhow::Result<()> {
    let folder = models::folder(data_dir);
    let all = models::installed(&folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let all: Vec<Looked> = all.into_iter().enumerate().map(|(rank, model)| look(model, rank == 0)).collect();
    match form {
        Form::Json => out::json(&all.iter().map(as_json).collect::<Vec<Value>>()),
        Form::Text if all.is_empty() => Ok(out::line(format_args!(
            "No model is installed in {}: engines compare words. `motherlode model install` brings one.",
            folder.display()
        ))?),
        Form::Text => {
            let rows: Vec<[String; 4]> = all.into_iter().map(as_row).collect();
            Ok(out::table(["NAME", "DIMENSIONS", "SIZE", "STATE"], &rows)?)
        }
    }
}

fn look(model: Installed, is_used: bool) -> Looked {
    let bytes = fs::metadata(model.dir.join(models::WEIGHTS)).map_or(0, |found| found.len());
    let dimensions = models::read(&model.dir).map(|read| read.dimensions()).map_err(|error| error.to_string());
    Looked { model, bytes, dimensions, is_used }
}

fn as_json(looked: &Looked) -> Value {
    json!({
        "name": looked.model.name, "dir": looked.model.dir, "bytes": looked.bytes, "used": looked.is_used,
        "dimensions": looked.dimensions.as_ref().ok(), "problem": looked.dimensions.as_ref().err(),
    })
}

fn as_row(looked: Looked) -> [String; 4] {
    let state = match &looked.dimensions {
        Err(problem) => problem.clone(),
        Ok(_) if looked.is_used => "used".to_owned(),
        Ok(_) => String::new(),
    };
    let dimensions = looked.dimensions.map_or_else(|_| "-".to_owned(), |dimensions| dimensions.to_string());
    [looked.model.name, dimensions, megabytes(looked.bytes), state]
}
