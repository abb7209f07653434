import { expect, test } from 'vitest';
import { stillPage } from './preview-document';

const ADDRESS = 'https://app.example/preview/key3/cost/';
const PAGE = `<!DOCTYPE html><html lang="en-US"><head><title>Costs</title>
<link rel="stylesheet" href="assets/site.css"><script type="application/ld+json">{"@type":"WebPage"}</script>
<script async src="https://app.example/t.js" data-site="s1"></script></head>
<body><h1>Costs</h1><a href="#prices">Prices</a><a href="/contact/" target="_blank">Contact</a><a href="tel:+19185550123">Call</a>
<form action="/f/1" method="post" target="_top"><input name="phone"><button formaction="/f/2" formmethod="post">Send</button></form>
<script>alert(1)</script></body></html>`;

const stillDocument = () => new DOMParser().parseFromString(stillPage(PAGE, ADDRESS), 'text/html');

test('scripts_are_left_out_and_all_else_stays', () => {
  const page = stillDocument();
  expect(page.querySelectorAll('script')).toHaveLength(0);
  expect(page.documentElement.lang).toBe('en-US');
  expect(page.querySelector('h1')?.textContent).toBe('Costs');
  expect(page.querySelector('form input[name=phone]')).not.toBeNull();
});

test('relative_addresses_lead_to_the_preview', () => {
  const page = stillDocument();
  // A base counts for what follows it.
  expect(page.head.firstElementChild?.getAttribute('href')).toBe(ADDRESS);
  expect(page.querySelector('link')?.getAttribute('href')).toBe('assets/site.css');
});

test('links_to_other_pages_have_no_address_and_links_within_the_page_keep_theirs', () => {
  const links = [...stillDocument().querySelectorAll('a')];
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Prices', 'about:srcdoc#prices'],
    ['Contact', null],
    ['Call', null],
  ]);
  expect(links.every((link) => !link.hasAttribute('target'))).toBe(true);
});

test('forms_check_their_fields_and_send_nothing', () => {
  const form = stillDocument().querySelector('form');
  expect(form?.getAttribute('method')).toBe('dialog');
  expect(form?.hasAttribute('target')).toBe(false);
  expect(form?.querySelector('button')?.getAttributeNames()).toEqual([]);
});
