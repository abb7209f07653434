import type { Website } from '@/api/types';
import { cn } from '@/lib/cn';
import { formatCompact, formatNumber } from '@/lib/format';

/** Queries, clicks and impressions of a website, as imported. A website without data shows dashes, not zeros. */
export function WebsiteFigures({
  website,
  className,
  note,
}: {
  website: Website;
  className?: string;
  /** Period of the figures. */
  note?: string;
}) {
  const hasData = website.lastImportAt !== null;
  const figures = [
    ['Queries', website.queries],
    ['Clicks', website.clicks],
    ['Impressions', website.impressions],
  ] as const;
  return (
    <dl className={cn('grid grid-cols-3 gap-4', className)}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd
            className="mt-0.5 text-lg font-semibold tracking-tight tabular"
            title={hasData ? formatNumber(value, 0) : undefined}
          >
            {formatCompact(hasData ? value : null)}
          </dd>
          {note && hasData ? <dd className="text-xs text-muted-foreground">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
