import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { type RankFilter, type RankSettings, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { Pages } from '@/components/ui/pages';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useRowPages } from '@/components/ui/use-row-pages';
import { useExport } from '@/hooks/use-export';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { toastFailure } from '@/lib/failed';
import { formatNumber, plural } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { KeywordTable } from './keyword-table';
import { currencyOf, DEVICES } from './rank-words';

const DEFAULTS = { q: '', tag: '', device: '', ranks: '', sort: 'value' };
type State = typeof DEFAULTS;
const NO_FILTER = { q: '', tag: '', device: '', ranks: '' };

const RANGES = [
  { value: '1-3', label: 'Ranks 1 to 3' },
  { value: '4-10', label: 'Ranks 4 to 10' },
  { value: '11-20', label: 'Ranks 11 to 20' },
  { value: '21-100', label: 'Ranks 21 to 100' },
  { value: 'beyond', label: 'Beyond the depth' },
];

const SORTS = [
  { value: 'value', label: 'Sort by monthly value' },
  { value: 'rank', label: 'Sort by rank' },
  { value: 'change', label: 'Sort by change' },
  { value: 'volume', label: 'Sort by volume' },
  { value: 'keyword', label: 'Sort by keyword' },
  { value: 'next', label: 'Sort by next check' },
] as const;

function toFilter({ q, tag, device, ranks, sort }: State): RankFilter {
  return {
    q: q || undefined,
    tag: tag || undefined,
    device: DEVICES.find(({ value }) => value === device)?.value,
    ranks: RANGES.some(({ value }) => value === ranks) ? ranks : undefined,
    sort: SORTS.find(({ value }) => value === sort)?.value ?? 'value',
  };
}

/** Tracked keywords with filters, and what can be done with the selected ones. */
export function KeywordsCard({
  website,
  settings,
  onAdd,
  onKeyword,
}: {
  website: Website;
  settings: RankSettings;
  onAdd: () => void;
  onKeyword: (id: string) => void;
}) {
  const [state, setState] = useUrlState(DEFAULTS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filter = toFilter(state);
  const query = useInfiniteQuery(rankQueries.keywords(website.id, filter));
  const loaded = query.data?.pages.flatMap(({ keywords }) => keywords) ?? [];
  const total = query.data?.pages[0]?.total ?? null;
  const { rows, ...pages } = useRowPages('kpage', JSON.stringify(filter), loaded, query, total);
  const isFiltered = Object.keys(NO_FILTER).some((key) => state[key as keyof typeof NO_FILTER] !== '');
  return (
    <Card aria-label="Keywords" className="overflow-clip">
      <CardHeader
        title="Keywords"
        description={total === null ? undefined : plural(total, 'keyword')}
        actions={
          <>
            <Export website={website} filter={filter} isFiltered={isFiltered} />
            <Button size="sm" onClick={onAdd}>
              <Plus size={14} aria-hidden="true" />
              Add keywords
            </Button>
          </>
        }
      />
      <Filters state={state} settings={settings} isFiltered={isFiltered} onChange={setState} />
      {selected.size > 0 ? (
        <Selection website={website} selected={selected} onDone={() => setSelected(new Set())} />
      ) : null}
      <div className="min-h-60 border-t border-border">
        <QueryPanel
          query={query}
          fallback="Failed to load the keywords."
          isEmpty={(data) => data.pages.every(({ keywords }) => keywords.length === 0)}
          empty={
            <EmptyPanel
              title="No keywords with these filters"
              action={
                <Button variant="outline" size="sm" onClick={() => setState(NO_FILTER)}>
                  Clear filters
                </Button>
              }
              className="py-8"
            />
          }
        >
          {() => (
            <KeywordTable
              keywords={rows}
              currency={currencyOf(website)}
              selected={selected}
              onSelect={setSelected}
              onKeyword={onKeyword}
            />
          )}
        </QueryPanel>
      </div>
      <Pages label="Pages of keywords" {...pages} />
    </Card>
  );
}

function Export({ website, filter, isFiltered }: { website: Website; filter: RankFilter; isFiltered: boolean }) {
  const file = useExport(rankApi.file(website.id, filter), `ranks-${website.host}.csv`);
  const run = () => void file.save();
  const label = isFiltered ? 'Export the filtered keywords as CSV' : 'Export all keywords as CSV';
  useShortcut({ id: 'export', keys: 'e', label, group: 'On this page', run });
  return (
    <Button variant="outline" size="sm" needsNetwork busy={file.isBusy} onClick={run}>
      <Download size={14} aria-hidden="true" />
      Export CSV
    </Button>
  );
}

function Filters({
  state,
  settings,
  isFiltered,
  onChange,
}: {
  state: State;
  settings: RankSettings;
  isFiltered: boolean;
  onChange: (change: Partial<State>) => void;
}) {
  const tags = settings.tags.map(({ tag, keywords }) => ({ value: tag, label: `${tag} (${keywords})` }));
  return (
    <search
      aria-label="Filter keywords"
      className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
    >
      <TypedFilter
        label="Keyword contains"
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-56"
        icon
      />
      {tags.length > 0 ? (
        <Choice label="Tag" any="Any tag" value={state.tag} options={tags} onChange={(tag) => onChange({ tag })} />
      ) : null}
      <Choice
        label="Device"
        any="Any device"
        value={state.device}
        options={DEVICES}
        onChange={(device) => onChange({ device })}
      />
      <Choice
        label="Rank"
        any="Any rank"
        value={state.ranks}
        options={RANGES}
        onChange={(ranks) => onChange({ ranks })}
      />
      <Choice label="Sort by" value={state.sort} options={SORTS} onChange={(sort) => onChange({ sort })} />
      {isFiltered ? (
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

/** Buttons for the selected keywords. */
function Selection({
  website,
  selected,
  onDone,
}: {
  website: Website;
  selected: ReadonlySet<string>;
  onDone: () => void;
}) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: rankQueries.all() });
  const ids = [...selected];
  const check = useMutation({
    mutationFn: () => rankApi.check(website.id, ids),
    onSuccess: () => {
      showToast({ title: 'Check started', description: `${plural(ids.length, 'keyword')} will be checked.` });
      queries.invalidateQueries({ queryKey: ['runs'] });
      onDone();
    },
    onError: (error) => toastFailure('The check was not started', errorText(error)),
  });
  const remove = useMutation({
    mutationFn: () => rankApi.remove(website.id, ids),
    onSuccess: ({ removed }) => {
      showToast({ title: 'Keywords removed', description: `${plural(removed, 'keyword')} no longer tracked.` });
      onDone();
      return refresh();
    },
    onError: (error) => toastFailure('The keywords were not removed', errorText(error)),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-border bg-muted px-5 py-2.5">
      <p aria-live="polite" className="mr-auto text-[0.8125rem]">
        {formatNumber(ids.length, 0)} selected
      </p>
      <Button variant="ghost" size="sm" onClick={onDone}>
        Clear selection
      </Button>
      <Button variant="outline" size="sm" needsNetwork busy={check.isPending} onClick={() => check.mutate()}>
        <RefreshCw size={14} aria-hidden="true" />
        Check now
      </Button>
      <Button variant="outline" size="sm" needsNetwork busy={remove.isPending} onClick={() => remove.mutate()}>
        <Trash2 size={14} aria-hidden="true" />
        Remove
      </Button>
    </div>
  );
}
