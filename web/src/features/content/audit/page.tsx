import { ClipboardList, ScanSearch } from 'lucide-react';
import type { Website } from '@/api/types';
import { RunProgress } from '@/components/runs/run-progress';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { useShortcut } from '@/hooks/use-shortcut';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { VIEWER_REASON } from '../words';
import { Report } from './report';
import { useAudit } from './use-audit';

/** What each page of a website needs: additions, cuts, merges, redirects. */
export default function AuditPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  return (
    <>
      <PageHeader
        title="Content audit"
        description="What each page needs, from a crawl and its queries: additions, cuts, merges, redirects."
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            <ButtonLink variant="outline" to="/content-generator">
              Documents
            </ButtonLink>
          </>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the websites." loading={<LoadingRows />}>
        {() => (current ? <Current key={current.id} website={current} /> : <NoWebsite />)}
      </QueryPanel>
    </>
  );
}

function Current({ website }: { website: Website }) {
  const { result, audit, finishedAt, isMissing, run, isStarting, follow, start } = useAudit(website.id);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const isBusy = isStarting || run?.status === 'queued' || run?.status === 'running';
  useShortcut({ id: 'run', keys: 'r', label: 'Run the audit', group: 'On this page', run: canChange ? start : null });
  const button = (
    <Button
      needsNetwork
      busy={isBusy}
      disabled={!canChange}
      title={canChange ? undefined : VIEWER_REASON}
      onClick={start}
    >
      <ScanSearch size={16} aria-hidden="true" />
      {audit ? 'Run the audit again' : 'Run the audit'}
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {run ? <RunProgress runId={run.id} title="Content audit" isReadOnly={!canChange} onRetried={follow} /> : null}
      {isMissing ? (
        <NoAudit website={website} action={button} />
      ) : (
        <QueryPanel query={result} fallback="Failed to load the audit." loading={<LoadingRows rows={6} />}>
          {() =>
            audit?.pages && audit.summary ? (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <UpdatedStamp
                    at={finishedAt ? Date.parse(finishedAt) : 0}
                    busy={result.isFetching}
                    onRefresh={() => result.refetch()}
                  />
                  {button}
                </div>
                <Report
                  website={website}
                  pages={audit.pages}
                  summary={audit.summary}
                  audit={audit}
                  canChange={canChange}
                />
              </div>
            ) : (
              <NoAudit website={website} action={button} />
            )
          }
        </QueryPanel>
      )}
    </div>
  );
}

function NoAudit({ website, action }: { website: Website; action: React.ReactNode }) {
  return (
    <Card aria-label="First audit">
      <EmptyPanel
        icon={ClipboardList}
        title={`No audit of ${website.host} yet`}
        text="The audit needs the pages of a crawl, and the queries of Search Console by page. It then shows which pages to improve, merge, redirect or remove, with the exact changes."
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {action}
            <ButtonLink variant="outline" to={withWebsite('/crawl', website.id)}>
              Crawl the website
            </ButtonLink>
            <ButtonLink variant="outline" to={withWebsite('/keyword-finder', website.id)}>
              Import queries
            </ButtonLink>
          </span>
        }
      />
    </Card>
  );
}

function NoWebsite() {
  return (
    <Card>
      <EmptyPanel
        title="No website yet"
        text="Add a website to audit its pages."
        action={
          <ButtonLink to="/projects/new" size="sm">
            Add a website
          </ButtonLink>
        }
      />
    </Card>
  );
}
