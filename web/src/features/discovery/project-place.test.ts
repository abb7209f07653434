import { expect, test } from 'vitest';
import { projectPlace } from './project-place';

// Computed with d3-geo 3.1.1: geoAlbersUsa().scale(1300).translate([487.5, 305]).
test.each([
  ['Tulsa', 'OK', -95.99, 36.15, 498.2, 363.45],
  ['New York City', 'NY', -74.006, 40.71, 869.73, 215.8],
  ['Anchorage', 'AK', -149.9, 61.2, 112.29, 544.42],
  ['Honolulu', 'HI', -157.86, 21.3, 266.92, 549.35],
  ['Seattle', 'WA', -122.33, 47.6, 97.62, 46.46],
  ['Miami', 'FL', -80.19, 25.76, 822.78, 572.57],
])('%s is where the Albers projection has it', (_, state, longitude, latitude, x, y) => {
  const at = projectPlace(state, longitude, latitude);
  expect(at?.x).toBeCloseTo(x, 1);
  expect(at?.y).toBeCloseTo(y, 1);
});

test('place_outside_the_map_or_without_coordinates_has_no_point', () => {
  expect(projectPlace('ON', -79.42, 80)).toBeNull();
  expect(projectPlace('OK', null, 36)).toBeNull();
});
