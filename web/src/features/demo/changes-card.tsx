import type { Demo } from '@/api/types';
import { Badge, type Tone } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { formatChange, formatDate, NO_VALUE } from '@/lib/format';
import { Section } from './section';
import { useFirst } from './use-first';

type Change = Demo['changes'][number];

/** Changes shown at first. */
const FIRST = 8;

const OUTCOMES: Record<string, { word: string; tone: Tone }> = {
  found: { word: 'Found', tone: 'success' },
  missed: { word: 'Missed', tone: 'warning' },
  rightlySilent: { word: 'Correctly ignored', tone: 'success' },
  falseAlarm: { word: 'False alarm', tone: 'danger' },
};

/** Changes with their true effect and the causal engine's blind estimate. */
export function ChangesCard({ changes, scores }: { changes: readonly Change[]; scores: Demo['scores'] }) {
  const [shown, more] = useFirst(changes, FIRST);
  return (
    <Section
      title="Planted and detected changes"
      description={`${changes.length} changes are in the change log; ${scores.nulls} of them have no effect. The causal engine sees only clicks and dates. It reports an effect as “proved” (95%) or “likely” (80%).`}
    >
      <Table stacked label="Changes: planted and detected" className="sm:min-w-180">
        <thead>
          <tr>
            <Th className="pl-5">Change</Th>
            <Th>Day</Th>
            <Th numeric>Planted</Th>
            <Th numeric>Detected</Th>
            <Th>Verdict</Th>
            <Th className="pr-5">Outcome</Th>
          </tr>
        </thead>
        <tbody>
          {shown.map((change) => (
            <Row key={`${change.page}${change.day}`} change={change} />
          ))}
        </tbody>
      </Table>
      {more}
    </Section>
  );
}

function Row({ change }: { change: Change }) {
  const { word, tone } = OUTCOMES[change.outcome] ?? { word: change.outcome, tone: 'neutral' };
  return (
    <tr>
      <Td stack="title" className="pl-5 sm:max-w-72">
        <span className="block">{change.description}</span>
        <span className="block truncate text-xs text-muted-foreground">{change.page}</span>
      </Td>
      <Td label="Day" className="whitespace-nowrap">
        {formatDate(change.day)}
      </Td>
      <Td numeric label="Planted">
        {change.planted === 'none' ? 'nothing' : formatChange(change.truth)}
      </Td>
      <Td numeric label="Detected" className="whitespace-nowrap max-sm:[&>span]:inline">
        {change.found ? (
          <>
            <span className="block">{formatChange(change.found.effect)}</span>
            <span className="block text-xs text-muted-foreground max-sm:ml-1">
              ({formatChange(change.found.lo)} to {formatChange(change.found.hi)})
            </span>
          </>
        ) : (
          NO_VALUE
        )}
      </Td>
      <Td label="Verdict">{change.verdict}</Td>
      <Td stack="corner" className="pr-5">
        <Badge tone={tone} dot>
          {word}
        </Badge>
      </Td>
    </tr>
  );
}
