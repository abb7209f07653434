/** Host of an address, with its port; other texts are returned unchanged. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
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
