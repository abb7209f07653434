import { useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { Link } from 'react-router';
import { type PageAudit, pageAuditQueries } from '@/api/page-audits';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { cn } from '@/lib/cn';
import { plural } from '@/lib/format';

/** The latest audits; each opens its report. */
export function RecentAudits({ shown }: { shown: string }) {
  const query = useQuery(pageAuditQueries.latest());
  return (
    <Card aria-label="Latest audits">
      <CardHeader title="Latest audits" description="The last hundred of this workspace are kept." />
      <QueryPanel
        query={query}
        fallback="Failed to load the audits."
        loading={<LoadingRows rows={4} />}
        isEmpty={(audits) => audits.length === 0}
        empty={
          <EmptyPanel
            icon={ScanSearch}
            title="No audits yet"
            text="Enter the URL of a page and its keyword above. The report appears within a minute."
          />
        }
      >
        {(audits) => (
          <ul className="mt-3 divide-y divide-border border-t border-border">
            {audits.map((audit) => (
              <Row key={audit.id} audit={audit} isShown={audit.id === shown} />
            ))}
          </ul>
        )}
      </QueryPanel>
    </Card>
  );
}

function Row({ audit, isShown }: { audit: PageAudit; isShown: boolean }) {
  return (
    <li className={cn('flex items-start justify-between gap-3 px-5 py-3', isShown && 'bg-brand-soft')}>
      <div className="min-w-0">
        <Link
          to={`/quick-rank?audit=${audit.id}`}
          aria-current={isShown ? 'true' : undefined}
          className="inline-flex min-h-6 max-w-full items-center font-medium hover:text-brand hover:underline"
        >
          <span className="truncate">{audit.keyword}</span>
        </Link>
        <p className="truncate text-xs text-muted-foreground" title={audit.url}>
          {audit.url}
        </p>
      </div>
      <div className="shrink-0 text-right text-xs text-muted-foreground">
        {audit.fixes === null ? <State audit={audit} /> : plural(audit.fixes, 'fix', 'fixes')}
        <span className="block">
          <RelativeTime at={audit.createdAt} />
        </span>
      </div>
    </li>
  );
}

function State({ audit }: { audit: PageAudit }) {
  if (audit.status === null) return <>Not finished</>;
  return <StateBadge state={audit.status} />;
}
