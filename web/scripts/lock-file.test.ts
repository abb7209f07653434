import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Package {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

function packagesOf(lock: string): Record<string, Package> {
  const path = fileURLToPath(new URL(lock, import.meta.url));
  return (JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Package> }).packages;
}

const LOCKS = ['../package-lock.json', '../lighthouse/package-lock.json'];

it.each(LOCKS)('%s names the packages of every platform, without which a clean install refuses it', (lock) => {
  const packages = packagesOf(lock);
  const places = Object.keys(packages);
  const wanted = Object.values(packages).flatMap((each) => Object.keys(each.optionalDependencies ?? {}));
  expect(wanted.filter((name) => !places.some((place) => place.endsWith(`node_modules/${name}`)))).toEqual([]);
});

it.each(LOCKS)('%s names no download address', (lock) => {
  expect(Object.values(packagesOf(lock)).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
