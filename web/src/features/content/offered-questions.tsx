import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ContentDocument, documentQueries, type OfferedQuestion } from '@/api/documents';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, plural } from '@/lib/format';
import { serpProviderName, sourceName } from '@/lib/words';
import { VIEWER_REASON } from './words';

/** Questions that are shown before all are asked for. */
const FIRST = 5;

const keyOf = (question: string) => question.trim().toLowerCase();

/** Questions that people ask, with their source and count, to add to the brief. */
export function OfferedQuestions({
  document,
  canChange,
  busy,
  onAdd,
}: {
  document: ContentDocument;
  canChange: boolean;
  busy: boolean;
  onAdd: (question: string) => void;
}) {
  const hasQuery = document.query.trim() !== '';
  const query = useQuery({ ...documentQueries.questions(document), enabled: hasQuery });
  const [showsAll, setShowsAll] = useState(false);
  const known = new Set((document.brief.questions ?? []).map(keyOf));
  if (!hasQuery) return null;
  return (
    <section aria-label="Questions that people ask">
      <h3 className="mb-1.5 font-medium">People ask</h3>
      <QueryPanel
        query={query}
        fallback="Failed to load the questions."
        loading={<Skeleton className="h-16" />}
        isEmpty={(all) => all.every(({ question }) => known.has(keyOf(question)))}
        empty={
          <p className="text-muted-foreground">
            {query.data?.length
              ? 'The brief has all questions that are known.'
              : 'No questions are known. Track the rank of the query, or import Search Console and analyse the website.'}
          </p>
        }
      >
        {(all) => {
          const open = all.filter(({ question }) => !known.has(keyOf(question)));
          return (
            <>
              <ul className="grid gap-2">
                {(showsAll ? open : open.slice(0, FIRST)).map((offered) => (
                  <Offer key={`${offered.source} ${offered.question}`} {...{ offered, canChange, busy, onAdd }} />
                ))}
              </ul>
              {open.length > FIRST && !showsAll ? (
                <Button variant="link" size="inline" className="mt-2 min-h-6" onClick={() => setShowsAll(true)}>
                  Show all {open.length}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryPanel>
    </section>
  );
}

const originName = (origin: string) => serpProviderName(origin) ?? sourceName(origin);

/** "People also ask for “roof repair”, 3 checks (Serper), until Nov 20, 2026". */
function sourceText({ source, query, origin, count, seenAt }: OfferedQuestion): string {
  const until = seenAt ? `, until ${formatDate(seenAt)}` : '';
  if (source === 'people_also_ask') {
    return `People also ask for “${query ?? ''}”: ${plural(count, 'check')} (${originName(origin)})${until}`;
  }
  return `Own query: ${plural(count, 'impression')} (${originName(origin)})${until}`;
}

function Offer({
  offered,
  canChange,
  busy,
  onAdd,
}: {
  offered: OfferedQuestion;
  canChange: boolean;
  busy: boolean;
  onAdd: (question: string) => void;
}) {
  return (
    <li className="flex items-start justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">
        {offered.question}
        <span className="block text-muted-foreground">{sourceText(offered)}</span>
      </span>
      <Button
        variant="outline"
        size="icon-sm"
        needsNetwork
        disabled={!canChange || busy}
        title={canChange ? 'Add to the brief' : VIEWER_REASON}
        aria-label={`Add question ${offered.question}`}
        onClick={() => onAdd(offered.question)}
      >
        <Plus size={14} aria-hidden="true" />
      </Button>
    </li>
  );
}
