//! Values by words, for tables that every word of a text is looked up in.

/// Number of buckets: most of them have two words at most.
const BUCKETS: usize = 512;

/// Values by words. A look-up compares with words of the same length and initial only.
#[derive(Debug)]
pub(crate) struct WordTable<V>(Vec<Vec<(String, V)>>);

impl<V> WordTable<V> {
    /// Creates a table; of a repeated word the first counts.
    pub(crate) fn new(entries: impl IntoIterator<Item = (String, V)>) -> Self {
        let mut buckets: Vec<Vec<(String, V)>> = std::iter::repeat_with(Vec::new).take(BUCKETS).collect();
        for (word, value) in entries {
            if let Some(bucket) = buckets.get_mut(bucket(&word)) {
                bucket.push((word, value));
            }
        }
        Self(buckets)
    }

    /// Returns the value of a word.
    pub(crate) fn get(&self, word: &str) -> Option<&V> {
        self.0.get(bucket(word))?.iter().find(|(one, _)| one == word).map(|(_, value)| value)
    }
}

fn bucket(word: &str) -> usize {
    let letter = |at: usize| word.as_bytes().get(at).copied().map_or(0, usize::from);
    (letter(0) * 31 + letter(1) * 7 + word.len() * 89) % BUCKETS
}
