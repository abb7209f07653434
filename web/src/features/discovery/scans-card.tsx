import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { typedResult } from '@/api/engine-results';
import type { MarketScan } from '@/api/pipeline';
import { runQueries } from '@/api/runs';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Dialog } from '@/components/ui/dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatMoney, formatNumber, plural } from '@/lib/format';
import { compareScans, type Move } from './compare-scans';
import { keyOf, nameOf, type Scan } from './discovery-state';

/** The filters of a scan in words. */
export function filterText({
  verticals,
  states,
  places,
  minPopulation,
  minPayoutCents,
}: MarketScan['filters']): string {
  const parts = [
    verticals.length > 0 ? verticals.join(', ') : 'all verticals',
    states.length > 0 ? states.join(', ') : 'all states',
    places.length > 0 ? plural(places.length, 'city', 'cities') : '',
    minPopulation == null ? '' : `at least ${formatNumber(minPopulation, 0)} people`,
    minPayoutCents == null ? '' : `payout from ${formatMoney(minPayoutCents)}`,
  ];
  const text = parts.filter(Boolean).join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Earlier scans with their filters: one can be opened, or compared with the shown one. */
export function ScansCard({
  scans,
  shown,
  result,
  hasMore,
  onMore,
  onOpen,
}: {
  scans: readonly MarketScan[];
  shown: string;
  result: Scan;
  hasMore: boolean;
  onMore: () => void;
  onOpen: (scan: MarketScan) => void;
}) {
  const [other, setOther] = useState<MarketScan | null>(null);
  return (
    <Card aria-label="Scans">
      <CardHeader title="Scans" description="Open an earlier scan, or compare it with the shown one." />
      <CardBody>
        <ul className="divide-y divide-border">
          {scans.map((scan) => (
            <li key={scan.run.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
              <p className="min-w-0 text-[0.8125rem]">
                <span className="block wrap-anywhere">{filterText(scan.filters)}</span>
                <span className="text-muted-foreground">
                  <RelativeTime at={scan.run.createdAt} />
                </span>
              </p>
              {scan.run.id === shown ? (
                <span className="text-[0.8125rem] text-muted-foreground">Shown</span>
              ) : (
                <span className="flex gap-2">
                  <Button variant="outline" size="sm" onClick={() => onOpen(scan)}>
                    Open
                  </Button>
                  <Button variant="ghost" size="sm" onClick={() => setOther(scan)}>
                    Compare
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
        {hasMore ? (
          <Button variant="outline" size="sm" className="mt-3" onClick={onMore}>
            Show more scans
          </Button>
        ) : null}
      </CardBody>
      <Changes other={other} result={result} onClose={() => setOther(null)} />
    </Card>
  );
}

function Changes({ other, result, onClose }: { other: MarketScan | null; result: Scan; onClose: () => void }) {
  const query = useQuery({ ...runQueries.result(other?.run.id ?? ''), enabled: other !== null });
  return (
    <Dialog
      open={other !== null}
      onClose={onClose}
      title="Compare scans"
      description="The first 100 markets of the shown scan, compared with the other one by rank."
    >
      <QueryPanel query={query} fallback="Failed to load the scans.">
        {(data) => {
          const before = typedResult('local.scan', data.result);
          const changes = compareScans(before.markets, result.markets);
          return (
            <div className="grid gap-5">
              <Moves title="Moved up" moves={changes.up} />
              <Moves title="Moved down" moves={changes.down} />
              <Moves title="Only in the shown scan" moves={changes.added} />
              <Moves title="Only in the other scan" moves={changes.removed} />
            </div>
          );
        }}
      </QueryPanel>
    </Dialog>
  );
}

/** Moves listed in each group, the largest first. */
const LISTED = 10;

function Moves({ title, moves }: { title: string; moves: readonly Move[] }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">
        {title}: {formatNumber(moves.length, 0)}
      </h3>
      <ul className="mt-1 grid gap-1 text-[0.8125rem]">
        {moves.slice(0, LISTED).map(({ market, before, after }) => (
          <li key={keyOf(market)} className="flex justify-between gap-4">
            <span>{nameOf(market)}</span>
            <span className="tabular whitespace-nowrap text-muted-foreground">
              {[before, after].flatMap((rank) => (rank === null ? [] : [`rank ${rank}`])).join(' to ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
