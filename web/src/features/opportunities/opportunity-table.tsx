import type { Opportunity } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { MoneyRange } from '@/components/money/money-range';
import { canImplement, impactOf } from '@/components/opportunities/opportunity-impact';
import { useOpportunityActions } from '@/components/opportunities/use-opportunity-actions';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber, NO_VALUE } from '@/lib/format';
import { winName } from '@/lib/words';

/** The list as a table: what, how good, how hard, what it brings, and the button that begins it. */
export function OpportunityTable({ opportunities }: { opportunities: readonly Opportunity[] }) {
  return (
    <Table label="Opportunities">
      <thead>
        <tr>
          <Th className="pl-5">Opportunity</Th>
          <Th numeric title="0 to 100: how much it brings for its work">
            Score
          </Th>
          <Th numeric title="0 to 100; a dash where it is not known">
            Difficulty
          </Th>
          <Th numeric>Work</Th>
          <Th numeric>Brings a month</Th>
          <Th className="pr-5 text-right">State</Th>
        </tr>
      </thead>
      <tbody>
        {opportunities.map((opportunity) => (
          <Row key={opportunity.id} opportunity={opportunity} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ opportunity }: { opportunity: Opportunity }) {
  const { title, category, engineId, score, difficulty, effortMinutes, quickWin, updatedAt } = opportunity;
  return (
    <tr className="hover:bg-accent/60">
      <Td className="max-w-xl min-w-64 pl-5">
        <p className="font-medium text-pretty">{title}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
          <Badge>{winName(category)}</Badge>
          {quickWin ? <Badge tone="brand">Quick win</Badge> : null}
          {engineId ? <span>{engineInfo(engineId).name} engine</span> : null}
          <RelativeTime at={updatedAt} />
        </p>
      </Td>
      <Td numeric>{formatNumber(score, 0)}</Td>
      <Td numeric>{formatNumber(difficulty, 0)}</Td>
      <Td numeric className="whitespace-nowrap">
        {effortMinutes === null ? NO_VALUE : `${formatNumber(effortMinutes, 0)} min`}
      </Td>
      <Td numeric className="leading-tight">
        <MoneyRange money={impactOf(opportunity)} unknown="No factor supports a figure in money" />
      </Td>
      <Td className="w-px pr-5 text-right whitespace-nowrap">
        <State opportunity={opportunity} />
      </Td>
    </tr>
  );
}

function State({ opportunity }: { opportunity: Opportunity }) {
  const { implement, dismiss } = useOpportunityActions();
  if (!canImplement(opportunity)) return <StateBadge state={opportunity.status} />;
  const about = <span className="sr-only">: {opportunity.title}</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      {opportunity.status === 'discovered' ? null : <StateBadge state={opportunity.status} />}
      <Button variant="ghost" size="sm" onClick={() => dismiss(opportunity)}>
        Dismiss{about}
      </Button>
      <Button variant="outline" size="sm" busy={implement.isPending} onClick={() => implement.mutate(opportunity)}>
        Implement{about}
      </Button>
    </span>
  );
}
