import { useQuery } from '@tanstack/react-query';
import { answerQueries, type StoredAnswerDetail } from '@/api/answers';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Drawer } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { engineName } from '@/lib/answer-words';
import { formatDateTime, formatMicros } from '@/lib/format';
import { partsOf } from './answer-parts';
import { PageLink } from './cited-card';
import { FINISHES } from './words';

/** An answer with its mentions and cited pages marked. The text of a model is shown as text only. */
export function AnswerDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery({ ...answerQueries.detail(id ?? ''), enabled: id !== null });
  return (
    <Drawer open={id !== null} onClose={onClose} title={query.data?.answer.promptText ?? 'Answer'}>
      <QueryPanel query={query} fallback="Failed to load the answer." loading={<Skeleton className="h-60" />}>
        {(detail) => <Content detail={detail} />}
      </QueryPanel>
    </Drawer>
  );
}

function Content({ detail: { answer, citations, mentions } }: { detail: StoredAnswerDetail }) {
  const facts: [string, string][] = [
    ['Engine', engineName(answer.engine)],
    ['Model version', answer.modelVersion || 'Not reported'],
    ['Time', formatDateTime(answer.askedAt)],
    ['Place', [answer.city, answer.country].filter(Boolean).join(', ') || 'None'],
    ['End', FINISHES[answer.finish] ?? answer.finish],
    ['Cost', formatMicros(answer.costMicros)],
  ];
  return (
    <div className="grid gap-5 text-[0.8125rem]">
      <p className="whitespace-pre-wrap wrap-anywhere" data-testid="answer-text">
        {partsOf(answer.text, mentions).map((part) =>
          part.mark ? (
            <mark key={part.start} className="rounded-sm bg-chart-1/30 text-foreground" title={part.mark}>
              {part.text}
            </mark>
          ) : (
            <span key={part.start}>{part.text}</span>
          ),
        )}
      </p>
      <section aria-label="Cited pages of the answer">
        <h3 className="font-medium">Cited pages</h3>
        {citations.length === 0 ? <p className="text-muted-foreground">The answer cites no page.</p> : null}
        <ol className="mt-1 grid list-decimal gap-1.5 pl-5">
          {citations.map((page) => (
            <li key={page.url ?? page.host}>
              <PageLink {...page} /> {page.own ? <Badge tone="success">Your website</Badge> : null}
              <span className="block text-xs wrap-anywhere text-muted-foreground">{page.url ?? page.host}</span>
            </li>
          ))}
        </ol>
      </section>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
