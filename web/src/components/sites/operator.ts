import type { SiteOperator } from '@/api/sites';

const REQUIRED = [
  { field: 'legalName', label: 'legal name' },
  { field: 'email', label: 'email' },
  { field: 'postalAddress', label: 'postal address' },
  { field: 'privacyEmail', label: 'privacy email' },
] as const;

/** What visitors must be able to read and the operator has not entered yet; the gate blocks a site without it. */
export function missingOf(operator: SiteOperator | null): string[] {
  return REQUIRED.filter(({ field }) => !operator?.[field].trim()).map(({ label }) => label);
}
