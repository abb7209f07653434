import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isForbidden, isNotFound } from '@/api/errors';
import { type FindOptions, type Found, findQueries } from '@/api/find';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useSettled } from '@/hooks/use-settled';
import { beforeLeaving } from '@/lib/unsaved';
import { wordMatch } from '@/lib/word-match';
import type { Command } from './commands';

/** Delay after the last key before the server is called, in milliseconds. */
const TYPING_MS = 20;
/** Fewer letters match nearly every record. */
const LEAST_LETTERS = 2;

/** What the palette shows next to each kind of record, and its name in failures. */
const KINDS = {
  keywords: { kind: 'Keyword', plural: 'keywords' },
  ranks: { kind: 'Tracked keyword', plural: 'tracked keywords' },
  pages: { kind: 'Page', plural: 'pages' },
  documents: { kind: 'Document', plural: 'documents' },
  sites: { kind: 'Site', plural: 'sites' },
  leads: { kind: 'Lead', plural: 'leads' },
};

export interface Records {
  /** Opens each record that contains the text. */
  commands: Command[];
  /** Opens the records that were opened last. */
  recent: Command[];
  isSearching: boolean;
  /** Kinds of records that could not be searched. */
  failed: string[];
  retry: () => void;
}

/** Records that contain the text, of the current website and of the workspace. */
export function useRecords(query: string): Records {
  const { current } = useCurrentWebsite();
  const typed = query.trim();
  const text = useSettled(typed, TYPING_MS);
  const isWanted = typed.length >= LEAST_LETTERS && text.length >= LEAST_LETTERS;
  const search = { text, websiteId: current?.id ?? null };
  const kinds = [
    { ...KINDS.keywords, query: useFound(findQueries.keywords(search), isWanted) },
    { ...KINDS.ranks, query: useFound(findQueries.ranks(search), isWanted) },
    { ...KINDS.pages, query: useFound(findQueries.pages(search), isWanted) },
    { ...KINDS.documents, query: useFound(findQueries.documents(search), isWanted) },
    { ...KINDS.sites, query: useFound(findQueries.sites(search), isWanted) },
    { ...KINDS.leads, query: useFound(findQueries.leads(search), isWanted) },
  ];
  const { recent, commandOf } = useOpen();
  const failed = isWanted ? kinds.filter((each) => isFailure(each.query)) : [];
  const found = isWanted
    ? kinds.flatMap(({ kind, query: { data, isPlaceholderData } }) => {
        const isOld = isPlaceholderData || typed !== text;
        return (data ?? []).filter((each) => !isOld || isMatch(each, typed)).map((each) => ({ kind, found: each }));
      })
    : [];
  return {
    commands: found.map((each) => commandOf(each, 'Records')),
    recent: recent.map((each) => commandOf(each, 'Recent')),
    isSearching:
      typed.length >= LEAST_LETTERS && (typed !== text || kinds.some((each) => each.query.fetchStatus === 'fetching')),
    failed: failed.map(({ plural }) => plural),
    retry: () => {
      for (const each of failed) void each.query.refetch();
    },
  };
}

/** Results of the text before stay until those of a longer one arrive, as far as they match it. */
function isMatch({ label, note }: Found, typed: string): boolean {
  return wordMatch(typed, `${label} ${note}`) !== 'none';
}

function useFound(options: FindOptions, isWanted: boolean) {
  return useQuery({ ...options, enabled: isWanted && options.enabled !== false, placeholderData: keepPreviousData });
}

/** Records that a role may not see, or that do not exist, are not a failure of the search. */
function isFailure({ error }: UseQueryResult): boolean {
  return error !== null && !isForbidden(error) && !isNotFound(error);
}

/** Makes the command that opens a record and remembers it. */
function useOpen(): { recent: Opened[]; commandOf: (opened: Opened, group: string) => Command } {
  const navigate = useNavigate();
  const { recent, add } = useRecent();
  const commandOf = (opened: Opened, group: string): Command => {
    const { kind, found } = opened;
    const run = () => {
      add(opened);
      beforeLeaving(() => void navigate(found.to));
    };
    return { id: `${kind}:${found.id}`, label: found.label, note: found.note, kind, group, run };
  };
  return { recent, commandOf };
}

/** A record and the name of its kind. */
interface Opened {
  kind: string;
  found: Found;
}

const RECENT_KEPT = 5;
const RECENT_KEY = ['recent-records'];

/** Records opened by the palette, latest first. They are forgotten with the data of the session. */
function useRecent(): { recent: Opened[]; add: (opened: Opened) => void } {
  const queries = useQueryClient();
  const { data: recent } = useQuery<Opened[]>({
    queryKey: RECENT_KEY,
    queryFn: () => [],
    enabled: false,
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
  });
  const add = (opened: Opened) => {
    const others = recent.filter(({ found }) => found.to !== opened.found.to);
    queries.setQueryData(RECENT_KEY, [opened, ...others].slice(0, RECENT_KEPT));
  };
  return { recent, add };
}
