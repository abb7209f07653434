import { readdirSync, readFileSync } from 'node:fs';

const html = readFileSync('dist/index.html', 'utf8');
const assets = readdirSync('dist/assets');

/** What the browser gets before anybody has signed in: the scripts and styles that the page itself names. */
const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => `dist/${match[1]}`);
const first = linked.filter((path) => path.endsWith('.js'));
const rest = assets.filter((name) => name.endsWith('.js') && !first.includes(`dist/assets/${name}`));

/** The chart library: fetched when the first chart is shown. */
const isCharts = (name) => /^charts-/.test(name);

const each = (names, limit) => names.map((name) => ({ name, path: `dist/assets/${name}`, gzip: true, limit }));

export default [
  { name: 'First load, signed out: scripts', path: first, gzip: true, limit: '145 KB' },
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
