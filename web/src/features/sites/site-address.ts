import type { Site } from '@/api/sites';

/** Host of an address, with its port; other texts are returned unchanged. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Host where visitors find a site, or will once it is live; null while nothing says where its target shows it. */
export function publicHost({
  targetId,
  url,
  domains,
  liveRelease,
}: Pick<Site, 'targetId' | 'url' | 'domains' | 'liveRelease'>): string | null {
  if (liveRelease?.url) return hostOf(liveRelease.url);
  return targetId === null ? hostOf(url) : (domains[0] ?? null);
}

/** Where a release becomes public, for a sentence: "at www.example.com". */
export function publicPlace(site: Parameters<typeof publicHost>[0]): string {
  return `at ${publicHost(site) ?? 'the address of its target'}`;
}

/** A name without scheme, port and path, such as a person types it: `https://Example.com/` becomes `example.com`. */
export function domainOf(typed: string): string {
  const trimmed = typed.trim().toLowerCase();
  const address = trimmed.includes('://') ? trimmed : `http://${trimmed}`;
  return URL.canParse(address) ? new URL(address).hostname : trimmed;
}

/** True for a name that the internet can resolve, such as `www.example.com`. */
export function isDomain(host: string): boolean {
  return host.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/.test(host);
}
