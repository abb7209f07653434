import { readdirSync, readFileSync } from 'node:fs';

const html = readFileSync('dist/index.html', 'utf8');
const assets = readdirSync('dist/assets');

/** What the browser gets before anybody has signed in: the scripts and styles that the page itself names. */
const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => `dist/${match[1]}`);
const first = linked.filter((path) => path.endsWith('.js'));
const rest = assets.filter((name) => name.endsWith('.js') && !first.includes(`dist/assets/${name}`));

const named = (prefix) => assets.find((name) => name.startsWith(`${prefix}-`) && name.endsWith('.js'));

/** Files that the dashboard fetches from a cold start: its own, the live connection, and the palette ahead of its use. */
const HUB = ['frame', 'hub-page', 'socket.io-client-esm', 'shell-palette'].map(named);

/** These scripts with all that they import. */
function withImports(names) {
  const found = new Set(names);
  for (const name of found) {
    const text = readFileSync(`dist/assets/${name}`, 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) found.add(imported);
  }
  return [...found];
}

const hub = withImports([...first.map((path) => path.replace('dist/assets/', '')), ...HUB]);
/** The page, its styles, its font, its settings and its calls need the other requests of forty. */
const HUB_FILES = 12;
if (hub.length > HUB_FILES) throw new Error(`the dashboard fetches ${hub.length} scripts: ${hub.join(', ')}`);

/** The chart library: fetched when the first chart is shown. */
const isCharts = (name) => /^charts-/.test(name);

const each = (names, limit) => names.map((name) => ({ name, path: `dist/assets/${name}`, gzip: true, limit }));

export default [
  { name: 'First load, signed out: scripts', path: first, gzip: true, limit: '145 KB' },
  {
    name: `Dashboard, signed in: ${hub.length} scripts`,
    path: hub.map((name) => `dist/assets/${name}`),
    gzip: true,
    limit: '219 KB',
  },
  { name: 'First load: styles', path: linked.filter((path) => path.endsWith('.css')), gzip: true, limit: '20 KB' },
  {
    name: 'First load: font',
    path: 'dist/assets/inter-latin-wght-*.woff2',
    gzip: false,
    brotli: false,
    limit: '50 KB',
  },
  ...each(
    rest.filter((name) => !isCharts(name)),
    '60 KB',
  ),
  ...each(rest.filter(isCharts), '120 KB'),
];
