//! Partial sorting as R's `stl` does it.

/// Segments of at most so many values beyond the first are put in order by insertion.
const SHORT: usize = 10;

/// The two values around the middle, as R's `stl` picks them for the scale of its remainders.
///
/// R asks a partial sort for two places of falling order, where the sort expects rising ones. When a cut falls exactly
/// between the two, the part right of it is never put in order, and the upper value is then a larger one than the
/// middle. Whoever wants R's robust decompositions must take the same values.
///
/// # Panics
/// Where there is no value.
///
/// Source: Singleton (1969), "Algorithm 347: an efficient algorithm for sorting with minimal storage", with places, as
/// the Fortran of Cleveland et al. (1990) has it (`stlrwt`, `psort`).
#[must_use]
pub fn middle_as_r(mut values: Vec<f64>) -> [f64; 2] {
    let count = values.len();
    let places = [count / 2, count - count / 2 - 1];
    if count > 1 {
        Sort { values: &mut values, places, waiting: Vec::new() }.run();
    }
    places.map(|place| values[place])
}

/// Values from `first` to `last`, and which of the places (`from..to`) are looked for in them.
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

    /// Cuts a segment and answers the part to go on with; puts a short one in order. The leftmost segment has no smaller
    /// value before it to stop an insertion, and is cut to the end.
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

    /// Goes on with the shorter part and the places in it; the longer one waits with the others.
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
        // Where the shorter part holds none of the places, the longer one holds all.
        let rest = match (from < to, is_left) {
            (false, _) => (segment.from, segment.to),
            (true, true) => (to, segment.to),
            (true, false) => (segment.from, from),
        };
        let (shorter, longer) = if is_left { ((first, below), (above, last)) } else { ((above, last), (first, below)) };
        self.waiting.push(Segment { first: longer.0, last: longer.1, from: rest.0, to: rest.1 });
        (from < to).then_some(Segment { first: shorter.0, last: shorter.1, from, to })
    }

    /// Cuts a segment at the middle one of its first, middle and last value: the last place of the lower part and the
    /// first of the upper.
    fn cut(&mut self, first: usize, last: usize) -> (usize, usize) {
        let a = &mut *self.values;
        // In places counted from 1, whose sum is larger by 2, halves are rounded down.
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
