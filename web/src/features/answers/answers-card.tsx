import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerFilter, type AnswerPrompt, answerApi, answerQueries, type StoredAnswer } from '@/api/answers';
import { DayFilter } from '@/components/records/day-filter';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { FoldingCard } from '@/components/ui/folding-card';
import { Pages } from '@/components/ui/pages';
import { Skeleton } from '@/components/ui/skeleton';
import { TypedFilter } from '@/components/ui/typed-filter';
import { TALL_ROWS, useRowPages } from '@/components/ui/use-row-pages';
import { useUrlState } from '@/hooks/use-url-state';
import { engineName } from '@/lib/answer-words';
import { formatDate, formatDateTime, formatMicros } from '@/lib/format';
import { AnswerDrawer } from './answer-drawer';
import { History } from './history';
import { useSaveFile } from './use-save-file';
import { FINISHES } from './words';

const DEFAULTS = { aq: '', afrom: '', ato: '' };

/** Stored answers, newest first, as they were received. */
export function AnswersCard({
  websiteId,
  prompts,
  engines,
  promptId,
  onPrompt,
}: {
  websiteId: string;
  prompts: readonly AnswerPrompt[];
  engines: readonly string[];
  /** Prompt whose answers are listed; empty for all. */
  promptId: string;
  onPrompt: (promptId: string) => void;
}) {
  const [engine, setEngine] = useState('');
  const [state, setState] = useUrlState(DEFAULTS);
  const [opened, setOpened] = useState<string | null>(null);
  const filter = toFilter(promptId, engine, state);
  const query = useInfiniteQuery(answerQueries.list(websiteId, filter));
  const loaded = query.data?.pages.flatMap((page) => page.answers) ?? [];
  const key = JSON.stringify(filter);
  const { rows: answers, ...pages } = useRowPages('answersPage', key, loaded, query, null, TALL_ROWS);
  return (
    <FoldingCard
      id="answers"
      className="scroll-mt-20"
      title="Answers"
      summary={loaded[0] ? `last ${formatDate(loaded[0].askedAt)}` : undefined}
      description="Every answer as it was received. Answers are never changed."
      actions={<ExportButtons websiteId={websiteId} filter={filter} />}
    >
      <div className="grid gap-4 p-5 sm:grid-cols-2">
        <Field label="Prompt">
          {(control) => (
            <Select {...control} value={promptId} onChange={(event) => onPrompt(event.target.value)}>
              <option value="">All prompts</option>
              {prompts.map((prompt) => (
                <option key={prompt.id} value={prompt.id}>
                  {prompt.text}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Engine">
          {(control) => (
            <Select {...control} value={engine} onChange={(event) => setEngine(event.target.value)}>
              <option value="">All engines</option>
              {engines.map((key) => (
                <option key={key} value={key}>
                  {engineName(key)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextAndDays state={state} onChange={setState} />
      </div>
      {promptId ? <History promptId={promptId} /> : null}
      <QueryPanel query={query} fallback="Failed to load the answers." loading={<Skeleton className="m-5 h-40" />}>
        {() =>
          answers.length === 0 ? (
            <NoAnswers isFiltered={Object.values(filter).some((value) => value !== undefined)} />
          ) : (
            <Lines answers={answers} onOpen={setOpened} />
          )
        }
      </QueryPanel>
      <Pages label="Pages of answers" {...pages} />
      <AnswerDrawer id={opened} onClose={() => setOpened(null)} />
    </FoldingCard>
  );
}

function toFilter(promptId: string, engine: string, { aq, afrom, ato }: typeof DEFAULTS): AnswerFilter {
  const given = (text: string) => text || undefined;
  return { promptId: given(promptId), engine: given(engine), q: given(aq), from: given(afrom), to: given(ato) };
}

function TextAndDays({
  state,
  onChange,
}: {
  state: typeof DEFAULTS;
  onChange: (change: Partial<typeof DEFAULTS>) => void;
}) {
  return (
    <>
      <TypedFilter
        label="Prompt or answer contains"
        value={state.aq}
        onChange={(aq) => onChange({ aq })}
        className="self-end"
        icon
      />
      <div className="grid gap-2 self-end sm:flex">
        <DayFilter label="From" value={state.afrom} onChange={(afrom) => onChange({ afrom })} />
        <DayFilter label="To" value={state.ato} onChange={(ato) => onChange({ ato })} />
      </div>
    </>
  );
}

function NoAnswers({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyPanel title="No answers with these filters" className="py-8" />;
  return <EmptyPanel title="No answers yet" text="Answers appear here as soon as a check has received them." />;
}

function Lines({ answers, onOpen }: { answers: readonly StoredAnswer[]; onOpen: (id: string) => void }) {
  return (
    <ul className="grid divide-y divide-border border-t border-border">
      {answers.map((answer) => (
        <Line key={answer.id} answer={answer} onOpen={() => onOpen(answer.id)} />
      ))}
    </ul>
  );
}

function Line({ answer, onOpen }: { answer: StoredAnswer; onOpen: () => void }) {
  return (
    <li className="grid gap-1 px-5 py-3 text-[0.8125rem]">
      <button
        type="button"
        className="min-h-6 text-left font-medium wrap-anywhere hover:text-brand hover:underline"
        onClick={onOpen}
      >
        {answer.promptText}
      </button>
      <span className="line-clamp-2 wrap-anywhere">{answer.text}</span>
      <span className="flex flex-wrap gap-x-2 gap-y-1 text-xs text-muted-foreground">
        {formatDateTime(answer.askedAt)}, {engineName(answer.engine)}, {formatMicros(answer.costMicros)}
        {answer.finish === 'complete' ? null : <Badge tone="warning">{FINISHES[answer.finish]}</Badge>}
      </span>
    </li>
  );
}

function ExportButtons({ websiteId, filter }: { websiteId: string; filter: AnswerFilter }) {
  const { isBusy, save } = useSaveFile();
  return (
    <>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="outline"
          size="sm"
          needsNetwork
          busy={isBusy}
          onClick={() => save(answerApi.file(websiteId, filter, format), `ai-answers.${format}`)}
        >
          Export {format.toUpperCase()}
        </Button>
      ))}
    </>
  );
}
