import { formatNumber, NO_VALUE } from '@/lib/format';
import { humanise } from '@/lib/words';

/** Formats a value of evidence of any type: "412", "clicks 12, expected 34". */
export function evidenceText(value: unknown): string {
  if (value === null || value === undefined) return NO_VALUE;
  if (typeof value === 'number') return formatNumber(value, 4);
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(evidenceText).join(', ');
  return Object.entries(value as Record<string, unknown>)
    .map(([name, part]) => `${humanise(name).toLowerCase()} ${evidenceText(part)}`)
    .join(', ');
}
