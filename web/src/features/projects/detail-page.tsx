import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isNotFound } from '@/api/errors';
import type { Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { ImportPanel } from '@/components/imports/import-flow';
import { ImportHistory } from '@/components/imports/import-history';
import { RecentRuns } from '@/components/runs/recent-runs';
import { NotFound } from '@/components/states/not-found';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { LOADING_LINE, PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { useWebsiteActions } from '@/components/websites/use-website-actions';
import { useLiveEvent } from '@/hooks/use-live-event';
import { useUrlState } from '@/hooks/use-url-state';
import { wantTopic } from '@/lib/live/topics';
import { periodWords } from '@/lib/period-words';
import { ChatCard } from './chat-card';
import { FetchedCards } from './fetched-cards';
import { GoalsCard } from './goals-card';
import { NextCard, OverviewAnswer } from './overview-answer';
import { SettingsTab } from './settings-tab';
import { SourcesCard } from './sources-card';
import { WebsiteFigures } from './website-figures';

const TABS = { tab: 'overview' };

/** A website: data, imports, latest runs, settings. */
export default function ProjectPage() {
  const { id = '' } = useParams();
  const website = useQuery(websiteQueries.detail(id));
  if (isNotFound(website.error)) return <NotFound />;
  return (
    <>
      {website.data === undefined ? <PageHeader title="Project" description={LOADING_LINE} /> : null}
      <QueryPanel query={website} fallback="Failed to load the project.">
        {(data) => <Project website={data} />}
      </QueryPanel>
    </>
  );
}

function Project({ website }: { website: Website }) {
  const hasData = website.lastImportAt !== null;
  useProjectUpdates(website.id);
  const [importing, setImporting] = useState(!hasData);
  const [{ tab }, setUrl] = useUrlState(TABS);
  return (
    <>
      <PageHeader
        title={website.name}
        eyebrow={
          <Link to="/projects" className="hover:text-foreground hover:underline">
            Projects
          </Link>
        }
        description={
          <span className="inline-flex flex-wrap items-center gap-3">
            <a
              href={website.url}
              rel="noreferrer"
              target="_blank"
              className="inline-flex items-center gap-1.5 underline-offset-4 hover:text-foreground hover:underline"
            >
              {website.host}
              <ExternalLink size={14} aria-hidden="true" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
            {website.simulated ? <SimulatedBadge /> : null}
          </span>
        }
        actions={
          hasData ? (
            <>
              <Button
                variant="outline"
                onClick={() => {
                  setImporting(tab !== 'overview' || !importing);
                  setUrl({ tab: 'overview' });
                }}
                aria-expanded={importing}
              >
                Import data
              </Button>
              <ButtonLink to={`/keyword-finder?website=${website.id}`}>Find keywords</ButtonLink>
            </>
          ) : null
        }
      />
      {website.archivedAt ? <ArchivedCallout website={website} /> : null}
      <Tabs value={tab} onValueChange={(to) => setUrl({ tab: to })}>
        <TabList aria-label="Project">
          <Tab value="overview">Overview</Tab>
          <Tab value="settings">Settings</Tab>
        </TabList>
        <TabPanel value="overview">
          <Overview website={website} importing={importing} />
        </TabPanel>
        <TabPanel value="settings">
          <SettingsTab website={website} />
        </TabPanel>
      </Tabs>
    </>
  );
}

function Overview({ website, importing }: { website: Website; importing: boolean }) {
  return (
    <div className="grid gap-6">
      <OverviewAnswer website={website} />
      {website.lastImportAt === null ? null : (
        <Card>
          <CardBody>
            <WebsiteFigures website={website} className="max-w-xl" note={periodNote(website)} />
          </CardBody>
        </Card>
      )}
      {website.lastImportAt === null ? null : <NextCard website={website} />}
      <GoalsCard website={website} />
      {website.simulated ? null : <SourcesCard website={website} />}
      {website.simulated ? null : <FetchedCards website={website} />}
      {importing ? (
        <Card>
          <CardHeader title="Import search data" description="Adds rows to the data of this website." />
          <CardBody>
            <ImportPanel websiteId={website.id} offerSample={false} />
          </CardBody>
        </Card>
      ) : null}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Card>
            <CardHeader title="Imports" />
            <CardBody>
              <ImportHistory websiteId={website.id} />
            </CardBody>
          </Card>
          <ChatCard projectId={website.id} />
        </div>
        <Card>
          <CardHeader title="Runs" />
          <CardBody>
            <RecentRuns websiteId={website.id} />
          </CardBody>
        </Card>
      </div>
    </div>
  );
}

/** Days of the search report with the figures. */
function periodNote({ firstDay, lastDay }: Website): string {
  return firstDay && lastDay ? periodWords(firstDay, lastDay) : 'in the latest search report';
}

function ArchivedCallout({ website }: { website: Website }) {
  const { restore } = useWebsiteActions();
  const action = (
    <Button size="sm" variant="outline" busy={restore.isPending} onClick={() => restore.mutate(website)}>
      Restore website
    </Button>
  );
  return (
    <Callout tone="info" title="This website is archived" action={action} className="mb-6">
      It keeps its data and does not appear in your lists.
    </Callout>
  );
}

/** Keeps the project up to date after changes of other members. */
function useProjectUpdates(id: string): void {
  const queries = useQueryClient();
  useEffect(() => wantTopic({ join: 'project:join', leave: 'project:leave', values: [id] }), [id]);
  useLiveEvent('project:update', ({ projectId }) => {
    if (projectId !== id) return;
    queries.invalidateQueries({ queryKey: websiteQueries.detail(id).queryKey });
  });
}
