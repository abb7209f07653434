import { queryOptions } from '@tanstack/react-query';
import { ApiError, NetworkError } from '@/api/errors';
import { failures } from '@/lib/strings';

/** The page of a preview at `address`, ready for a frame without scripts. A preview never changes. */
export function previewQuery(address: string) {
  return queryOptions({
    queryKey: ['preview', address],
    queryFn: async ({ signal }) => stillPage(await load(address, signal), new URL(address, window.location.href).href),
  });
}

async function load(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal, credentials: 'omit' }).catch((error) => {
    throw new NetworkError(error);
  });
  if (!response.ok) throw new ApiError(failures.request, response.status);
  return response.text();
}

/**
 * A page without what a frame without scripts would refuse: its scripts, and links and forms that lead to other pages.
 * Each refusal is an error in the console. Relative addresses lead to `address`, which is whole, because browsers that load
 * ahead would take a relative one as part of the app's.
 */
export function stillPage(html: string, address: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script')) script.remove();
  for (const link of page.querySelectorAll('a[href], area[href]')) holdLink(link);
  for (const form of page.querySelectorAll('form')) holdForm(form);
  const base = page.createElement('base');
  base.href = address;
  page.head.prepend(base, linkStyle(page));
  return `<!DOCTYPE html>${page.documentElement.outerHTML}`;
}

/** Address of the document in the frame: a link to a part of it moves within the page, whatever its base is. */
const FRAME_ADDRESS = 'about:srcdoc';

/** Keeps links within the page, and takes the address of all others. */
function holdLink(link: Element) {
  const href = link.getAttribute('href') ?? '';
  link.removeAttribute('target');
  if (/^#./.test(href)) link.setAttribute('href', FRAME_ADDRESS + href);
  else link.removeAttribute('href');
}

/** Lets a form check its fields without sending them: outside of a dialog, this method does nothing. */
function holdForm(form: HTMLFormElement) {
  form.setAttribute('method', 'dialog');
  form.removeAttribute('target');
  for (const button of form.querySelectorAll('[formmethod], [formaction], [formtarget]')) {
    for (const name of ['formmethod', 'formaction', 'formtarget']) button.removeAttribute(name);
  }
}

/** Shows a link without an address as a link. The first style of the page, so that the page's own styles override it. */
function linkStyle(page: Document): HTMLStyleElement {
  const style = page.createElement('style');
  style.textContent = ':where(a:not([href])) { color: LinkText; text-decoration: underline; cursor: pointer; }';
  return style;
}
