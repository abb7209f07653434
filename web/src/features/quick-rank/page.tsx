import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '@/api/errors';
import { type FullPageAudit, isAtWork, pageAuditQueries } from '@/api/page-audits';
import { EmptyPanel, ErrorPanel } from '@/components/states/panels';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody } from '@/components/ui/card';
import { FoldingCard } from '@/components/ui/folding-card';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { AuditForm } from './audit-form';
import { FixesCard } from './fixes-card';
import { RecentAudits } from './recent-audits';
import { ScoreCard } from './score-card';
import { SearchCard } from './search-card';
import { Steps } from './steps';

const DEFAULTS = { audit: '' };

/** Audit of one page for one keyword: what to change first. */
export default function QuickRankPage() {
  const [{ audit: id }, setUrl] = useUrlState(DEFAULTS);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const isPhone = useMedia(PHONE);
  const query = useAudit(id);
  const shown = id === '' ? undefined : query.data;
  return (
    <>
      <PageHeader
        title="Quick rank"
        description="Audit a page for a keyword. The fixes are ranked by impact and effort, each with its source."
        actions={
          <ButtonLink to="/quick-rank/wins" variant="outline">
            Quick wins of a website
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <NewAudit isFolded={isPhone && id !== ''}>
          <AuditForm
            key={shown?.id ?? ''}
            start={{ url: shown?.url ?? '', keyword: shown?.keyword ?? '' }}
            canChange={canChange}
            onStarted={(audit) => setUrl({ audit: audit.id }, { replace: false })}
          />
        </NewAudit>
        {id === '' ? null : <Shown query={query} canChange={canChange} />}
        <RecentAudits shown={id} />
      </div>
    </>
  );
}

/** The form; folded where the report of an audit is what matters. */
function NewAudit({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  if (isFolded)
    return (
      <FoldingCard title="Audit another page">
        <CardBody className="pt-1">{children}</CardBody>
      </FoldingCard>
    );
  return (
    <Card aria-label="New audit">
      <CardBody>{children}</CardBody>
    </Card>
  );
}

function useAudit(id: string) {
  return useQuery({ ...pageAuditQueries.detail(id), enabled: id !== '' });
}

function Shown({ query, canChange }: { query: ReturnType<typeof useAudit>; canChange: boolean }) {
  const queries = useQueryClient();
  if (isNotFound(query.error)) {
    return (
      <Card>
        <EmptyPanel title="This audit is not kept" text="Start a new one: the last hundred of a workspace are kept." />
      </Card>
    );
  }
  if (query.data === undefined) {
    if (query.isError) {
      return (
        <Card>
          <ErrorPanel error={query.error} fallback="Failed to load the audit." onRetry={() => query.refetch()} />
        </Card>
      );
    }
    return <ReportSkeleton />;
  }
  const audit = query.data;
  const refresh = () => queries.invalidateQueries({ queryKey: pageAuditQueries.all() });
  if (audit.report) return <Report audit={audit} canChange={canChange} />;
  if (audit.status === null) return <Callout title="This audit did not finish">Start it again.</Callout>;
  if (isAtWork(audit) || audit.status !== 'succeeded') {
    return <Steps key={audit.runId} audit={audit} canChange={canChange} onEnded={refresh} />;
  }
  return <ReportSkeleton />;
}

function Report({ audit, canChange }: { audit: FullPageAudit; canChange: boolean }) {
  const { report } = audit;
  if (!report) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:col-span-2">
        <ScoreCard audit={audit} report={report} />
      </div>
      <FixesCard key={audit.id} audit={audit} report={report} canChange={canChange} />
      <SearchCard report={report} keyword={audit.keyword} />
    </div>
  );
}

function ReportSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
