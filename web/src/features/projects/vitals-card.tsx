import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sourceApi, sourceQueries, type VitalsDevice, type WebVitals } from '@/api/sources';
import type { Website } from '@/api/types';
import { Sparkline } from '@/components/charts/sparkline';
import { ExportButton } from '@/components/records/export-button';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDate, plural } from '@/lib/format';
import { METRIC_KEYS, METRICS, rating, type VitalsMetric, valuesOf, vitalText } from './vitals-words';

export const DEVICES = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const;

/** Core Web Vitals of the origin and its pages, as visitors of Chrome had them. */
export function VitalsCard({ website }: { website: Website }) {
  const [device, setDevice] = useState<VitalsDevice>('phone');
  const vitals = useQuery(sourceQueries.vitals(website.id, device));
  return (
    <Card aria-label="Core Web Vitals" className="overflow-clip">
      <CardHeader
        title="Core Web Vitals"
        description="75th percentile of 28 days: three of four visits were at least as good."
        actions={
          <>
            <Segmented label="Device" value={device} options={DEVICES} onChange={setDevice} />
            <ExportButton address={sourceApi.vitalsFile(website.id)} name="web-vitals.csv" />
          </>
        }
      />
      <QueryPanel
        query={vitals}
        fallback="Failed to load the vitals."
        loading={<LoadingRows rows={2} />}
        isEmpty={({ latest }) => latest.length === 0}
        empty={
          <EmptyPanel
            className="py-8"
            title="No figures for this device"
            text="The Chrome UX Report has figures of websites with enough visitors. They appear here after the next sync."
          />
        }
      >
        {({ latest, history }) => (
          <>
            <Origin rows={latest.filter((row) => row.isOrigin)} history={history} />
            <Pages rows={latest.filter((row) => !row.isOrigin)} />
          </>
        )}
      </QueryPanel>
    </Card>
  );
}

function Origin({ rows: [origin], history }: { rows: readonly WebVitals[]; history: readonly WebVitals[] }) {
  if (!origin) return null;
  return (
    <CardBody className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {METRIC_KEYS.map((metric) => (
          <Metric key={metric} metric={metric} row={origin} history={history} />
        ))}
      </div>
      <p className="text-[0.8125rem] text-muted-foreground">
        Source: Chrome UX Report, all pages of {origin.url}, visits from {formatDate(origin.firstDay)} to{' '}
        {formatDate(origin.day)}. The trend has {plural(history.length, 'week')}.
      </p>
    </CardBody>
  );
}

function Metric({ metric, row, history }: { metric: VitalsMetric; row: WebVitals; history: readonly WebVitals[] }) {
  const { name, title, thresholds } = METRICS[metric];
  const rated = rating(metric, row[metric]);
  return (
    <div className="grid gap-1">
      <p className="text-[0.8125rem] text-muted-foreground">
        <abbr title={title} className="no-underline">
          {name}
        </abbr>
        : {thresholds.toLowerCase()}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-xl font-semibold tabular">
        {vitalText(metric, row[metric])}
        {rated ? (
          <Badge tone={rated.tone} dot>
            {rated.label}
          </Badge>
        ) : null}
      </p>
      <Sparkline values={valuesOf(history, metric)} />
    </div>
  );
}

function Pages({ rows }: { rows: readonly WebVitals[] }) {
  if (rows.length === 0) return null;
  return (
    <Table label="Core Web Vitals of pages" className="border-t border-border">
      <thead>
        <tr>
          <Th className="pl-5">Page</Th>
          {METRIC_KEYS.map((metric) => (
            <Th key={metric} numeric title={METRICS[metric].title}>
              {METRICS[metric].name}
            </Th>
          ))}
          <Th className="pr-5">Up to</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.url}>
            <Td className="max-w-44 truncate sm:max-w-80 pl-5" title={row.url}>
              {row.url}
            </Td>
            {METRIC_KEYS.map((metric) => (
              <Td key={metric} numeric>
                <Rated metric={metric} value={row[metric]} />
              </Td>
            ))}
            <Td className="pr-5 whitespace-nowrap text-muted-foreground">{formatDate(row.day)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Value of a metric, rated by Google's thresholds. */
export function Rated({ metric, value }: { metric: VitalsMetric; value: number | null | undefined }) {
  const rated = rating(metric, value);
  if (!rated) return vitalText(metric, value);
  return (
    <Badge tone={rated.tone} title={rated.label} dot>
      {vitalText(metric, value)}
      <span className="sr-only">, {rated.label}</span>
    </Badge>
  );
}
