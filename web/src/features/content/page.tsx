import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FilePlus, FileText } from 'lucide-react';
import { useState } from 'react';
import { documentQueries } from '@/api/documents';
import type { Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { EmptyPanel, LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { LoadMore } from '@/components/ui/load-more';
import { PageHeader } from '@/components/ui/page-header';
import { TypedFilter } from '@/components/ui/typed-filter';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { DocumentTable } from './document-table';
import { NewDialog } from './new-dialog';
import { STATUSES, VIEWER_REASON } from './words';

const DEFAULTS = { q: '', site: '', status: '', archived: '', new: '' };
type Filter = typeof DEFAULTS;

/** Documents of the workspace: pages that are written, with every version of their text. */
export default function ContentPage() {
  const [filter, setFilter] = useUrlState(DEFAULTS);
  const [isNew, setNew] = useState(filter.new === '1');
  const websites = useQuery(websiteQueries.list());
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const status = STATUSES.find(({ value }) => value === filter.status)?.value;
  const query = useInfiniteQuery(
    documentQueries.list({
      ...(filter.q.trim() ? { contains: filter.q.trim() } : {}),
      ...(filter.site ? { websiteId: filter.site } : {}),
      ...(status ? { status } : {}),
      ...(filter.archived ? { archived: true } : {}),
    }),
  );
  const open = () => setNew(true);
  useShortcut({ id: 'new-document', keys: 'n', label: 'New document', group: 'Actions', run: canChange ? open : null });
  const create = (
    <Button needsNetwork disabled={!canChange} title={canChange ? undefined : VIEWER_REASON} onClick={open}>
      <FilePlus size={16} aria-hidden="true" />
      New document
    </Button>
  );
  const isFiltered = Boolean(filter.q || filter.site || filter.status || filter.archived);
  const documents = query.data?.pages.flatMap((page) => page.documents) ?? [];
  const [shown, more] = usePhoneRows(documents, query);
  // Filters and list appear together, or the empty state in their place: nothing moves.
  const isFirstLoad = query.isPending && !isFiltered;
  const isEmpty = query.isSuccess && documents.length === 0 && !isFiltered;
  return (
    <>
      <PageHeader
        title="Content generator"
        description="Pages written from facts with sources: composed without a language model, or written with yours."
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            <ButtonLink variant="outline" to="/content-generator/audit">
              Content audit
            </ButtonLink>
            <ButtonLink variant="outline" to="/packs">
              Editorial packs
            </ButtonLink>
            {create}
          </>
        }
      />
      <Card key={String(isFirstLoad)} aria-label="Documents" className="overflow-clip">
        {isFirstLoad || isEmpty ? null : (
          <Filters filter={filter} websites={websites.data ?? []} onChange={setFilter} />
        )}
        <div className="min-h-60 border-t border-border first:border-t-0">
          <QueryPanel
            query={query}
            fallback="Failed to load the documents."
            isEmpty={() => documents.length === 0}
            empty={isFiltered ? <NothingFound /> : <FirstDocument action={create} />}
          >
            {() =>
              // The names of the websites set the widths of the columns.
              websites.isPending ? (
                <LoadingRows />
              ) : (
                <DocumentTable documents={shown} websites={websites.data ?? []} canChange={canChange} />
              )
            }
          </QueryPanel>
        </div>
        {websites.isPending ? null : <LoadMore query={more} />}
      </Card>
      <NewDialog websites={websites.data ?? []} open={isNew} onClose={() => setNew(false)} />
    </>
  );
}

function Filters({
  filter,
  websites,
  onChange,
}: {
  filter: Filter;
  websites: readonly Website[];
  onChange: (change: Partial<Filter>) => void;
}) {
  return (
    <search aria-label="Filter documents" className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
      <TypedFilter
        label="Title or query contains"
        value={filter.q}
        onChange={(q) => onChange({ q })}
        className="w-full sm:w-64"
        icon
      />
      <Select
        aria-label="Website"
        className="h-9 min-w-36 flex-1 sm:max-w-56"
        value={filter.site}
        onChange={({ target }) => onChange({ site: target.value })}
      >
        <option value="">All websites</option>
        {websites.map(({ id, host }) => (
          <option key={id} value={id}>
            {host}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Status"
        className="h-9 min-w-32 flex-1 sm:max-w-40"
        value={filter.status}
        onChange={({ target }) => onChange({ status: target.value })}
      >
        <option value="">Any status</option>
        {STATUSES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <label className="flex min-h-9 items-center gap-2 text-[0.8125rem]">
        <input
          type="checkbox"
          className="size-4 accent-primary"
          checked={filter.archived !== ''}
          onChange={({ target }) => onChange({ archived: target.checked ? '1' : '' })}
        />
        Archived
      </label>
    </search>
  );
}

function FirstDocument({ action }: { action: React.ReactNode }) {
  return (
    <EmptyPanel
      icon={FileText}
      title="Write a page that is made of facts"
      text="Choose a query and a vertical, and add what is true about the business. Every sentence then shows the fact and the source behind it."
      action={action}
    />
  );
}

function NothingFound() {
  return (
    <EmptyPanel
      title="No document with these filters"
      text="Change or remove a filter."
      action={
        <ButtonLink variant="outline" size="sm" to="/content-generator">
          Remove all filters
        </ButtonLink>
      }
    />
  );
}
