import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A file of the build, or the application for any address that is not an asset. With the product's own policy. */
export async function serveFile(pathname, response) {
  const wanted = normalize(join(DIST, decodeURIComponent(pathname)));
  const isFile = wanted.startsWith(DIST) && extname(wanted) !== '';
  const body = await readFile(isFile ? wanted : join(DIST, 'index.html')).catch(() => null);
  if (body === null) return response.writeHead(404).end();
  response.writeHead(200, {
    'Content-Type': TYPES[isFile ? extname(wanted) : '.html'] ?? 'application/octet-stream',
    'Content-Security-Policy': "default-src 'self'",
  });
  return response.end(body);
}
