import { expect, it } from 'vitest';
import { shellFiles, versionOf } from './service-worker.mjs';

it('keeps what a start needs, and nothing that is large and only decorates', () => {
  const names = [
    'index.html',
    'assets/index-1.js',
    'assets/index-1.css',
    'assets/inter-latin-wght-normal-1.woff2',
    'assets/inter-latin-ext-wght-normal-1.woff2',
    'assets/look-dark-1.webp',
    'favicon.svg',
    'icon-512.png',
    'shared.html',
    'assets/report/shared-1.js',
    'service-worker.js',
    '.gitkeep',
  ];
  expect(shellFiles(names)).toEqual([
    '/assets/index-1.css',
    '/assets/index-1.js',
    '/assets/inter-latin-wght-normal-1.woff2',
    '/favicon.svg',
    '/index.html',
  ]);
});

it('has a version that changes with the content of any file', () => {
  const of = (content: string) => versionOf(['/index.html'], () => content);
  expect(of('a')).toBe(of('a'));
  expect(of('a')).not.toBe(of('b'));
  expect(versionOf([], () => '')).not.toBe(of(''));
});
