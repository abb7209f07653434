import { useQuery } from '@tanstack/react-query';
import { Plus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { type RankSettings, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { ImportedRanksNote } from '@/components/imports/imported-note';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { AddDialog } from './add-dialog';
import { AlertsCard } from './alerts-card';
import { BreakdownCard } from './breakdown-card';
import { BudgetCard } from './budget-card';
import { DigestCard } from './digest-card';
import { HistoryCard } from './history-card';
import { KeywordDrawer } from './keyword-drawer';
import { KeywordsCard } from './keywords-card';
import { currencyOf } from './rank-words';
import { SettingsDialog } from './settings-dialog';
import { SummaryCard } from './summary-card';

const DEFAULTS = { days: '90', keyword: '' };

/** Ranks of the tracked keywords of the current website. */
export default function RanksPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const [{ days }] = useUrlState(DEFAULTS);
  const summary = useQuery({ ...rankQueries.summary(current?.id ?? '', lengthOf(days)), enabled: current !== null });
  return (
    <>
      <PageHeader
        title="Rank tracking"
        description="Where your website ranks for your keywords, by place and device."
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            <UpdatedStamp at={summary.dataUpdatedAt} busy={summary.isFetching} onRefresh={() => summary.refetch()} />
          </>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the websites." loading={<LoadingRows />}>
        {() => (current ? <Tracking key={current.id} website={current} /> : <NoWebsite />)}
      </QueryPanel>
    </>
  );
}

function lengthOf(days: string): number {
  return ['30', '90', '365'].includes(days) ? Number(days) : 90;
}

function Tracking({ website }: { website: Website }) {
  const [{ days, keyword }, setUrl] = useUrlState(DEFAULTS);
  const [open, setOpen] = useState<'add' | 'settings' | null>(null);
  const settings = useQuery(rankQueries.settings(website.id));
  const summary = useQuery(rankQueries.summary(website.id, lengthOf(days)));
  const add = () => setOpen('add');
  useShortcut({ id: 'add', keys: 'n', label: 'Add keywords', group: 'On this page', run: add });
  return (
    <QueryPanel query={settings} fallback="Failed to load the settings of rank tracking.">
      {(known) => (
        <>
          <AddDialog website={website} settings={known} isOpen={open === 'add'} onClose={() => setOpen(null)} />
          <SettingsDialog
            website={website}
            settings={known}
            isOpen={open === 'settings'}
            onClose={() => setOpen(null)}
          />
          <QueryPanel query={summary} fallback="Failed to load the ranks.">
            {(data) => (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                {known.connections.length === 0 ? <NoConnection /> : null}
                {data.keywords === 0 ? (
                  <>
                    <ImportedRanksNote websiteId={website.id} />
                    <NoKeywords website={website} settings={known} onAdd={add} />
                  </>
                ) : (
                  <>
                    <SummaryCard summary={data} days={days} onDays={(to) => setUrl({ days: to })} />
                    <BudgetCard website={website} onSettings={() => setOpen('settings')} />
                    <KeywordsCard
                      website={website}
                      settings={known}
                      onAdd={add}
                      onKeyword={(id) => setUrl({ keyword: id })}
                    />
                    <AlertsCard website={website} settings={known} onKeyword={(id) => setUrl({ keyword: id })} />
                    <DigestCard website={website} />
                    <BreakdownCard summary={data} onKeyword={(id) => setUrl({ keyword: id })} />
                    <HistoryCard website={website} onKeyword={(id) => setUrl({ keyword: id })} />
                  </>
                )}
                <KeywordDrawer
                  id={keyword === '' ? null : keyword}
                  currency={currencyOf(website)}
                  onClose={() => setUrl({ keyword: '' })}
                />
              </div>
            )}
          </QueryPanel>
          {summary.data?.keywords === 0 ? (
            <p className="mt-4 text-center">
              <Button variant="ghost" size="sm" onClick={() => setOpen('settings')}>
                <Settings2 size={14} aria-hidden="true" />
                Change settings
              </Button>
            </p>
          ) : null}
        </>
      )}
    </QueryPanel>
  );
}

function NoConnection() {
  return (
    <Callout
      tone="warning"
      title="No connection returns search results"
      action={
        <ButtonLink to="/settings?tab=connections" size="sm" variant="outline">
          Open connections
        </ButtonLink>
      }
    >
      <p>
        Connect Serper, DataForSEO or SerpApi. You can add keywords now; they are checked once there is a connection.
      </p>
    </Callout>
  );
}

function NoKeywords({ website, settings, onAdd }: { website: Website; settings: RankSettings; onAdd: () => void }) {
  const text =
    settings.connections.length === 0
      ? 'Add the keywords that matter to you. Ranks appear here once a connection returns search results.'
      : 'Add the keywords that matter to you. Valuable and volatile ones are checked more often, within your budget.';
  return (
    <Card aria-label="First keywords">
      <EmptyPanel
        title={`No tracked keywords of ${website.host} yet`}
        text={text}
        action={
          <Button onClick={onAdd}>
            <Plus size={16} aria-hidden="true" />
            Add keywords
          </Button>
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
        text="Add a website to track its ranks."
        action={
          <ButtonLink to="/projects/new" size="sm">
            Add a website
          </ButtonLink>
        }
      />
    </Card>
  );
}
