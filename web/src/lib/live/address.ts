import { SOCKET_URI_LIMIT } from '../constants';

/**
 * Base URL of the live channels from the server's setting: an absolute URL or a path. A URL with this site's host uses this
 * site's protocol, because the server may not know about https behind a proxy. Null for an empty setting, which disables
 * live updates.
 */
export function liveBase(setting: string | null | undefined, origin: string): URL | null {
  const text = setting?.trim();
  if (!text) return null;
  try {
    const [base, own] = [new URL(text, origin), new URL(origin)];
    if (base.host !== own.host) return base;
    return new URL(`${base.pathname}${base.search}`, own);
  } catch {
    return null;
  }
}

function withScheme(base: URL, scheme: 'ws' | 'http'): URL {
  const isSecure = base.protocol === 'https:' || base.protocol === 'wss:';
  const url = new URL(base);
  // The URL class refuses a change between ws and http, so the text is changed.
  return new URL(`${scheme}${isSecure ? 's' : ''}:${url.href.slice(url.protocol.length)}`);
}

/** Address of the first channel. `since` is the id of the last event that was seen. */
export function engineChannelUri(base: URL, token: string, since: string | null): string {
  const url = withScheme(base, 'ws');
  if (url.pathname === '/' || url.pathname === '') url.pathname = '/ws';
  url.searchParams.set('token', token);
  if (since !== null) url.searchParams.set('since', since);
  return url.href;
}

/** Origin of the second channel. */
export function realtimeOrigin(base: URL): string {
  return withScheme(base, 'http').origin;
}

export function isTooLong(uri: string): boolean {
  return uri.length > SOCKET_URI_LIMIT;
}
