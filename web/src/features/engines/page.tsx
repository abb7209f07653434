import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { engineQueries } from '@/api/engines';
import type { Engine, Website } from '@/api/types';
import { actionName } from '@/components/engines/action-name';
import { type EngineInfo, engineAt, hasAction } from '@/components/engines/engine-words';
import { InsightFeed } from '@/components/insights/insight-feed';
import { NotFound } from '@/components/states/not-found';
import { QueryFailure } from '@/components/states/query-failure';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { failures } from '@/lib/strings';
import { ActionTab } from './action-tab';
import { Inputs } from './inputs-card';
import { MethodButton } from './method-card';
import { Record } from './record';
import { useEngineView } from './use-engine-view';

/** An engine: its question, and its actions with their newest results. */
export default function EnginePage() {
  const { engine: segment = '' } = useParams();
  const { search } = useSearch();
  const known = engineAt(segment);
  if (segment === 'pattern') return <Navigate replace to={`/intelligence/patterns${search}`} />;
  return known ? <KnownEngine key={known.id} known={known} /> : <NotFound />;
}

/** The same screen at its own path and under a task-oriented name. */
export function NamedEngine({ segment, title }: { segment: string; title: string }) {
  const known = engineAt(segment);
  return known ? <KnownEngine known={known} title={title} /> : <NotFound />;
}

function useSearch() {
  const [params] = useSearchParams();
  const text = params.toString();
  return { search: text ? `?${text}` : '' };
}

function KnownEngine({ known, title = `${known.name} engine` }: { known: EngineInfo; title?: string }) {
  const { query, websites, current, choose } = useCurrentWebsite();
  const options = engineQueries.status(current ? { websiteId: current.id } : {});
  const status = useQuery({ ...options, enabled: !query.isPending });
  return (
    <>
      <PageHeader
        title={title}
        description={known.question}
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            <Beside engineId={known.id} />
            <MethodButton engineId={known.id} name={known.name} />
            <UpdatedStamp at={status.dataUpdatedAt} busy={status.isFetching} onRefresh={() => status.refetch()} />
          </>
        }
      />
      <QueryFailure query={query} fallback="Failed to load the websites." className="mb-6" />
      <QueryPanel query={status} fallback={failures.engineStatuses}>
        {({ engines }) => {
          const engine = engines.find((each) => each.id === known.id);
          if (!engine) return <Card className="p-6">This server does not include the {known.name} engine.</Card>;
          return <EngineBody engine={engine} website={current} severalWebsites={websites.length > 1} />;
        }}
      </QueryPanel>
    </>
  );
}

const BESIDE: Record<string, { to: string; label: string }> = {
  keyword: { to: '/keyword-finder', label: 'Keyword finder' },
  causal: { to: '/experiments', label: 'Experiments' },
  execution: { to: '/plans', label: 'Approvals' },
};

/** Links to related pages of an engine. */
function Beside({ engineId }: { engineId: string }) {
  const place = BESIDE[engineId];
  if (!place) return null;
  return (
    <ButtonLink to={place.to} variant="outline" size="sm">
      {place.label}
    </ButtonLink>
  );
}

function EngineBody({
  engine,
  website,
  severalWebsites,
}: {
  engine: Engine;
  website: Website | null;
  severalWebsites: boolean;
}) {
  if (hasAction(engine)) return <Actions engine={engine} website={website} severalWebsites={severalWebsites} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <NoAction website={website} />
        <InsightFeed engineId={engine.id} website={severalWebsites ? website : null} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2 xl:grid-cols-1">
        <Inputs engine={engine} website={website} />
        <Record engine={engine} />
      </div>
    </div>
  );
}

function Actions({
  engine,
  website,
  severalWebsites,
}: {
  engine: Engine;
  website: Website | null;
  severalWebsites: boolean;
}) {
  const actions = engine.actions ?? [];
  const view = useEngineView(actions);
  return (
    <Tabs value={view.action} onValueChange={(action) => view.open(action)}>
      <TabList aria-label="Actions">
        {actions.map((action) => (
          <Tab key={action} value={action}>
            {actionName(action)}
          </Tab>
        ))}
      </TabList>
      {actions.map((action) => (
        <TabPanel key={action} value={action}>
          <ActionTab
            key={website?.id ?? 'none'}
            engine={engine}
            action={action}
            website={website}
            severalWebsites={severalWebsites}
            runId={view.runId}
            compareId={view.compareId}
            panel={view.panel}
            given={view.given}
            onShow={view.show}
            onCompare={view.compare}
            onPanel={view.openPanel}
            onAsk={view.open}
          />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function NoAction({ website }: { website: Website | null }) {
  return (
    <Card aria-label="Actions" className="p-5">
      <p className="font-medium">No actions available</p>
      <p className="mt-0.5 max-w-prose text-[0.8125rem] text-muted-foreground">
        This version of the server does not include its analysis. Use the{' '}
        <Link to={withWebsite('/keyword-finder', website?.id)} className="text-brand underline underline-offset-4">
          keyword engine
        </Link>{' '}
        instead.
      </p>
    </Card>
  );
}
