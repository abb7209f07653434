//! The files of a tiny encoder with made-up weights. Tests of other crates include this file too.

use engines::stat::SplitMix64;
use serde_json::{Map, json};

const WIDTH: usize = 8;
const INNER: usize = 20;

/// The inputs of the golden vectors: weights are drawn in the order of the names.
pub(crate) fn files() -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nroof\nrep\n##air\n.\ncafe\nleak\n##s\n";
    let count = vocabulary.lines().count();
    let config = json!({ "hidden_size": WIDTH, "num_hidden_layers": 2, "num_attention_heads": 2, "hidden_act": "gelu",
        "intermediate_size": INNER, "max_position_embeddings": 16, "vocab_size": count, "layer_norm_eps": 1e-12 });
    let mut shapes: Vec<(String, Vec<usize>)> = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![count, WIDTH]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![16, WIDTH]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, WIDTH]),
    ];
    let norm = |shapes: &mut Vec<(String, Vec<usize>)>, name: &str| {
        shapes.push((format!("{name}.weight"), vec![WIDTH]));
        shapes.push((format!("{name}.bias"), vec![WIDTH]));
    };
    let dense = |shapes: &mut Vec<(String, Vec<usize>)>, name: &str, outputs: usize, inputs: usize| {
        shapes.push((format!("{name}.weight"), vec![outputs, inputs]));
        shapes.push((format!("{name}.bias"), vec![outputs]));
    };
    norm(&mut shapes, "embeddings.LayerNorm");
    for layer in 0..2 {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        for part in ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"] {
            dense(&mut shapes, &name(part), WIDTH, WIDTH);
        }
        norm(&mut shapes, &name("attention.output.LayerNorm"));
        dense(&mut shapes, &name("intermediate.dense"), INNER, WIDTH);
        dense(&mut shapes, &name("output.dense"), WIDTH, INNER);
        norm(&mut shapes, &name("output.LayerNorm"));
    }
    let (mut random, mut header, mut data) = (SplitMix64::new(7), Map::new(), Vec::new());
    for (name, shape) in shapes {
        let start = data.len();
        for _ in 0..shape.iter().product::<usize>() {
            data.extend((random.uniform() as f32 - 0.5).to_le_bytes());
        }
        header.insert(name, json!({ "dtype": "F32", "shape": shape, "data_offsets": [start, data.len()] }));
    }
    let header = serde_json::to_vec(&header).unwrap();
    let weights = [(header.len() as u64).to_le_bytes().to_vec(), header, data].concat();
    (serde_json::to_vec(&config).unwrap(), vocabulary.as_bytes().to_vec(), weights)
}
