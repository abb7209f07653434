import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { chunkGroups, chunkName, type Graph, iconFiles, iconNames } from './chunks.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const src = (path: string) => `${ROOT}src/${path}`;

/** What imports what, with the code of each. */
const MODULES: Record<string, { imports: string[]; code?: string }> = {
  [src('main.tsx')]: { imports: [src('lib/cn.ts')] },
  [src('features/login/page.tsx')]: { imports: [src('components/ui/field.tsx'), src('components/ui/callout.tsx')] },
  [src('components/ui/field.tsx')]: { imports: [], code: "import { Eye as Shown } from 'lucide-react';" },
  [src('app/signed-in-routes.tsx')]: { imports: [src('app/shell/shell.tsx'), src('components/ui/field.tsx')] },
  [src('app/shell/shell.tsx')]: { imports: [src('lib/cn.ts')], code: 'import { Bell } from "lucide-react";' },
  [src('features/hub/page.tsx')]: { imports: [src('components/ui/card.tsx')] },
};

const GRAPH: Graph = {
  getModuleInfo: (id) => ({ importedIds: MODULES[id]?.imports ?? [], code: MODULES[id]?.code ?? null }),
};

const groups = chunkGroups(ROOT);

/** The group that takes a module: of those that name it the one with the highest priority. */
function fileOf(id: string): string | null {
  const names = groups
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0))
    .map(({ name, test: isMeant }) => (typeof name === 'function' ? name(id, GRAPH) : isMeant?.test(id) ? name : null));
  return names.find((name) => name !== null) ?? null;
}

test('modules of the start, of visitors and of the frame are in one file each', () => {
  expect(fileOf(src('lib/cn.ts'))).toBe('first');
  expect(fileOf(src('components/ui/field.tsx'))).toBe('common');
  expect(fileOf(src('app/shell/shell.tsx'))).toBe('frame');
  expect(fileOf(src('components/ui/card.tsx'))).toBe('frame');
});

test('a page and what only visitors need are left to the bundler', () => {
  expect(fileOf(src('features/hub/page.tsx'))).toBeNull();
  expect(fileOf(src('components/ui/callout.tsx'))).toBeNull();
});

test('icons follow the modules that use them, and the others are together', () => {
  const icon = (name: string) => iconFiles(ROOT).get(name) ?? name;
  expect(fileOf(icon('Eye'))).toBe('common');
  expect(fileOf(icon('Bell'))).toBe('frame');
  expect(fileOf(icon('Rocket'))).toBe('icons');
});

test('an icon is found by its older name', () => {
  const files = iconFiles(ROOT);
  expect(files.get('CircleAlert')).toBe(files.get('CircleExclamationPoint'));
  expect(existsSync(files.get('CircleAlert') ?? '')).toBe(true);
});

test('renamed imports count with the name of the library', () => {
  expect(iconNames("import { Menu as MenuIcon, X } from 'lucide-react';")).toEqual(['Menu', 'X']);
});

test('a file is named by its feature or its library', () => {
  expect(chunkName({ name: 'page', facadeModuleId: src('features/hub/page.tsx') })).toBe('hub-page');
  expect(chunkName({ name: 'esm', facadeModuleId: `${ROOT}node_modules/socket.io-client/build/esm/index.js` })).toBe(
    'socket.io-client-esm',
  );
  expect(chunkName({ name: 'frame', facadeModuleId: null })).toBe('frame');
});
