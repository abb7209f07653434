import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENGINES } from '@/components/engines/engine-words';
import { PLACE_GROUPS, PLACES } from './places';

/** Second names of pages, and pages that no person looks for. */
const LEFT_OUT = [
  '/domination',
  '/domination-control',
  '/dominator/dashboard',
  '/intelligence',
  '/invite',
  '/onboarding',
  '/login',
  '/register',
  '/forgot-password',
  '/get-started',
];

const source = (name: string) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');

test('palette_lists_every_page', () => {
  const routes = ['signed-in-routes.tsx', 'page-routes.tsx'].flatMap((name) =>
    [...source(name).matchAll(/path="([^"]+)"/g)].map(([, path]) => `/${path}`),
  );
  expect(routes.length).toBeGreaterThan(40);
  const pages = routes.filter((path) => !path.includes(':') && !path.includes('*') && !LEFT_OUT.includes(path));
  const listed = PLACES.map(({ to }) => to);
  expect(pages.filter((path) => !listed.includes(path))).toEqual([]);
});

test('palette_lists_every_engine', () => {
  const listed = PLACES.map(({ to }) => to);
  expect(ENGINES.filter(({ path }) => !listed.includes(path))).toEqual([]);
  expect(PLACE_GROUPS.find(({ title }) => title === 'Engines')?.places).toHaveLength(ENGINES.length);
});

test('destinations_and_keys_are_unique', () => {
  const keys = PLACES.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(PLACES.map(({ to }) => to)).size).toBe(PLACES.length);
});
