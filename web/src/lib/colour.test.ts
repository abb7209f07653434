import { describe, expect, it } from 'vitest';
import { contrast, fromHsl, isHex, mix, readableOn, worstContrast } from './colour';

describe('colours', () => {
  it('contrast_matches_wcag', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#0b0c0e', '#0b0c0e')).toBe(1);
  });

  it.each([
    [0, '#ff0000'],
    [60, '#ffff00'],
    [120, '#00ff00'],
    [180, '#00ffff'],
    [240, '#0000ff'],
    [300, '#ff00ff'],
  ])('a hue of %i at full saturation is %s', (hue, hex) => expect(fromHsl(hue, 1, 0.5)).toBe(hex));

  it('mixes by share', () => {
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mix('#123456', '#ffffff', 1)).toBe('#123456');
  });

  it('moves a colour only as far as it must', () => {
    expect(readableOn('#ffffff', ['#000000'], 4.5)).toBe('#ffffff');
    const blue = readableOn('#0000ff', ['#0b0c0e', '#1b1e23'], 4.5);
    expect(worstContrast(blue, ['#0b0c0e', '#1b1e23'])).toBeGreaterThanOrEqual(4.5);
    expect(worstContrast(blue, ['#0b0c0e', '#1b1e23'])).toBeLessThan(5.2);
  });

  it('knows what a colour looks like', () => {
    expect(isHex('#0a0B0c')).toBe(true);
    for (const wrong of ['#abc', 'red', '#12345g', ' #123456', '#1234567']) expect(isHex(wrong)).toBe(false);
  });
});
