import { useQuery } from '@tanstack/react-query';
import { engineQueries } from '@/api/engines';
import type { SystemHealth } from '@/api/types';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { formatDuration, formatNumber, formatPercent, plural } from '@/lib/format';

/** Health of the installation in one line. `ready` once the website is known. */
export function HealthStrip({ websiteId, ready }: { websiteId: string | null; ready: boolean }) {
  const { data } = useQuery({ ...engineQueries.status(websiteId ? { websiteId } : {}), enabled: ready });
  if (!data) return <Skeleton className="h-16 rounded-lg" />;
  const { systemHealth: health } = data;
  const { word, style } = verdict(health.overall);
  return (
    <Card aria-label="System health" className="px-5 py-3">
      <dl className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <div>
          <dt className="text-xs text-muted-foreground">System</dt>
          <dd className="tabular flex items-center gap-2 text-[0.8125rem] font-medium">
            <span aria-hidden="true" className={cn('size-2 rounded-full', style)} />
            {word}, {formatNumber(health.overall, 0)} of 100
          </dd>
        </div>
        {figures(health).map(([label, value, hint]) => (
          <div key={label} title={hint}>
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="tabular text-[0.8125rem] font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function verdict(overall: number): { word: string; style: string } {
  if (overall >= 90) return { word: 'Healthy', style: 'bg-success' };
  if (overall >= 60) return { word: 'Degraded', style: 'bg-warning' };
  return { word: 'Critical', style: 'bg-destructive' };
}

function figures(health: SystemHealth): [label: string, value: string, hint: string][] {
  return [
    ['Response time (p95)', formatDuration(health.apiLatency), '95th percentile of the last five minutes'],
    ['Import rate', `${plural(health.dataIngestion, 'row')} a minute`, 'Rows imported in the last minute'],
    ['Queue', plural(health.processingQueue, 'run'), 'Runs waiting for a worker'],
    ['Errors', formatPercent(health.errorRate, 2), 'Share of failed requests in the last five minutes'],
    ['Uptime', uptime(health.uptime), 'Time since the server started'],
  ];
}

/** Formats seconds as the two largest units: "3 d 4 h", "12 min". */
export function uptime(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return `${Math.floor(seconds)} s`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
