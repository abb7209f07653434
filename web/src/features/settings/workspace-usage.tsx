import { useQuery } from '@tanstack/react-query';
import { type Usage, workspaceQueries } from '@/api/workspaces';
import { QueryPanel } from '@/components/states/query-panel';
import { Progress } from '@/components/ui/progress';
import { formatBytes, formatDateTime, formatNumber } from '@/lib/format';

interface Line {
  label: string;
  used: number;
  most: number;
  format: (value: number) => string;
}

/** Use of the operator's limits; nothing if there are none. */
export function WorkspaceUsage({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(workspaceQueries.usage(workspaceId));
  return (
    <QueryPanel
      query={query}
      fallback="Failed to load the usage."
      loading={null}
      isEmpty={(usage) => linesOf(usage).length === 0}
      empty={null}
    >
      {(usage) => <UsageSection workspaceId={workspaceId} usage={usage} />}
    </QueryPanel>
  );
}

function UsageSection({ workspaceId, usage }: { workspaceId: string; usage: Usage }) {
  const lines = linesOf(usage);
  return (
    <section aria-labelledby={`usage-${workspaceId}`} className="grid gap-3">
      <h3 id={`usage-${workspaceId}`} className="text-sm font-medium">
        Use and limits
      </h3>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {lines.map((line) => (
          <UsageLine key={line.label} line={line} />
        ))}
      </dl>
      <p className="text-xs text-muted-foreground">{helpOf(usage)}</p>
    </section>
  );
}

function UsageLine({ line: { label, used, most, format } }: { line: Line }) {
  const percent = (100 * used) / most;
  return (
    <div className="grid gap-1.5">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="grid gap-1.5">
        <span className={percent >= 100 ? 'font-medium text-destructive' : 'font-medium'}>
          {format(used)} of {format(most)}
        </span>
        <Progress value={percent} label={label} />
      </dd>
    </div>
  );
}

function linesOf(usage: Usage): Line[] {
  const count = (value: number) => formatNumber(value);
  const all: (Omit<Line, 'most'> & { most: number | null })[] = [
    { label: 'Storage', used: usage.storageBytes, most: usage.mostStorageBytes, format: formatBytes },
    { label: 'Runs today', used: usage.runsToday, most: usage.mostRunsPerDay, format: count },
    { label: 'URLs of crawls', used: usage.crawlUrls, most: usage.mostCrawlUrls, format: count },
    { label: 'Emails today', used: usage.emailsToday, most: usage.mostEmailsPerDay, format: count },
  ];
  return all.flatMap(({ most, ...line }) => (most === null ? [] : [{ ...line, most }]));
}

function helpOf(usage: Usage): string {
  const hasDays = usage.mostRunsPerDay !== null || usage.mostEmailsPerDay !== null;
  const day = hasDays ? `The counts of today start again on ${formatDateTime(usage.resetsAt)}.` : '';
  const storage =
    usage.mostStorageBytes === null
      ? ''
      : 'Storage is uploads, imported rows, documents and packs: undo imports or delete websites or documents to free some.';
  const crawls = usage.mostCrawlUrls === null ? '' : 'Delete crawls to free URLs.';
  return [storage, crawls, day].filter(Boolean).join(' ');
}
