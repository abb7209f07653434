/** "example.com" as people type it becomes "https://example.com"; an address with a scheme stays. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
