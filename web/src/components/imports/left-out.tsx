import type { Import } from '@/api/types';
import { formatNumber, plural } from '@/lib/format';

/** Rows that were rejected, each with its file, line and reason. */
export function Rejects({ record }: { record: Import }) {
  if (!record.rejected) return null;
  const unlisted = record.rejected - record.rejects.length;
  return (
    <details className="rounded-md border border-border text-[0.8125rem]">
      <summary className="min-h-9 cursor-pointer px-3 py-2 text-muted-foreground hover:text-foreground">
        {plural(record.rejected, 'row was', 'rows were')} rejected
      </summary>
      <ul className="grid max-h-64 gap-1 overflow-y-auto px-3 pb-3">
        {record.rejects.map((reject) => (
          <li key={`${reject.file}:${reject.line}:${reject.reason}`} className="tabular">
            <span className="text-muted-foreground">
              {reject.file}, line {formatNumber(reject.line, 0)}:
            </span>{' '}
            {reject.reason}
          </li>
        ))}
        {unlisted > 0 ? <li className="text-muted-foreground">and {formatNumber(unlisted, 0)} more</li> : null}
      </ul>
    </details>
  );
}
