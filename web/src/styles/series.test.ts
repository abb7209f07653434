import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linear, toRgb } from '@/lib/colour';

type Vector = readonly [number, number, number];

/**
 * Colour vision without one kind of cone, in linear light, full severity. Source: Machado, Oliveira & Fernandes (2009), "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency".
 */
const SIGHT: Record<string, readonly [Vector, Vector, Vector]> = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

function product(matrix: readonly [Vector, Vector, Vector], vector: Vector): Vector {
  const row = ([one, two, three]: Vector) => one * vector[0] + two * vector[1] + three * vector[2];
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** Oklab of linear light. Source: Ottosson (2020), "A perceptual color space for image processing". */
function oklab(light: Vector): Vector {
  const cones = product(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  ).map((each) => Math.cbrt(Math.max(0, each))) as unknown as Vector;
  return product(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function seen(hex: string, sight: string): Vector {
  const light = toRgb(hex).map((channel) => linear(channel / 255)) as unknown as Vector;
  const matrix = SIGHT[sight];
  return oklab(matrix ? product(matrix, light) : light);
}

function distance(one: Vector, other: Vector): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

const CSS = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

function series(theme: string): string[] {
  const block = new RegExp(`\\.${theme} \\{([^}]*)\\}`).exec(CSS)?.[1] ?? '';
  return [...block.matchAll(/--chart-\d: (#[0-9a-f]{6});/g)].map((match) => match[1] ?? '');
}

/** Minimum distances: charts use the series in order, so neighbours occur side by side most often. */
const LEAST = { next: 0.1, any: 0.07 };

describe.each(['dark', 'light'])('series colours, %s', (theme) => {
  const colours = series(theme);

  it.each(['full sight', ...Object.keys(SIGHT)])('series_colors_are_distinct_with_%s', (sight) => {
    expect(colours).toHaveLength(8);
    const points = colours.map((colour) => seen(colour, sight));
    const pairs = points.flatMap((one, at) =>
      points.slice(at + 1).map((other, step) => [at, at + step + 1, distance(one, other)] as const),
    );
    for (const [one, other, apart] of pairs) {
      const least = other === one + 1 && other < 4 ? LEAST.next : LEAST.any;
      expect(apart, `${one + 1} and ${other + 1}: ${colours[one]} ${colours[other]}`).toBeGreaterThan(least);
    }
  });
});
