import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerOverview, answerQueries } from '@/api/answers';
import { isFinished } from '@/api/runs';
import type { Website } from '@/api/types';
import { RunProgress } from '@/components/runs/run-progress';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { AddPromptsDialog } from './add-prompts-dialog';
import { AnswersCard } from './answers-card';
import { ChangesCard } from './changes-card';
import { CheckDialog } from './check-dialog';
import { CitedCard } from './cited-card';
import { MissingCard } from './missing-card';
import { PromptsCard } from './prompts-card';
import { SettingsDialog } from './settings-dialog';
import { SummaryCard } from './summary-card';
import { TopicsCard } from './topics-card';
import { useReadAgain } from './use-read-again';
import { VisitsCard } from './visits-card';

type Opened = 'check' | 'prompts' | 'settings' | null;

/** What AI answers cite and mention. */
export default function AnswersPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const report = useQuery({ ...answerQueries.report(current?.id ?? ''), enabled: current !== null });
  const [opened, setOpened] = useState<Opened>(null);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  return (
    <>
      <PageHeader
        title="AI answers"
        description="How often answers of assistants cite your website and mention your brand, with intervals."
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            <UpdatedStamp at={report.dataUpdatedAt} busy={report.isFetching} onRefresh={() => report.refetch()} />
            {canChange && current ? (
              <Button variant="outline" onClick={() => setOpened('settings')}>
                Settings
              </Button>
            ) : null}
          </>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the websites." loading={<PageSkeleton />}>
        {() =>
          current ? (
            <QueryPanel query={report} fallback="Failed to load the report." loading={<PageSkeleton />}>
              {(overview) => (
                <Content
                  key={current.id}
                  website={current}
                  overview={overview}
                  canChange={canChange}
                  opened={opened}
                  onOpen={setOpened}
                />
              )}
            </QueryPanel>
          ) : (
            <Card>
              <EmptyPanel
                title="No website yet"
                text="Add a website to see whether AI answers cite it."
                action={
                  <ButtonLink to="/projects/new" size="sm">
                    Add a website
                  </ButtonLink>
                }
              />
            </Card>
          )
        }
      </QueryPanel>
    </>
  );
}

function Content({
  website,
  overview,
  canChange,
  opened,
  onOpen,
}: {
  website: Website;
  overview: AnswerOverview;
  canChange: boolean;
  opened: Opened;
  onOpen: (opened: Opened) => void;
}) {
  const stored = useQuery(answerQueries.prompts(website.id));
  const prompts = stored.data ?? [];
  const [promptId, setPromptId] = useState('');
  const { report } = overview;
  const close = () => onOpen(null);
  const openPrompt = (id: string) => {
    setPromptId(id);
    const card = document.getElementById('answers');
    // A phone folds the card.
    for (const part of card?.querySelectorAll('details') ?? []) part.open = true;
    card?.scrollIntoView({ block: 'start' });
  };
  const engines = [
    ...new Set([...(report?.topics ?? []).map(({ engine }) => engine), ...overview.spend.map(({ engine }) => engine)]),
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <UnderWay overview={overview} canChange={canChange} />
      <NextStep website={website} overview={overview} canChange={canChange} onOpen={onOpen} />
      {report ? <SummaryCard overview={overview} canChange={canChange} onCheck={() => onOpen('check')} /> : null}
      {report && report.topics.length > 0 ? <TopicsCard topics={report.topics} /> : null}
      {stored.isError || prompts.length > 0 ? (
        <QueryPanel query={stored} fallback="Failed to load the prompts." loading={<Skeleton className="h-40" />}>
          {() => (
            <PromptsCard
              prompts={prompts}
              shares={report?.prompts ?? []}
              canChange={canChange}
              onAdd={() => onOpen('prompts')}
              onOpen={openPrompt}
            />
          )}
        </QueryPanel>
      ) : null}
      {report ? <ChangesCard report={report} /> : null}
      {report ? <CitedCard report={report} /> : null}
      {report?.missing ? <MissingCard missing={report.missing} /> : null}
      {report || overview.latest ? (
        <AnswersCard
          websiteId={website.id}
          prompts={prompts}
          engines={engines}
          promptId={promptId}
          onPrompt={setPromptId}
        />
      ) : null}
      <VisitsCard websiteId={website.id} />
      <CheckDialog websiteId={website.id} open={opened === 'check'} onClose={close} />
      <AddPromptsDialog websiteId={website.id} open={opened === 'prompts'} onClose={close} />
      <SettingsDialog
        websiteId={website.id}
        connections={overview.connections}
        open={opened === 'settings'}
        onClose={close}
      />
    </div>
  );
}

/** The check that runs, or why the last one has no result. */
function UnderWay({ overview, canChange }: { overview: AnswerOverview; canChange: boolean }) {
  const queries = useQueryClient();
  const { latest, runId } = overview;
  if (!latest || (isFinished(latest) && (latest.status === 'succeeded' || latest.id === runId))) return null;
  return (
    <Card aria-label="State of the check" className="p-5">
      <RunProgress
        runId={latest.id}
        title="Check of AI answers"
        isReadOnly={!canChange}
        onFinished={() => queries.invalidateQueries({ queryKey: answerQueries.all() })}
      />
    </Card>
  );
}

/** What is missing before the first check: a connection, an engine, prompts. */
function NextStep({
  website,
  overview,
  canChange,
  onOpen,
}: {
  website: Website;
  overview: AnswerOverview;
  canChange: boolean;
  onOpen: (opened: Opened) => void;
}) {
  const { report, latest, connections, settings } = overview;
  const isRunning = latest ? !isFinished(latest) : false;
  if ((report && report.topics.length > 0) || isRunning) return null;
  const step = stepOf(website, overview, canChange, onOpen);
  const hasAll = connections.length > 0 && (settings.engines ?? []).length > 0 && overview.prompts > 0;
  return (
    <Card aria-label="First check">
      <EmptyPanel
        title={hasAll ? `No answers about ${website.host} yet` : `See whether AI answers cite ${website.host}`}
        text={step.text}
        action={canChange ? step.action : null}
      />
    </Card>
  );
}

function stepOf(website: Website, overview: AnswerOverview, canChange: boolean, onOpen: (opened: Opened) => void) {
  const { connections, settings, prompts } = overview;
  if (!overview.report && overview.spend.length > 0) {
    return {
      text: 'Answers are stored, for example AI overviews of rank checks. Count them to see the shares. This costs nothing.',
      action: <CountButton websiteId={website.id} />,
    };
  }
  if (connections.length === 0) {
    return {
      text: 'Connect OpenAI or a compatible server, Anthropic, Gemini or Perplexity; DataForSEO or SerpApi for Google AI mode. Their rank checks also bring AI overviews.',
      action: (
        <ButtonLink to="/settings?tab=connections" size="sm">
          Add a connection
        </ButtonLink>
      ),
    };
  }
  if ((settings.engines ?? []).length === 0) {
    return {
      text: 'Choose which engines are asked, and what a check may cost.',
      action: (
        <Button size="sm" onClick={() => onOpen('settings')}>
          Choose engines
        </Button>
      ),
    };
  }
  if (prompts === 0) {
    return {
      text: `Add the questions to which answers should cite ${website.host}.`,
      action: (
        <Button size="sm" onClick={() => onOpen('prompts')}>
          Add prompts
        </Button>
      ),
    };
  }
  return {
    text: canChange ? 'Everything is ready. You see the cost before a check starts.' : 'An editor can start a check.',
    action: (
      <Button size="sm" needsNetwork onClick={() => onOpen('check')}>
        Check AI answers
      </Button>
    ),
  };
}

function CountButton({ websiteId }: { websiteId: string }) {
  const readAgain = useReadAgain();
  return (
    <Button size="sm" needsNetwork busy={readAgain.isPending} onClick={() => readAgain.mutate(websiteId)}>
      Count stored answers
    </Button>
  );
}

function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-80 rounded-lg" />
    </div>
  );
}
