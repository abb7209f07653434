//! Partial sort of R's `stl`.

/// Maximum length of segments, except the first, that are sorted by insertion.
const SHORT: usize = 10;

/// Returns the two middle values as R's `stl` selects them for the scale of its remainders.
///
/// R requests two positions in descending order from a partial sort that expects ascending ones. If a partition falls
/// exactly between the two, the part right of it is never sorted, and the upper value is too large. To match R's
/// robust decompositions, this function returns the same values.
///
/// # Panics
/// Panics if there are no values.
///
/// Source: Singleton (1969), "Algorithm 347: an efficient algorithm for sorting with minimal storage", with positions,
/// as in the Fortran code of Cleveland et al. (1990) (`stlrwt`, `psort`).
#[must_use]
pub fn middle_as_r(mut values: Vec<f64>) -> [f64; 2] {
    let count = values.len();
    let places = [count / 2, count - count / 2 - 1];
    if count > 1 {
        Sort { values: &mut values, places, waiting: Vec::new() }.run();
    }
    places.map(|place| values[place])
}

/// Values from `first` to `last`, and the requested positions (`from..to`) in them.
#[derive(Debug, Clone, Copy)]
struct Segment {
    first: usize,
    last: usize,
    from: usize,
    to: usize,
}

struct Sort<'a> {
    values: &'a mut [f64],
    places: [usize; 2],
    waiting: Vec<Segment>,
}

impl Sort<'_> {
    fn run(&mut self) {
        let last = self.values.len() - 1;
        let mut next = Some(Segment { first: 0, last, from: 0, to: self.places.len() });
        while let Some(segment) = next {
            next = self.step(segment).or_else(|| self.next_waiting());
        }
    }

    fn next_waiting(&mut self) -> Option<Segment> {
        while let Some(segment) = self.waiting.pop() {
            if segment.from < segment.to {
                return Some(segment);
            }
        }
        None
    }

    /// Partitions a segment and returns the part to continue with; sorts a short one. The leftmost segment has no
    /// smaller value before it to stop an insertion, so it is always partitioned.
    fn step(&mut self, segment: Segment) -> Option<Segment> {
        let Segment { first, last, .. } = segment;
        if first > 0 && last - first <= SHORT {
            self.insert(first, last);
            return None;
        }
        if first >= last {
            return None;
        }
        let (below, above) = self.cut(first, last);
        self.part(segment, below, above)
    }

    /// Continues with the shorter part and its positions; the longer one is queued.
    fn part(&mut self, segment: Segment, below: usize, above: usize) -> Option<Segment> {
        let Segment { first, last, mut from, mut to } = segment;
        let is_left = below - first <= last - above;
        if is_left {
            while from < to && self.places[to - 1] > below {
                to -= 1;
            }
        } else {
            while from < to && self.places[from] < above {
                from += 1;
            }
        }
        // If the shorter part contains none of the positions, the longer one contains all.
        let rest = match (from < to, is_left) {
            (false, _) => (segment.from, segment.to),
            (true, true) => (to, segment.to),
            (true, false) => (segment.from, from),
        };
        let (shorter, longer) = if is_left { ((first, below), (above, last)) } else { ((above, last), (first, below)) };
        self.waiting.push(Segment { first: longer.0, last: longer.1, from: rest.0, to: rest.1 });
        (from < to).then_some(Segment { first: shorter.0, last: shorter.1, from, to })
    }

    /// Partitions a segment at the median of its first, middle and last value: returns the last index of the lower
    /// part and the first of the upper one.
    fn cut(&mut self, first: usize, last: usize) -> (usize, usize) {
        let a = &mut *self.values;
        // With 1-based positions, the sum is larger by 2 and halves are rounded down.
        let middle = (first + last + 2) / 2 - 1;
        if a[first] > a[middle] {
            a.swap(first, middle);
        }
        if a[last] < a[middle] {
            a.swap(last, middle);
            if a[first] > a[middle] {
                a.swap(first, middle);
            }
        }
        let bound = a[middle];
        let (mut low, mut high) = (first, last);
        loop {
            high -= 1;
            while a[high] > bound {
                high -= 1;
            }
            low += 1;
            while a[low] < bound {
                low += 1;
            }
            if low > high {
                return (high, low);
            }
            a.swap(low, high);
        }
    }

    fn insert(&mut self, first: usize, last: usize) {
        for place in first + 1..=last {
            let mut at = place;
            while at > first && self.values[at] < self.values[at - 1] {
                self.values.swap(at, at - 1);
                at -= 1;
            }
        }
    }
}
