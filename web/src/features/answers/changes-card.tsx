import type { AnswerReport } from '@/api/answers';
import { Badge } from '@/components/ui/badge';
import { FoldingCard } from '@/components/ui/folding-card';
import { Table, Td, Th } from '@/components/ui/table';
import { engineName } from '@/lib/answer-words';
import { formatNumber, formatPercent } from '@/lib/format';
import { topicName } from './words';

type Change = AnswerReport['changes'][number];

const MOST = 30;

/** Gained and lost citations and mentions, the most certain first. */
export function ChangesCard({ report }: { report: AnswerReport }) {
  const certain = report.changes.filter((change) => change.isCertain).length;
  const days = formatNumber(report.windowDays, 0);
  return (
    <FoldingCard
      title="Gained and lost"
      summary={certain === 0 ? 'nothing certain' : `${formatNumber(certain, 0)} certain`}
      className="overflow-clip"
      description={
        report.changes.length === 0
          ? `The last ${days} days compared with the ${days} days before. Nothing differs, or there is no earlier check.`
          : `${certain} of ${report.changes.length} differences are significant, at a false discovery rate of 5%. Compared are the last ${days} days and the ${days} days before.`
      }
    >
      {report.changes.length === 0 ? (
        <div className="pb-3" />
      ) : (
        <Table stacked label="Changes of citations and mentions" className="mt-3 border-t border-border">
          <thead>
            <tr>
              <Th className="pl-5">Topic or prompt</Th>
              <Th>Website</Th>
              <Th numeric>Before</Th>
              <Th numeric>Now</Th>
              <Th numeric>Difference, 95% interval</Th>
              <Th className="pr-5">Confidence</Th>
            </tr>
          </thead>
          <tbody>
            {report.changes.slice(0, MOST).map((change) => (
              <Row key={keyOf(change)} change={change} />
            ))}
          </tbody>
        </Table>
      )}
    </FoldingCard>
  );
}

function keyOf(change: Change): string {
  return [change.prompt, change.topic, change.engine, change.brand.host, change.measure].join(' ');
}

function Row({ change }: { change: Change }) {
  const points = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value * 100, 0)}`;
  const name = change.text ?? topicName(change.topic);
  return (
    <tr>
      <Td stack="title" className="min-w-48 pl-5">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="block text-xs text-muted-foreground">{engineName(change.engine)}</span>
      </Td>
      <Td label="Website">
        {change.brand.host}
        <span className="block text-xs text-muted-foreground">
          {change.measure === 'citations' ? 'cited' : 'mentioned'}
        </span>
      </Td>
      <Td numeric label="Before">
        {formatPercent(change.before, 0)}
      </Td>
      <Td numeric label="Now">
        {formatPercent(change.after, 0)}
      </Td>
      <Td numeric label="Difference" className="whitespace-nowrap">
        {points(change.low)} to {points(change.high)} points
      </Td>
      <Td stack="corner" className="pr-5">
        {change.isCertain ? (
          <Badge tone={change.direction === 'gained' ? 'success' : 'danger'}>
            {change.direction === 'gained' ? 'Gained' : 'Lost'}
          </Badge>
        ) : (
          <Badge>May be chance</Badge>
        )}
      </Td>
    </tr>
  );
}
