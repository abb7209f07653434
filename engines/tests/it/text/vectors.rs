//! Vectors of words.

use engines::text::{Stemmer, VECTOR_SIZE, word_vector};

fn cosine(a: &str, b: &str) -> f32 {
    let stemmer = Stemmer::default();
    let [a, b] = [a, b].map(|word| word_vector(&stemmer.stem(word)).unwrap());
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Computed by NumPy from the same table.
#[test]
fn cosines_agree_with_reference() {
    let reference = [
        ("attorney", "lawyer", 0.8376),
        ("doctor", "physician", 0.8550),
        ("car", "automobile", 0.7593),
        ("plumber", "electrician", 0.7702),
        ("cheap", "affordable", 0.5346),
        ("faucet", "spigot", 0.4832),
        ("faucet", "senate", 0.0),
    ];
    for (a, b, expected) in reference {
        assert!((cosine(a, b) - expected).abs() < 1e-3, "{a}, {b}: {}", cosine(a, b));
    }
}

#[test]
fn vectors_have_length_one() {
    for stem in ["roof", "aa", "zz", "cancer"] {
        let vector = word_vector(stem).unwrap();
        assert_eq!(vector.len(), VECTOR_SIZE);
        assert!((vector.iter().map(|value| value * value).sum::<f32>() - 1.0).abs() < 1e-5, "{stem}");
    }
}

#[test]
fn unlisted_stems_have_no_vector() {
    for stem in ["", "the", "dachdecker", "roofs", "Roof", "42", "a\nb", "zzzzzzzz", "\u{10FFFF}"] {
        assert!(word_vector(stem).is_none(), "{stem:?}");
    }
}
