import type { Demo } from '@/api/types';
import { Badge, type Tone } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { Table, Td, Th } from '@/components/ui/table';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { formatChange, formatDate, NO_VALUE } from '@/lib/format';

type Change = Demo['changes'][number];

const OUTCOMES: Record<string, { word: string; tone: Tone }> = {
  found: { word: 'Found', tone: 'success' },
  missed: { word: 'Missed', tone: 'warning' },
  rightlySilent: { word: 'Correctly ignored', tone: 'success' },
  falseAlarm: { word: 'False alarm', tone: 'danger' },
};

/** Changes with their true effect and the causal engine's blind estimate. */
export function ChangesCard({ changes, scores }: { changes: readonly Change[]; scores: Demo['scores'] }) {
  return (
    <Card aria-label="Planted and detected changes" className="overflow-clip">
      <CardHeader
        title="Planted and detected changes"
        description={`${changes.length} changes are in the change log; ${scores.nulls} of them have no effect. The causal engine sees only clicks and dates. It reports an effect as “proved” (95%) or “likely” (80%).`}
        actions={<SimulatedBadge />}
        className="pb-3"
      />
      <Table label="Changes: planted and detected" className="min-w-180 border-t border-border">
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
          {changes.map((change) => (
            <Row key={`${change.page}${change.day}`} change={change} />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function Row({ change }: { change: Change }) {
  const { word, tone } = OUTCOMES[change.outcome] ?? { word: change.outcome, tone: 'neutral' };
  return (
    <tr>
      <Td className="max-w-72 pl-5">
        <span className="block">{change.description}</span>
        <span className="block truncate text-xs text-muted-foreground">{change.page}</span>
      </Td>
      <Td className="whitespace-nowrap">{formatDate(change.day)}</Td>
      <Td numeric>{change.planted === 'none' ? 'nothing' : formatChange(change.truth)}</Td>
      <Td numeric className="whitespace-nowrap">
        {change.found ? (
          <>
            <span className="block">{formatChange(change.found.effect)}</span>
            <span className="block text-xs text-muted-foreground">
              {formatChange(change.found.lo)} to {formatChange(change.found.hi)}
            </span>
          </>
        ) : (
          NO_VALUE
        )}
      </Td>
      <Td>{change.verdict}</Td>
      <Td className="pr-5">
        <Badge tone={tone} dot>
          {word}
        </Badge>
      </Td>
    </tr>
  );
}
