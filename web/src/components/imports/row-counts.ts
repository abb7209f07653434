import type { Import, ImportFile } from '@/api/types';
import { formatNumber, plural } from '@/lib/format';

type Counts = Pick<Import, 'rows' | 'rejected'>;

/** "3 of 11 rows imported, 8 left out", or "11 rows imported". */
export function importedText({ rows, rejected }: Counts): string {
  if (rejected === 0) return `${plural(rows, 'row')} imported`;
  return `${formatNumber(rows, 0)} of ${plural(rows + rejected, 'row')} imported, ${formatNumber(rejected, 0)} left out`;
}

/** "11 rows, 3 to import, 8 left out"; rows of a large file are counted by the run. */
export function previewedText({
  rows,
  accepted,
  rejected,
}: Pick<ImportFile, 'rows' | 'accepted' | 'rejected'>): string {
  if (rows === null) return 'rows are counted during the import';
  if (accepted === null || rejected === null || rejected === 0) return plural(rows, 'row');
  return `${plural(rows, 'row')}, ${formatNumber(accepted, 0)} to import, ${formatNumber(rejected, 0)} left out`;
}
