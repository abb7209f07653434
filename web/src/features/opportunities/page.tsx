import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { opportunityQueries } from '@/api/opportunities';
import type { Opportunity, Website } from '@/api/types';
import { canImplement } from '@/components/opportunities/opportunity-impact';
import { useDiscovered } from '@/components/opportunities/use-discovered';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Answer } from '@/components/ui/answer';
import { ArrivalsPill } from '@/components/ui/arrivals-pill';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useArrivals } from '@/hooks/use-arrivals';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { localDay } from '@/lib/days';
import { formatMoney, plural } from '@/lib/format';
import { readableTitle } from '@/lib/readable';
import { saveText } from '@/lib/save-file';
import { failures } from '@/lib/strings';
import { WIN_KINDS } from '@/lib/words';
import { DEFAULTS, Filters, isFiltered, NO_FILTER, toFilter } from './filters';
import { opportunityCsv } from './opportunity-csv';
import { OpportunityDialog } from './opportunity-dialog';
import { OpportunityTable } from './opportunity-table';

/** Opportunities of a website, best score first. */
export default function OpportunitiesPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeader
        title="Opportunities"
        description="Recommended actions with their value and effort."
        actions={
          <>
            <WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />
            {current ? (
              <Button needsNetwork onClick={() => setCreating(true)}>
                <Plus size={16} aria-hidden="true" />
                New opportunity
              </Button>
            ) : null}
          </>
        }
      />
      {query.isPending ? <LoadingRows rows={16} /> : null}
      {query.isError && !query.data ? (
        <ErrorPanel error={query.error} fallback="Failed to load the websites." onRetry={() => query.refetch()} />
      ) : null}
      {query.data && !current ? <NoWebsite /> : null}
      {current ? <Opportunities key={current.id} website={current} /> : null}
      {current && isCreating ? (
        <OpportunityDialog websiteId={current.id} opportunity={null} onClose={() => setCreating(false)} />
      ) : null}
    </>
  );
}

function Opportunities({ website }: { website: Website }) {
  const [state, setState] = useUrlState(DEFAULTS);
  const filter = useMemo(() => toFilter(state, website.id), [state, website.id]);
  const query = useQuery({ ...opportunityQueries.list(filter), placeholderData: keepPreviousData });
  const isFirstLoad = query.isPending && !isFiltered(state);
  useDiscovered();
  const { shown, arrived, accept } = useArrivals(query.data?.opportunities, JSON.stringify(filter));
  const refresh = async () => {
    await query.refetch();
    accept();
  };
  return (
    // Answer, filters and list appear together, in a new card: nothing moves.
    <Card key={String(isFirstLoad)} aria-label="Opportunities" className="overflow-clip">
      {query.data && shown.length > 0 ? <Best opportunities={shown} /> : null}
      {isFirstLoad ? null : (
        <Filters
          state={state}
          categories={categoriesOf(query.data?.opportunities, state.category)}
          onChange={setState}
        />
      )}
      <ArrivalsPill count={arrived} onShow={accept} />
      <div className="border-t border-border">
        <QueryPanel
          query={query}
          fallback={failures.opportunities}
          loading={<LoadingRows rows={16} />}
          isEmpty={() => shown.length === 0}
          empty={<None filtered={isFiltered(state)} website={website} onClear={() => setState(NO_FILTER)} />}
        >
          {() => <OpportunityTable opportunities={shown} />}
        </QueryPanel>
      </div>
      <footer className="flex min-h-11 items-center justify-between gap-3 border-t border-border px-5">
        <p role="status" className="tabular text-xs text-muted-foreground">
          {query.data ? plural(shown.length, 'opportunity', 'opportunities') : null}
        </p>
        <span className="flex items-center gap-2">
          <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={refresh} />
          {shown.length > 0 ? <Export opportunities={shown} /> : null}
        </span>
      </footer>
    </Card>
  );
}

/** Says what the most valuable opportunity of the list can bring. */
function Best({ opportunities }: { opportunities: readonly Opportunity[] }) {
  const open = opportunities.filter((each) => each.impact && canImplement(each));
  const best = [...open].sort((one, other) => midOf(other) - midOf(one))[0];
  if (!best?.impact) return null;
  const { lowCents, midCents, highCents, currency } = best.impact;
  const money = (cents: number) => formatMoney(cents, currency, { compact: true });
  return (
    <Answer
      className="border-b border-border px-5 py-4"
      note={`80% interval: ${money(lowCents)} to ${money(highCents)}. Intervals of opportunities cannot be added up.`}
    >
      The most valuable can bring {money(midCents)} more a month: {readableTitle(best.title)}
    </Answer>
  );
}

function midOf({ impact }: Opportunity): number {
  return impact?.midCents ?? 0;
}

/** Exports the filtered and sorted list. */
function Export({ opportunities }: { opportunities: readonly Opportunity[] }) {
  const save = () => {
    const day = localDay(new Date());
    saveText(opportunityCsv(opportunities), `opportunities-${day}.csv`, 'text/csv;charset=utf-8');
  };
  useShortcut({ id: 'export', keys: 'e', label: 'Export this list as CSV', group: 'On this page', run: save });
  return (
    <Button variant="outline" size="sm" onClick={save}>
      <Download size={14} aria-hidden="true" />
      Export
    </Button>
  );
}

/** Categories of the engine, and others in the list. */
export function categoriesOf(opportunities: readonly Opportunity[] | undefined, chosen: string): string[] {
  const found = (opportunities ?? []).map((each) => each.category);
  const all = new Set([...WIN_KINDS.map((win) => win.kind), ...found, ...(chosen ? [chosen] : [])]);
  return [...all];
}

function None({ filtered, website, onClear }: { filtered: boolean; website: Website; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyPanel
        title="No opportunities match these filters"
        text="Remove a filter to see more."
        action={
          <Button variant="outline" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyPanel
      title="No opportunities yet"
      text="Run the keyword engine to turn its quick wins into opportunities."
      action={<ButtonLink to={withWebsite('/keyword-finder', website.id)}>Open the keyword finder</ButtonLink>}
    />
  );
}

function NoWebsite() {
  return (
    <Card>
      <EmptyPanel
        title="No website yet"
        text="Import your search data and run the keyword engine to find opportunities."
        action={<ButtonLink to="/keyword-finder">Import search data</ButtonLink>}
      />
    </Card>
  );
}
