import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ListedPack, type PackList, packApi, packQueries } from '@/api/packs';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { Pages } from '@/components/ui/pages';
import { Table, Td, Th } from '@/components/ui/table';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useExport } from '@/hooks/use-export';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { formatDate, formatNumber, NO_VALUE, plural } from '@/lib/format';
import { ImportButton } from './import-button';
import { PackBadge } from './pack-badge';

const DEFAULTS = { q: '', state: '', language: 'en', page: '1' };
/** Verticals on a page. */
const SIZE = 25;
type Filter = typeof DEFAULTS;

const STATES = [
  { value: 'built_in', label: 'Built-in' },
  { value: 'own', label: 'Own' },
  { value: 'none', label: 'No pack' },
] as const;

const stateOf = (pack: ListedPack) => pack.source ?? 'none';

/** Returns whether there is a pack to export. Built-in packs are English, so another language is there for an own one. */
function hasOwnPack({ languages, packs }: PackList): boolean {
  return packs.some((pack) => pack.hasOwn) || languages.some((language) => language !== DEFAULTS.language);
}

/** Editorial packs: what is true about each trade, with sources. */
export default function PacksPage() {
  const [filter, setFilter] = useUrlState(DEFAULTS);
  const query = useQuery(packQueries.list(filter.language));
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const file = useExport(packApi.file(), 'packs.zip');
  const hasOwn = query.data ? hasOwnPack(query.data) : false;
  const noOwn = 'No pack of your own to export yet';
  return (
    <>
      <PageHeader
        title="Editorial packs"
        description="What is true about each trade, in statements with sources. Documents are written from them."
        actions={
          <>
            <UpdatedStamp at={query.dataUpdatedAt} busy={query.isFetching} onRefresh={() => query.refetch()} />
            <Button
              variant="outline"
              needsNetwork
              busy={file.isBusy}
              disabled={!hasOwn}
              title={hasOwn ? undefined : noOwn}
              onClick={file.save}
            >
              Export own packs
            </Button>
            <ImportButton canChange={canChange} />
          </>
        }
      />
      <Card aria-label="Packs" className="overflow-clip">
        <Filters
          filter={filter}
          languages={query.data?.languages ?? []}
          onChange={(change) => setFilter({ page: '1', ...change })}
        />
        <div className="min-h-60 border-t border-border">
          <QueryPanel query={query} fallback="Failed to load the packs.">
            {({ packs, language }) => (
              <Fitting {...{ packs, language, filter }} onPage={(page) => setFilter({ page: String(page) })} />
            )}
          </QueryPanel>
        </div>
      </Card>
    </>
  );
}

function Filters({
  filter,
  languages,
  onChange,
}: {
  filter: Filter;
  languages: readonly string[];
  onChange: (change: Partial<Filter>) => void;
}) {
  return (
    <search aria-label="Filter packs" className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
      <TypedFilter
        label="Vertical contains"
        value={filter.q}
        onChange={(q) => onChange({ q })}
        className="w-full sm:w-64"
        icon
      />
      <Select
        aria-label="Pack"
        className="h-9 w-auto"
        value={filter.state}
        onChange={({ target }) => onChange({ state: target.value })}
      >
        <option value="">All verticals</option>
        {STATES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {languages.length > 1 ? (
        <Select
          aria-label="Language"
          className="h-9 w-auto"
          value={filter.language}
          onChange={({ target }) => onChange({ language: target.value })}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </Select>
      ) : null}
    </search>
  );
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Name of a language such as `de`; the code itself if it has none. */
function languageName(code: string): string {
  try {
    return LANGUAGE_NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}

function Fitting({
  packs,
  language,
  filter,
  onPage,
}: {
  packs: readonly ListedPack[];
  language: string;
  filter: Filter;
  onPage: (page: number) => void;
}) {
  const wanted = filter.q.trim().toLowerCase();
  const fitting = packs.filter(
    (pack) =>
      `${pack.name} ${pack.vertical} ${pack.title ?? ''}`.toLowerCase().includes(wanted) &&
      (filter.state === '' || stateOf(pack) === filter.state),
  );
  if (fitting.length === 0)
    return <EmptyPanel title="No vertical with these filters" text="Change or remove a filter." />;
  const pages = Math.ceil(fitting.length / SIZE);
  // A page of an old link may not exist any more.
  const page = Math.min(pages, Math.max(1, Math.floor(Number(filter.page)) || 1));
  return (
    <>
      <PackTable packs={fitting.slice((page - 1) * SIZE, page * SIZE)} total={fitting.length} language={language} />
      <Pages label="Pages of packs" page={page} pages={pages} onChange={onPage} />
    </>
  );
}

function PackTable({ packs, total, language }: { packs: readonly ListedPack[]; total: number; language: string }) {
  return (
    <Table label="Packs">
      <caption className="sr-only">{plural(total, 'vertical')}</caption>
      <thead>
        <tr>
          <Th className="pl-5">Vertical</Th>
          <Th>Pack</Th>
          <Th numeric className="max-sm:hidden">
            Words
          </Th>
          <Th numeric className="max-md:hidden">
            Questions
          </Th>
          <Th className="max-md:hidden">Updated</Th>
          <Th className="pr-5 max-lg:hidden">Review</Th>
        </tr>
      </thead>
      <tbody>
        {packs.map((pack) => (
          <Row key={pack.vertical} pack={pack} language={language} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ pack, language }: { pack: ListedPack; language: string }) {
  const number = (value: number | null) => (value === null ? NO_VALUE : formatNumber(value, 0));
  return (
    <tr>
      <Td className="min-w-40 pl-5">
        <Link className="font-medium hover:underline" to={`/packs/${language}/${pack.vertical}`}>
          {pack.name}
        </Link>
      </Td>
      <Td>
        <span className="flex flex-wrap gap-1.5">
          <PackBadge source={pack.source} />
          {pack.warnings ? <Badge tone="warning">{plural(pack.warnings, 'warning')}</Badge> : null}
        </span>
      </Td>
      <Td numeric className="max-sm:hidden">
        {number(pack.words)}
      </Td>
      <Td numeric className="max-md:hidden">
        {number(pack.questions)}
      </Td>
      <Td className="whitespace-nowrap max-md:hidden">{pack.updated ? formatDate(pack.updated) : NO_VALUE}</Td>
      <Td className="pr-5 max-lg:hidden">{pack.review ?? NO_VALUE}</Td>
    </tr>
  );
}
