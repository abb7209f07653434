import { useInfiniteQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type SiteFilter, siteQueries } from '@/api/sites';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { KINDS, SITE_STATUSES, siteState } from '@/components/sites/site-words';
import { useSiteUpdates } from '@/components/sites/use-site-updates';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { LoadMore } from '@/components/ui/load-more';
import { PageHeader } from '@/components/ui/page-header';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useMedia } from '@/hooks/use-media';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { oneOf } from '@/lib/one-of';
import { SiteCards, SiteTable } from './site-table';
import { SitesAnswer } from './sites-answer';

const DEFAULTS = { status: '', kind: '', q: '', deployment: '' };
type Filters = typeof DEFAULTS;

const KIND_VALUES = KINDS.map(({ value }) => value);

function filterOf({ status, kind, q, deployment }: Filters): SiteFilter {
  return {
    status: oneOf(SITE_STATUSES, status),
    kind: oneOf(KIND_VALUES, kind),
    ...(q.trim() ? { text: q.trim() } : {}),
    ...(deployment ? { deployment } : {}),
  };
}

/** Sites with their status, address, revenue, leads and last release. */
export default function SitesPage() {
  const [filters, setFilters] = useUrlState(DEFAULTS);
  const query = useInfiniteQuery(siteQueries.list(filterOf(filters)));
  const navigate = useNavigate();
  const isWide = useMedia('(min-width: 768px)');
  useSiteUpdates();
  useShortcut({
    id: 'deploy-markets',
    keys: 'd',
    label: 'Deploy markets',
    group: 'On this page',
    run: () => void navigate('/dominator/goldmine-deployment'),
  });
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const sites = query.data?.pages.flatMap((page) => page.sites) ?? [];
  // Answer, filters and list appear together, or the empty state in their place: nothing moves.
  const isFirstLoad = query.isPending && !isFiltered;
  const isEmpty = query.isSuccess && sites.length === 0 && !isFiltered;
  const List = isWide ? SiteTable : SiteCards;
  return (
    <>
      <DominatorNav />
      <PageHeader
        title="Sites"
        description="Websites that are built from your markets, checked by the gate, and deployed after your approval."
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            <ButtonLink to="/dominator/goldmine-deployment">Deploy markets</ButtonLink>
          </>
        }
      />
      {isFirstLoad || isFiltered ? null : <SitesAnswer sites={sites} hasMore={query.hasNextPage} />}
      {isFirstLoad || isEmpty ? null : <SiteFilters filters={filters} onChange={setFilters} />}
      <Card key={String(isFirstLoad)} aria-label="Sites">
        <QueryPanel
          query={query}
          fallback="Failed to load the sites."
          isEmpty={() => sites.length === 0}
          empty={isFiltered ? <NoMatch onReset={() => setFilters(DEFAULTS)} /> : <NoSites />}
        >
          {() => (
            <>
              <List sites={sites} />
              <LoadMore query={query} />
            </>
          )}
        </QueryPanel>
      </Card>
    </>
  );
}

function SiteFilters({ filters, onChange }: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
  return (
    <search className="mb-4 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <TypedFilter
        label="Filter by name, trade or place"
        icon
        value={filters.q}
        onChange={(q) => onChange({ q })}
        className="col-span-2 sm:w-64"
      />
      <Choice
        label="Status"
        any="All statuses"
        value={filters.status}
        options={SITE_STATUSES.map((value) => ({ value, label: siteState(value).label }))}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label="Kind"
        any="All kinds"
        value={filters.kind}
        options={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      {filters.deployment ? (
        <Button variant="outline" size="sm" className="h-9" onClick={() => onChange({ deployment: '' })}>
          Show sites of all deployments
        </Button>
      ) : null}
    </search>
  );
}

function NoMatch({ onReset }: { onReset: () => void }) {
  return (
    <EmptyPanel
      icon={Globe}
      title="No site matches these filters"
      text="Change a filter, or show all sites."
      action={
        <Button variant="outline" size="sm" onClick={onReset}>
          Show all sites
        </Button>
      }
    />
  );
}

function NoSites() {
  return (
    <EmptyPanel
      icon={Globe}
      title="No sites yet"
      text="Choose scored markets. Each becomes a site that the gate checks and that you approve before it is deployed."
      action={
        <ButtonLink to="/dominator/goldmine-deployment" size="sm">
          Deploy markets
        </ButtonLink>
      }
    />
  );
}
