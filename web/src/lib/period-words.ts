import { formatDate } from './format';

/** A period in words; one day if both days are the same. */
export function periodWords(first: string | null | undefined, last: string | null | undefined): string {
  if (!first || !last) return 'Unknown period';
  return first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
}
