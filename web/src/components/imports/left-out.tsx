import type { ImportReject, ImportRejectReason } from '@/api/types';
import { Fold } from '@/components/ui/fold';
import { formatNumber, plural } from '@/lib/format';

/** Rows that are not imported: every reason with its number of rows, then the first of them line by line. */
export function LeftOut({
  rows,
  reasons,
  examples,
  open = false,
}: {
  rows: number;
  reasons: readonly ImportRejectReason[];
  examples: readonly ImportReject[];
  open?: boolean;
}) {
  if (rows === 0) return null;
  const unlisted = rows - examples.length;
  return (
    <Fold
      look="part"
      open={open}
      title={`${plural(rows, 'row')} left out`}
      className="rounded-md border border-border text-[0.8125rem]"
    >
      <ul aria-label="Reasons" className="grid gap-1 px-4 pb-3">
        {reasons.map((each) => (
          <li key={`${each.file}:${each.reason}`} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 break-words">
              {each.reason}
              <span className="text-muted-foreground"> {placeOf(each)}</span>
            </span>
            <span className="tabular shrink-0">{plural(each.rows, 'row')}</span>
          </li>
        ))}
      </ul>
      {examples.length > 0 ? (
        <ul aria-label="Lines" className="grid max-h-64 gap-1 overflow-y-auto border-t border-border px-4 py-3">
          {examples.map((each) => (
            <li key={`${each.file}:${each.line}:${each.reason}`} className="tabular">
              <span className="text-muted-foreground">
                {each.file}, line {formatNumber(each.line, 0)}:
              </span>{' '}
              {each.reason}
            </li>
          ))}
          {unlisted > 0 ? <li className="text-muted-foreground">and {formatNumber(unlisted, 0)} more</li> : null}
        </ul>
      ) : null}
    </Fold>
  );
}

function placeOf({ file, firstLine }: ImportRejectReason): string {
  if (firstLine === null) return file ? `(${file})` : '';
  return `(${file}, first in line ${formatNumber(firstLine, 0)})`;
}
