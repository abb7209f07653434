export const MEASURED_LABEL = 'Measure the effect';
export const MEASURED_HINT = 'Once it is applied, an experiment of 28 days compares the clicks of its pages.';
