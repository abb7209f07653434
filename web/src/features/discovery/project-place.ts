/** Radians of degrees. */
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** Albers' equal-area conic: two parallels, the centre, scale, and where the centre is drawn. */
interface Conic {
  parallels: [number, number];
  centre: [number, number];
  scale: number;
  at: [number, number];
}

const SCALE = 1300;
const [X, Y] = [487.5, 305];

/** The contiguous states, and Alaska and Hawaii as insets, in the proportions of the usual composite map. */
const LOWER: Conic = { parallels: [29.5, 45.5], centre: [-96.6, 38.7], scale: SCALE, at: [X, Y] };
const ALASKA: Conic = {
  parallels: [55, 65],
  centre: [-156, 58.5],
  scale: SCALE * 0.35,
  at: [X - 0.307 * SCALE, Y + 0.201 * SCALE],
};
const HAWAII: Conic = {
  parallels: [8, 18],
  centre: [-160, 19.9],
  scale: SCALE,
  at: [X - 0.205 * SCALE, Y + 0.212 * SCALE],
};

/** Longitude of the meridian that is vertical. */
const MERIDIAN = new Map([
  [LOWER, -96],
  [ALASKA, -154],
  [HAWAII, -157],
]);

function raw(conic: Conic, longitude: number, latitude: number): [number, number] {
  const [south, north] = conic.parallels.map((degrees) => Math.sin(rad(degrees))) as [number, number];
  const n = (south + north) / 2;
  const c = 1 + south * (2 * n - south);
  const radius = Math.sqrt(c - 2 * n * Math.sin(rad(latitude))) / n;
  const angle = n * rad(longitude - (MERIDIAN.get(conic) ?? 0));
  return [radius * Math.sin(angle), Math.sqrt(c) / n - radius * Math.cos(angle)];
}

/** Returns where a place is on the map of the states; null outside it. */
export function projectPlace(
  state: string,
  longitude: number | null,
  latitude: number | null,
): { x: number; y: number } | null {
  if (longitude === null || latitude === null) return null;
  const conic = state === 'AK' ? ALASKA : state === 'HI' ? HAWAII : LOWER;
  const [x, y] = raw(conic, longitude, latitude);
  const [x0, y0] = raw(conic, ...conic.centre);
  const at = { x: conic.at[0] + conic.scale * (x - x0), y: conic.at[1] - conic.scale * (y - y0) };
  const isInside = at.x >= 0 && at.x <= 2 * X && at.y >= 0 && at.y <= 2 * Y;
  return isInside ? at : null;
}
