import { formatDate } from './format';

/** A period in words; one day if both days are the same. */
export function periodWords(first: string | null, last: string | null): string {
  if (!first || !last) return 'Unknown period';
  return first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
}
