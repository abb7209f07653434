import { useInfiniteQuery } from '@tanstack/react-query';
import { FilePen, Plus } from 'lucide-react';
import { useState } from 'react';
import { type EditFilter, type EditStatus, editQueries } from '@/api/edits';
import type { Website } from '@/api/types';
import { EDIT_STATUSES, editState } from '@/components/edits/edit-words';
import { EmptyPanel, ErrorPanel, LoadingRows } from '@/components/states/panels';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field, Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { PageHeader } from '@/components/ui/page-header';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useMedia } from '@/hooks/use-media';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { EditCards, EditTable } from './edit-table';
import { NewEditDialog } from './new-edit-dialog';

const DEFAULTS = { status: '', site: '' };

/** Edits of existing pages: what waits for approval, what was applied, and what was undone. */
export default function EditsPage() {
  const [filters, setFilters] = useUrlState(DEFAULTS);
  const { query: sites, websites, current } = useCurrentWebsite();
  const query = useInfiniteQuery(editQueries.list(filterOf(filters)));
  const edits = query.data?.pages.flatMap((page) => page.edits) ?? [];
  const isFiltered = filters.status !== '' || filters.site !== '';
  const [isCreating, setCreating] = useState(false);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const active = websites.filter((website) => website.archivedAt === null);
  const canCreate = canChange && active.length > 0;
  const isWide = useMedia('(min-width: 48rem)');
  return (
    <>
      <PageHeader
        title="Edits"
        description="Changes of existing pages. You see each difference before you approve it, and can undo it."
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            {canCreate ? (
              <Button size="sm" onClick={() => setCreating(true)}>
                <Plus size={14} aria-hidden="true" />
                New edit
              </Button>
            ) : null}
          </>
        }
      />
      <Filters filters={filters} websites={websites} onChange={setFilters} />
      {sites.isError ? (
        <ErrorPanel
          error={sites.error}
          fallback="Failed to load the websites."
          onRetry={() => sites.refetch()}
          className="py-4"
        />
      ) : null}
      <Card aria-label="Edits" aria-busy={query.isFetching} className="min-h-64 overflow-hidden">
        {query.isPending ? <LoadingRows rows={6} /> : null}
        {query.isError ? (
          <ErrorPanel error={query.error} fallback="Failed to load the edits." onRetry={() => query.refetch()} />
        ) : null}
        {query.data && edits.length === 0 ? (
          isFiltered ? (
            <NoMatch onReset={() => setFilters(DEFAULTS)} />
          ) : (
            <None />
          )
        ) : null}
        {edits.length > 0 ? isWide ? <EditTable edits={edits} /> : <EditCards edits={edits} /> : null}
        <LoadMore query={query} />
      </Card>
      <NewEditDialog
        open={isCreating}
        websites={active}
        websiteId={active.find(({ id }) => id === filters.site)?.id ?? current?.id ?? active[0]?.id ?? ''}
        onClose={() => setCreating(false)}
      />
    </>
  );
}

function Filters({
  filters,
  websites,
  onChange,
}: {
  filters: typeof DEFAULTS;
  websites: readonly Website[];
  onChange: (change: Partial<typeof DEFAULTS>) => void;
}) {
  return (
    <search className="mb-4 grid gap-3 sm:flex sm:flex-wrap sm:items-end" aria-label="Filters of edits">
      <Field label="Status">
        {(control) => (
          <Select {...control} value={filters.status} onChange={(event) => onChange({ status: event.target.value })}>
            <option value="">All statuses</option>
            {EDIT_STATUSES.map((status) => (
              <option key={status} value={status}>
                {editState(status).label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Website">
        {(control) => (
          <Select {...control} value={filters.site} onChange={(event) => onChange({ site: event.target.value })}>
            <option value="">All websites</option>
            {websites.map((website) => (
              <option key={website.id} value={website.id}>
                {website.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </search>
  );
}

function filterOf({ status, site }: typeof DEFAULTS): EditFilter {
  const known = EDIT_STATUSES.find((each): each is EditStatus => each === status);
  return { ...(known ? { status: known } : {}), ...(site ? { websiteId: site } : {}) };
}

function NoMatch({ onReset }: { onReset: () => void }) {
  return (
    <EmptyPanel
      icon={FilePen}
      title="No edit matches these filters"
      text="Change a filter, or show all edits."
      action={
        <Button variant="outline" size="sm" onClick={onReset}>
          Show all edits
        </Button>
      }
    />
  );
}

function None() {
  return (
    <EmptyPanel
      icon={FilePen}
      title="No edits yet"
      text="An edit starts from an opportunity that you implement, from a fix of a page audit, or from your own changes."
      action={
        <>
          <ButtonLink to="/opportunities/discover" size="sm">
            Show opportunities
          </ButtonLink>
          <ButtonLink to="/quick-rank" size="sm" variant="outline">
            Audit a page
          </ButtonLink>
        </>
      }
    />
  );
}
