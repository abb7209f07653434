import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Trash2 } from 'lucide-react';
import { type AnswerPrompt, type AnswerReport, answerApi, answerQueries } from '@/api/answers';
import { errorText } from '@/api/errors';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { PhoneFold } from '@/components/ui/folding-card';
import { LoadMore } from '@/components/ui/load-more';
import { Table, Td, Th } from '@/components/ui/table';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { engineName, shareText } from '@/lib/answer-words';
import { toastFailure } from '@/lib/failed';
import { formatMoney, formatPercent, plural } from '@/lib/format';
import { rangeText } from './shares';
import { topicName } from './words';

type Share = AnswerReport['prompts'][number];

/** Tracked prompts with their shares and stability at each engine. */
export function PromptsCard({
  prompts,
  shares,
  canChange,
  onAdd,
  onOpen,
}: {
  prompts: readonly AnswerPrompt[];
  shares: readonly Share[];
  canChange: boolean;
  onAdd: () => void;
  onOpen: (promptId: string) => void;
}) {
  const [rows, pages] = usePhoneRows(prompts);
  return (
    <Card aria-label="Prompts" className="overflow-clip">
      <CardHeader
        title="Prompts"
        className="pb-3"
        description="Share of answers that cite your website, with 95% intervals. Stability is the mean share of cited domains that two answers have in common."
        actions={
          canChange ? (
            <Button variant="outline" size="sm" onClick={onAdd}>
              Add prompts
            </Button>
          ) : null
        }
      />
      <Table stacked label="Tracked prompts" className="border-t border-border">
        <thead>
          <tr>
            <Th className="pl-5">Prompt</Th>
            <Th>Cited and stability, by engine</Th>
            <Th numeric>Monthly value</Th>
            <Th className="pr-5">
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((prompt) => (
            <Row
              key={prompt.id}
              prompt={prompt}
              shares={shares.filter((share) => share.prompt === prompt.id)}
              canChange={canChange}
              onOpen={() => onOpen(prompt.id)}
            />
          ))}
        </tbody>
      </Table>
      <LoadMore query={pages} label="Show more prompts" />
    </Card>
  );
}

function Row({
  prompt,
  shares,
  canChange,
  onOpen,
}: {
  prompt: AnswerPrompt;
  shares: readonly Share[];
  canChange: boolean;
  onOpen: () => void;
}) {
  return (
    <tr className="hover:bg-accent/60">
      <Td stack="title" className="min-w-56 pl-5">
        <button
          type="button"
          className="min-h-6 text-left font-medium wrap-anywhere hover:text-brand hover:underline"
          onClick={onOpen}
        >
          {prompt.text}
        </button>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted-foreground">
          {[topicName(prompt.topic), prompt.city, prompt.country].filter(Boolean).join(', ')}
          {prompt.paused ? <Badge tone="warning">Paused</Badge> : null}
        </span>
      </Td>
      <Td stack="line" className="min-w-64 max-sm:min-w-0">
        {shares.length === 0 ? (
          <span className="text-muted-foreground">Not asked yet</span>
        ) : (
          <Shares shares={shares} />
        )}
      </Td>
      <Td numeric label="Monthly value" className={prompt.valueCents === null ? 'max-sm:hidden' : undefined}>
        {formatMoney(prompt.valueCents)}
      </Td>
      <Td stack="corner" className="w-px pr-4 text-right whitespace-nowrap">
        {canChange ? <Actions prompt={prompt} /> : null}
      </Td>
    </tr>
  );
}

/** Shares by engine; a phone folds them below their range. */
function Shares({ shares }: { shares: readonly Share[] }) {
  const range = rangeText(shares.map(({ citations }) => citations?.share));
  return (
    <PhoneFold title={`Cited in ${range ?? 'no answer'} by ${plural(shares.length, 'engine')}`}>
      <ul className="grid gap-1.5">
        {shares.map(({ engine, citations, shrunk, stability }) => (
          <li key={engine}>
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="tabular">
                {citations ? shareText({ ...citations, mid: citations.share }) : 'No complete answer'}
              </span>
              <span className="text-xs text-muted-foreground tabular">Stability {formatPercent(stability, 0)}</span>
            </span>
            <span className="block text-xs text-muted-foreground">
              {engineName(engine)}
              {citations && shrunk
                ? `: ${citations.count} of ${citations.answers} answers, ${formatPercent(shrunk.mid, 0)} with the topic's other prompts`
                : null}
            </span>
          </li>
        ))}
      </ul>
    </PhoneFold>
  );
}

function Actions({ prompt }: { prompt: AnswerPrompt }) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: answerQueries.all() });
  const onError = (error: unknown) => toastFailure('The prompt was not changed', errorText(error));
  const pause = useMutation({
    mutationFn: () => answerApi.changePrompt(prompt.id, { paused: !prompt.paused }),
    onSuccess: refresh,
    onError,
  });
  const remove = useMutation({ mutationFn: () => answerApi.removePrompt(prompt.id), onSuccess: refresh, onError });
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        needsNetwork
        busy={pause.isPending}
        aria-label={`${prompt.paused ? 'Resume' : 'Pause'} ${prompt.text}`}
        onClick={() => pause.mutate()}
      >
        {prompt.paused ? <Play size={14} aria-hidden="true" /> : <Pause size={14} aria-hidden="true" />}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        needsNetwork
        busy={remove.isPending}
        aria-label={`Remove ${prompt.text}`}
        title="Its answers are kept"
        onClick={() => remove.mutate()}
      >
        <Trash2 size={14} aria-hidden="true" />
      </Button>
    </>
  );
}
