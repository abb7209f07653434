import { expect, test } from 'vitest';
import { withoutScripts } from './preview-document';

const ADDRESS = 'https://app.example/preview/key3/cost/';
const PAGE = `<!DOCTYPE html><html lang="en-US"><head><title>Costs</title>
<link rel="stylesheet" href="assets/site.css"><script type="application/ld+json">{"@type":"WebPage"}</script>
<script async src="https://app.example/t.js" data-site="s1"></script></head>
<body><h1>Costs</h1><form action="/f/1"><input name="phone"></form><script>alert(1)</script></body></html>`;

test('scripts_are_left_out_and_all_else_stays', () => {
  const page = new DOMParser().parseFromString(withoutScripts(PAGE, ADDRESS), 'text/html');
  expect(page.querySelectorAll('script')).toHaveLength(0);
  expect(page.documentElement.lang).toBe('en-US');
  expect(page.querySelector('h1')?.textContent).toBe('Costs');
  expect(page.querySelector('form input[name=phone]')).not.toBeNull();
});

test('relative_addresses_lead_to_the_preview', () => {
  const page = new DOMParser().parseFromString(withoutScripts(PAGE, ADDRESS), 'text/html');
  // A base counts for what follows it.
  expect(page.head.firstElementChild?.getAttribute('href')).toBe(ADDRESS);
  expect(page.querySelector('link')?.getAttribute('href')).toBe('assets/site.css');
});
