import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Report, reportQueries } from '@/api/reports';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Drawer } from '@/components/ui/dialog';
import { PageHeader } from '@/components/ui/page-header';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { formatDateTime, plural } from '@/lib/format';
import { beforeLeaving } from '@/lib/unsaved';
import { ReportDomainButton } from './report-domain';
import { ReportForm } from './report-form';
import { FREQUENCY_NAMES } from './report-words';

/** Reports for clients: list and creation. */
export default function ReportsPage() {
  const query = useQuery(reportQueries.list());
  const { websites } = useCurrentWebsite();
  const [isNew, setNew] = useState(false);
  const go = useNavigate();
  const create = (
    <Button needsNetwork size="sm" disabled={websites.length === 0} onClick={() => setNew(true)}>
      New report
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Reports"
        description="Reports for clients under your own name: as a page, a PDF and an email."
        actions={
          <>
            <ReportDomainButton name={query.data?.reports[0]?.settings.brandName ?? ''} />
            {create}
          </>
        }
      />
      <Drawer open={isNew} onClose={() => beforeLeaving(() => setNew(false))} title="New report">
        {isNew ? (
          <ReportForm
            report={null}
            websites={websites}
            onClose={() => setNew(false)}
            onSaved={(report) => go(`/reports/${report.id}`)}
          />
        ) : null}
      </Drawer>
      <Card aria-label="Reports">
        <QueryPanel
          query={query}
          fallback="Failed to load the reports."
          isEmpty={({ reports }) => reports.length === 0}
          empty={
            <EmptyPanel
              title="No reports yet"
              text={
                websites.length === 0
                  ? 'Add a website first. A report freezes its figures, with their sources, under your logo and colors.'
                  : 'A report freezes a website’s figures, with their sources, under your logo and colors. Share it by a link, or send it each week or month.'
              }
              action={create}
            />
          }
        >
          {({ reports }) => (
            <ul className="divide-y divide-border">
              {reports.map((report) => (
                <Item key={report.id} report={report} />
              ))}
            </ul>
          )}
        </QueryPanel>
      </Card>
    </>
  );
}

function Item({ report }: { report: Report }) {
  const { settings } = report;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3.5">
      <div className="min-w-0">
        <Link to={`/reports/${report.id}`} className="font-medium underline-offset-4 hover:underline">
          {settings.title}
          <span className="sr-only">, {report.websiteName}</span>
        </Link>
        <p className="mt-1 flex flex-wrap gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
          <span>{report.websiteName}</span>
          <span>{settings.days} days</span>
          <span>{FREQUENCY_NAMES[settings.frequency]}</span>
          <span>{plural(settings.recipients.length, 'recipient')}</span>
          <span>{report.latestMadeAt ? `made ${formatDateTime(report.latestMadeAt)}` : 'not made yet'}</span>
        </p>
      </div>
      {report.sharedAt ? <Badge>Shared</Badge> : null}
    </li>
  );
}
