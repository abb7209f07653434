//! Integer matrix products, exact with every instruction set.

use engines::embedding::multiply::{COLUMNS, Pairs, Product, multiply, multiply_plainly};

fn mixed(at: usize) -> i16 {
    ((at * 7_919 + 31) % 4_095) as i16 - 2_047
}

/// Products of `rows` rows of `2 * width` inputs with the weights of two panels, by a method.
fn products(rows: usize, width: usize, method: impl Fn(Product<'_>)) -> Vec<f32> {
    let weights = |panel: usize| -> Vec<Pairs> {
        (0..width).map(|pair| std::array::from_fn(|at| mixed((panel * width + pair) * 2 * COLUMNS + at))).collect()
    };
    let panels = [weights(0), weights(1)];
    let inputs: Vec<[i16; 2]> = (0..rows * width).map(|pair| [mixed(pair), mixed(pair + 5)]).collect();
    let outputs = 2 * COLUMNS;
    let mut results = vec![0.0; rows * outputs];
    let steps = vec![1.0; rows];
    let scales = vec![1.0; outputs];
    let results_of = &mut results;
    method(Product {
        panels: &panels,
        scales: &scales,
        rows: &inputs,
        width,
        steps: &steps,
        results: results_of,
        outputs,
    });
    results
}

/// One of them, term by term.
fn expected(row: usize, output: usize, width: usize) -> i64 {
    let term = |pair: usize| {
        let weight =
            |at: usize| i64::from(mixed((output / COLUMNS * width + pair) * 2 * COLUMNS + 2 * (output % COLUMNS) + at));
        let input = row * width + pair;
        i64::from(mixed(input)) * weight(0) + i64::from(mixed(input + 5)) * weight(1)
    };
    (0..width).map(term).sum()
}

#[test]
fn sums_are_exact_with_and_without_special_instructions() {
    for (rows, width) in [(1, 1), (5, 7), (6, 192), (13, 40)] {
        let wide = products(rows, width, multiply);
        assert_eq!(wide, products(rows, width, multiply_plainly), "{rows} rows of {width}");
        for (at, sum) in wide.iter().enumerate() {
            let exact = expected(at / (2 * COLUMNS), at % (2 * COLUMNS), width);
            assert_eq!(*sum, exact as f32, "{rows} rows of {width}, output {at}");
        }
    }
}
