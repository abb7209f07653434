import { CloudDownload, Upload } from 'lucide-react';
import { useState } from 'react';
import type { Website } from '@/api/types';
import { ImportPanel } from '@/components/imports/import-flow';
import { ImportHistory } from '@/components/imports/import-history';
import { QueryFailure } from '@/components/states/query-failure';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { DataDialog } from './data-dialog';
import { Finder } from './finder';
import { FINDER_DEFAULTS, useFinderState } from './finder-state';
import { FirstImport } from './first-import';

/** The keyword finder: import search data, run the engine, read the value of keywords. */
export default function KeywordFinderPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const [state, setState] = useFinderState();
  const [isFetching, setFetching] = useState(false);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const importing = state.panel === 'import';
  return (
    <>
      <PageHeader
        title="Keyword finder"
        description="Find valuable keywords within reach, and group them into pages."
        actions={
          <>
            <WebsiteSwitcher
              websites={websites}
              current={current}
              pending={query.isPending}
              onChoose={(id) => {
                setState({ ...FINDER_DEFAULTS, view: state.view });
                choose(id);
              }}
            />
            <ButtonLink to={withWebsite('/intelligence/keyword', current?.id)} variant="outline" size="sm">
              Method and history
            </ButtonLink>
            {current ? (
              <Button
                variant="outline"
                size="sm"
                disabled={!canChange}
                title={canChange ? undefined : 'Viewers cannot fetch data. Ask an owner of this workspace.'}
                onClick={() => setFetching(true)}
              >
                <CloudDownload size={14} aria-hidden="true" />
                Fetch data
              </Button>
            ) : null}
            {current?.lastImportAt ? (
              <Button
                variant="outline"
                size="sm"
                aria-expanded={importing}
                onClick={() => setState({ panel: importing ? '' : 'import' })}
              >
                <Upload size={14} aria-hidden="true" />
                Import
              </Button>
            ) : null}
          </>
        }
      />
      {current ? (
        <DataDialog
          key={`data-${current.id}`}
          website={current}
          isOpen={isFetching}
          onClose={() => setFetching(false)}
        />
      ) : null}
      {query.isPending ? <PageSkeleton /> : null}
      <QueryFailure query={query} fallback="Failed to load the websites." />
      {query.data && importing && current?.lastImportAt ? (
        <ImportMore website={current} onClose={() => setState({ panel: '' })} />
      ) : null}
      {query.data && !current?.lastImportAt ? <FirstImport website={current} onImported={choose} /> : null}
      {current?.lastImportAt ? <Finder key={current.id} website={current} state={state} setState={setState} /> : null}
    </>
  );
}

function ImportMore({ website, onClose }: { website: Website; onClose: () => void }) {
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <Card aria-label="Import">
        <CardHeader
          title="Import search data"
          description="The latest export of each kind is used; previous ones remain in the history."
          actions={
            <Button variant="ghost" size="sm" onClick={onClose}>
              Close
            </Button>
          }
        />
        <CardBody>
          <ImportPanel websiteId={website.id} offerSample={false} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Imports" description={website.name} />
        <CardBody className="pt-2">
          <ImportHistory websiteId={website.id} />
        </CardBody>
      </Card>
    </div>
  );
}

function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-14" />
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </div>
  );
}
