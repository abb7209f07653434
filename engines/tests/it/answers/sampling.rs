//! The order in which prompts are asked.

use engines::answers::{Cell, Goal, next};

const GOAL: Goal = Goal { first: 5, most: 10, half_width: 0.2 };

fn cell(value: f64, cited: (u32, u32)) -> Cell {
    Cell { value, cited, asked: cited.1, is_open: true }
}

#[test]
fn first_answers_come_before_more_of_others() {
    let cells = [cell(100.0, (2, 5)), cell(1.0, (0, 0)), cell(5.0, (0, 4))];
    assert_eq!(next(&cells, GOAL), Some(2), "the highest value of those that lack first answers");
    assert_eq!(next(&[cell(1.0, (0, 0)), cell(1.0, (0, 0))], GOAL), Some(0));
}

#[test]
fn value_times_uncertainty_decides_about_further_answers() {
    let cells = [cell(1.0, (3, 6)), cell(1.0, (0, 6)), cell(1.2, (0, 7))];
    assert_eq!(next(&cells, GOAL), Some(0), "a share near one half is the least certain");
    assert_eq!(next(&[cell(1.0, (3, 6)), cell(3.0, (0, 5))], GOAL), Some(1));
}

#[test]
fn sampling_stops_at_the_width_the_most_answers_and_closed_engines() {
    assert_eq!(next(&[], GOAL), None);
    assert_eq!(next(&[cell(1.0, (0, 10))], GOAL), None, "asked often enough");
    assert_eq!(next(&[cell(1.0, (0, 8))], GOAL), None, "0 of 8: half of the width is 0.16");
    assert_eq!(next(&[Cell { is_open: false, ..cell(1.0, (0, 0)) }], GOAL), None);
    let withheld = Cell { asked: 10, ..cell(1.0, (0, 0)) };
    assert_eq!(next(&[withheld], GOAL), None, "answers that cannot be counted end too");
    assert_eq!(next(&[Cell { asked: 6, ..cell(1.0, (0, 1)) }], GOAL), Some(0));
}

#[test]
fn cells_without_an_answer_that_counts_are_left_after_the_first_ones() {
    let silent = |asked| Cell { asked, ..cell(9.0, (0, 0)) };
    assert_eq!(next(&[silent(4), cell(1.0, (3, 6))], GOAL), Some(0), "one of its first answers is missing");
    assert_eq!(next(&[silent(5), cell(1.0, (3, 6))], GOAL), Some(1), "its interval would be the widest");
    assert_eq!(next(&[silent(5)], GOAL), None);
}
