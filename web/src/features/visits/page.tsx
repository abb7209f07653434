import { useQuery } from '@tanstack/react-query';
import type { Website } from '@/api/types';
import { type VisitReport, visitQueries } from '@/api/visits';
import { ImportedSessionsNote } from '@/components/imports/imported-note';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useNow } from '@/hooks/use-now';
import { useUrlState } from '@/hooks/use-url-state';
import { ConversionsCard } from './conversions-card';
import { FunnelCard } from './funnel-card';
import { DEFAULT_LENGTH, isSilent, type Length, lengthOf, periodOf } from './period';
import { SetUpCard, SetUpDetails } from './set-up';
import { VisitsSkeleton } from './skeleton';
import { SourcesCard } from './sources-card';
import { SummaryCard } from './summary-card';

const DEFAULTS = { days: DEFAULT_LENGTH as string };

/** Visits of a website, as the script on its pages reports them. */
export default function VisitsPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const [{ days }, setUrl] = useUrlState(DEFAULTS);
  const length = lengthOf(days);
  const now = useNow();
  const report = useQuery({
    ...visitQueries.report(current?.id ?? '', periodOf(length, now)),
    enabled: current !== null,
  });
  return (
    <>
      <PageHeader
        title="Visits"
        description="What visitors of your website do, measured without cookies."
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            <UpdatedStamp at={report.dataUpdatedAt} busy={report.isFetching} onRefresh={() => report.refetch()} />
          </>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the websites." loading={<VisitsSkeleton />}>
        {() =>
          current ? (
            <QueryPanel query={report} fallback="Failed to load the visits." loading={<VisitsSkeleton />}>
              {(data) => (
                <Content website={current} report={data} length={length} onLength={(to) => setUrl({ days: to })} />
              )}
            </QueryPanel>
          ) : (
            <NoWebsite />
          )
        }
      </QueryPanel>
    </>
  );
}

function Content({
  website,
  report,
  length,
  onLength,
}: {
  website: Website;
  report: VisitReport;
  length: Length;
  onLength: (to: Length) => void;
}) {
  if (report.countingSince === null && isSilent(report)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ImportedSessionsNote websiteId={website.id} />
        <SetUpCard website={website} report={report} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {report.lastEventAt === null ? (
        <Callout tone="warning" title="No report of a visitor within two days">
          <p>Either nobody visited {website.host}, or its pages no longer have the line that is shown in Set-up.</p>
        </Callout>
      ) : null}
      <SummaryCard website={website} report={report} length={length} onLength={onLength} />
      <FunnelCard counts={report.totals} />
      <SourcesCard website={website} report={report} />
      <ConversionsCard website={website} />
      <SetUpDetails website={website} report={report} />
    </div>
  );
}

function NoWebsite() {
  return (
    <Card>
      <EmptyPanel
        title="No website yet"
        text="Add a website to count its visits."
        action={
          <ButtonLink to="/projects/new" size="sm">
            Add a website
          </ButtonLink>
        }
      />
    </Card>
  );
}
