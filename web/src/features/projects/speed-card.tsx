import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SpeedTests, sourceApi, sourceQueries, type VitalsDevice } from '@/api/sources';
import type { Website } from '@/api/types';
import { ExportButton } from '@/components/records/export-button';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge, type Tone } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDate, formatNumber, NO_VALUE, plural } from '@/lib/format';
import { pagePath } from '@/lib/words';
import { DEVICES, Rated } from './vitals-card';

/** Tests of pages in the laboratory of PageSpeed Insights. */
export function SpeedCard({ website }: { website: Website }) {
  const [device, setDevice] = useState<VitalsDevice>('phone');
  const speed = useQuery(sourceQueries.speed(website.id, device));
  return (
    <Card aria-label="Page speed in the laboratory" className="overflow-clip">
      <CardHeader
        title="Page speed in the laboratory"
        description="Source: PageSpeed Insights. Medians of the latest five daily tests, because one test varies."
        actions={
          <>
            <Segmented label="Device" value={device} options={DEVICES} onChange={setDevice} />
            <ExportButton address={sourceApi.speedFile(website.id)} name="page-speed.csv" />
          </>
        }
      />
      <QueryPanel
        query={speed}
        fallback="Failed to load the page speed."
        loading={<LoadingRows rows={2} />}
        isEmpty={({ pages }) => pages.length === 0}
        empty={
          <EmptyPanel
            className="py-8"
            title="No tests for this device"
            text="The start page and the nine pages with the most clicks are tested at the next sync."
          />
        }
      >
        {({ pages }) => <Pages pages={pages} />}
      </QueryPanel>
    </Card>
  );
}

function Pages({ pages }: { pages: readonly SpeedTests[] }) {
  return (
    <Table stacked label="Tests of pages" className="mt-4 border-t border-border">
      <thead>
        <tr>
          <Th className="pl-5">Page</Th>
          <Th numeric title="Performance score of Lighthouse, 0 to 100, with its range over the tests">
            Score
          </Th>
          <Th numeric title="Largest Contentful Paint">
            LCP
          </Th>
          <Th numeric title="Total Blocking Time">
            TBT
          </Th>
          <Th numeric title="Cumulative Layout Shift">
            CLS
          </Th>
          <Th numeric title="Response time of the server">
            Response
          </Th>
          <Th className="pr-5">Latest test</Th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={page.url}>
            <Td stack="title" className="max-w-80 pl-5 wrap-anywhere" title={page.url}>
              {pagePath(page.url)}
            </Td>
            <Td stack="corner" numeric>
              <Score page={page} />
            </Td>
            <Td label="LCP" numeric>
              <Rated metric="lcp" value={page.lcp} />
            </Td>
            <Td label="TBT" numeric>
              {milliseconds(page.tbt)}
            </Td>
            <Td label="CLS" numeric>
              <Rated metric="cls" value={page.cls} />
            </Td>
            <Td label="Response" numeric>
              {milliseconds(page.response)}
            </Td>
            <Td stack="end" className="pr-5 whitespace-nowrap text-muted-foreground">
              {formatDate(page.day)}, {plural(page.tests, 'test')}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Score({ page: { performance, lowest, highest } }: { page: SpeedTests }) {
  if (performance === null || performance === undefined) return NO_VALUE;
  const { label, tone } = scoreRating(performance);
  const isRange = lowest !== highest;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <Badge tone={tone} title={label} dot>
        {points(performance)}
        <span className="sr-only">, {label}</span>
      </Badge>
      {isRange ? (
        <span className="text-xs text-muted-foreground">
          {points(lowest)} to {points(highest)}
        </span>
      ) : null}
    </span>
  );
}

function points(score: number | null | undefined): string {
  return score === null || score === undefined ? NO_VALUE : formatNumber(score * 100, 0);
}

function milliseconds(value: number | null | undefined): string {
  return value === null || value === undefined ? NO_VALUE : `${formatNumber(value, 0)} ms`;
}

/** Rating by the thresholds of Lighthouse. */
function scoreRating(score: number): { label: string; tone: Tone } {
  if (score >= 0.9) return { label: 'Good', tone: 'success' };
  return score >= 0.5 ? { label: 'Needs improvement', tone: 'warning' } : { label: 'Poor', tone: 'danger' };
}
