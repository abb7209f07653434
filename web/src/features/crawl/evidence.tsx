import type { CrawlFinding } from '@/api/crawls';
import { formatNumber } from '@/lib/format';

/** Evidence of a finding; `name` says what it lists. */
export function Evidence({ name, finding: { count, evidence } }: { name: string; finding: CrawlFinding }) {
  const more = count > evidence.length ? `, ${formatNumber(evidence.length, 0)} of ${formatNumber(count, 0)}` : '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 text-[0.8125rem]">
      <p className="text-xs text-muted-foreground">
        {name}
        {more}
      </p>
      <ul className="grid gap-0.5">
        {evidence.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: examples may repeat and never change
          <li key={at} className="font-mono text-xs wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
