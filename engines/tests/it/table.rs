//! Tables of certified values; their origins are in `golden/PROVENANCE.md`.

/// The rows of a CSV table of numbers; an empty field is NaN.
pub(crate) fn rows(text: &str) -> Vec<Vec<f64>> {
    let number = |field: &str| if field.is_empty() { f64::NAN } else { field.parse().unwrap() };
    text.lines().skip(1).map(|line| line.split(',').map(number).collect()).collect()
}

/// The numbers of a field that are separated by spaces.
pub(crate) fn numbers(field: &str) -> Vec<f64> {
    field.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// Fails where two numbers differ by more than a part of the wanted one.
#[track_caller]
pub(crate) fn assert_close(got: f64, wanted: f64, relative: f64, what: &str) {
    let distance = (got - wanted).abs();
    assert!(distance <= relative * wanted.abs() + 1e-300, "{what}: got {got}, wanted {wanted}");
}
