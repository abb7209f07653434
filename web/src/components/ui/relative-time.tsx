import { useNow } from '@/hooks/use-now';
import { formatDateTime, formatRelative } from '@/lib/format';

/** "2 minutes ago", with the exact time in the reader's zone as the title. */
export function RelativeTime({ at }: { at: string | number | null | undefined }) {
  const now = useNow();
  if (at == null) return <span>{formatRelative(null, now)}</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
