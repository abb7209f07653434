/** Colours as "#rrggbb" and calculations on them. */

export type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#[0-9a-f]{6}$/i;

export function isHex(value: string): boolean {
  return HEX.test(value);
}

/** Channels from 0 to 255. */
export function toRgb(hex: string): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

export function toHex(rgb: Rgb): string {
  const text = (channel: number) =>
    Math.round(Math.min(255, Math.max(0, channel)))
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(text).join('')}`;
}

/** One channel of sRGB (0 to 1) as linear light. */
export function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance, 0 to 1. Source: WCAG 2.2. */
export function luminance(hex: string): number {
  const [red, green, blue] = toRgb(hex).map((channel) => linear(channel / 255)) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio, 1 to 21. Source: WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [left, right] = [luminance(one), luminance(other)];
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
}

/** `share` (0 to 1) of `one`, the rest of `other`. */
export function mix(one: string, other: string, share: number): string {
  const [first, second] = [toRgb(one), toRgb(other)];
  const channel = (at: 0 | 1 | 2) => first[at] * share + second[at] * (1 - share);
  return toHex([channel(0), channel(1), channel(2)]);
}

/** Hue in degrees, saturation and lightness 0 to 1. */
export function fromHsl(hue: number, saturation: number, lightness: number): string {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    return 255 * (lightness - chroma * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return toHex([channel(0), channel(8), channel(4)]);
}

/** The worst contrast of a colour among several surfaces. */
export function worstContrast(colour: string, surfaces: readonly string[]): number {
  return Math.min(...surfaces.map((surface) => contrast(colour, surface)));
}

const STEPS = 40;

/** `colour`, moved towards white or black just far enough to be read on all `surfaces`. */
export function readableOn(colour: string, surfaces: readonly string[], atLeast: number): string {
  const goal = worstContrast('#ffffff', surfaces) > worstContrast('#000000', surfaces) ? '#ffffff' : '#000000';
  for (let step = 0; step <= STEPS; step += 1) {
    const moved = mix(goal, colour, step / STEPS);
    if (worstContrast(moved, surfaces) >= atLeast) return moved;
  }
  return goal;
}
