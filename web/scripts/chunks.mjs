// Rules for the files that the build divides the scripts into. Left to itself the bundler makes a file of its own of each
// piece that two pages need, dozens of a few hundred bytes, and each is a way to the server and back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Libraries used as a whole by the first page. Only parts of others are used, and their index would include all. */
const WHOLE =
  /\/node_modules\/(react|react-dom|scheduler|react-router|zustand|clsx|tailwind-merge|@tanstack\/(react-query|query-core))\//;

/** The chart library with all that only it needs: fetched when the first chart is shown. */
const CHARTS =
  /\/node_modules\/(recharts|victory-vendor|d3-[a-z]+|internmap|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|es-toolkit|decimal\.js-light|eventemitter3|tiny-invariant|use-sync-external-store|react-is)\//;

/** Icons, each of a few hundred bytes. */
const ICONS = /\/node_modules\/lucide-react\/.*\/icons\//;

const START = ['main.tsx'];
/** Pages of visitors, with forms that the product uses too. */
const VISITOR_PAGES = [
  'features/login/page.tsx',
  'features/register/page.tsx',
  'features/info/contact-page.tsx',
  'features/account-help/verify-email-page.tsx',
];
/** What every signed-in page needs, and the dashboard, on which most visits start. */
const PRODUCT = ['app/signed-in-routes.tsx', 'features/hub/page.tsx'];

/**
 * Groups for the bundler, by priority:
 *
 * - `first`: everything that the first page needs.
 * - `common`: parts of the product's frame that the pages of visitors use too, so that these need no more of it.
 * - `frame`: the rest of the frame, and the parts of the dashboard that other pages share.
 * - `charts`, `icons`: what only some pages need.
 *
 * @param root folder of package.json
 */
export function chunkGroups(root) {
  const pages = (paths) => paths.map((path) => join(root, 'src', path));
  const first = once((graph) => reachable(pages(START), graph));
  const icons = iconFiles(root);
  const visitors = once((graph) => withIcons(reachable(pages(VISITOR_PAGES), graph), graph, icons));
  const product = once((graph) => withIcons(reachable(pages(PRODUCT), graph), graph, icons));
  const features = join(root, 'src/features/');
  const isFirst = (id, graph) => first(graph).has(id) && isWhole(id);
  const isProduct = (id, graph) =>
    product(graph).has(id) && (isWhole(id) || ICONS.test(id)) && !id.startsWith(features);
  return [
    { name: (id, graph) => (isFirst(id, graph) ? 'first' : null), priority: 3 },
    { name: (id, graph) => (visitors(graph).has(id) && isProduct(id, graph) ? 'common' : null), priority: 2 },
    { name: (id, graph) => (isProduct(id, graph) ? 'frame' : null), priority: 1 },
    { name: 'charts', test: CHARTS },
    { name: 'icons', test: ICONS },
  ];
}

/** Name of a file that is loaded on request: with the folder of its feature or its library, as `hub-page`. */
export function chunkName({ name, facadeModuleId }) {
  const folder = /\/src\/(?:.+\/)?([^/]+)\/[^/]+$/.exec(facadeModuleId ?? '')?.[1];
  const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(facadeModuleId ?? '')?.[1];
  return [library?.replace('/', '-') ?? folder, name].filter(Boolean).join('-');
}

function isWhole(id) {
  return !id.includes('/node_modules/') || WHOLE.test(id);
}

/** Finds the modules once, with the first module that the bundler asks for. */
function once(find) {
  let found = null;
  return (graph) => {
    found ??= find(graph);
    return found;
  };
}

/** Returns the modules reachable from these by static imports; dynamic imports are excluded. */
function reachable(from, graph) {
  const found = new Set(from);
  // Iterating over a set includes elements added meanwhile.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The modules, with the icons among them that they import by name: the graph has the whole library. */
function withIcons(modules, graph, icons) {
  const own = [...modules].filter((id) => !id.includes('/node_modules/'));
  const used = own
    .flatMap((id) => iconNames(graph.getModuleInfo(id)?.code ?? ''))
    .flatMap((name) => icons.get(name) ?? []);
  const kept = [...modules].filter((id) => !ICONS.test(id));
  return new Set([...kept, ...used]);
}

/** Names of the icons that a module imports. */
export function iconNames(code) {
  return [...code.matchAll(/import \{([^}]+)\} from ["']lucide-react["']/g)].flatMap(([, list]) =>
    list.split(',').map((name) => name.trim().split(' as ')[0]),
  );
}

/** File of each icon by its names: many have an older one too. */
export function iconFiles(root) {
  const folder = join(root, 'node_modules/lucide-react/dist/esm');
  const index = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8');
  const entries = [...index.matchAll(/export \{([^}]+)\} from '\.\/(icons\/[^']+)'/g)];
  return new Map(
    entries.flatMap(([, names, file]) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), join(folder, file)]),
    ),
  );
}
