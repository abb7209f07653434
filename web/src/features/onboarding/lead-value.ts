/** Parses an amount ("120", "120.50", "1,200") to cents; null for an empty text, undefined for an invalid one. */
export function centsOf(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(',', '').replace(/^\$/, '');
  if (plain === '') return null;
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return undefined;
  const cents = Math.round(Number(plain) * 100);
  return cents > 0 ? cents : undefined;
}
