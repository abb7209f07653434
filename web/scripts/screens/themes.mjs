/** Stored form of a selected theme, computed by the application's own modules. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const SOURCE = fileURLToPath(new URL('../../src/lib/themes/', import.meta.url));

async function load(name) {
  return (await runnerImport(`${SOURCE}${name}.ts`, { configFile: false, logLevel: 'error' })).module;
}

const { BUILT_IN_THEMES, FALLBACK_THEME } = await load('presets');
const { snapshotOf } = await load('variables');

/** The state of the theme store with this theme and scheme chosen. */
export function themeState(themeId, mode) {
  const theme = BUILT_IN_THEMES.find(({ id }) => id === themeId);
  if (!theme) throw new Error(`no theme '${themeId}'; there are: ${BUILT_IN_THEMES.map(({ id }) => id).join(', ')}`);
  return { themeId, mode, snapshot: theme.id === FALLBACK_THEME.id ? null : snapshotOf(theme) };
}
