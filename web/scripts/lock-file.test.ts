import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Package {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, Package> };

it('names the packages of every platform, without which a clean install refuses the lock file', () => {
  const places = Object.keys(packages);
  const wanted = Object.values(packages).flatMap((each) => Object.keys(each.optionalDependencies ?? {}));
  expect(wanted.filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)))).toEqual([]);
});

it('names no download address', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
