const WORDS: Record<string, string> = {
  legalName: 'legal name',
  email: 'email',
  postalAddress: 'postal address',
};

/** Required details of the operator that are unknown, in words. No site can be created without them. */
export function missingText(missing: readonly string[]): string {
  return missing.map((field) => WORDS[field] ?? field).join(', ');
}
