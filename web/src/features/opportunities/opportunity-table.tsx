import { useState } from 'react';
import type { Opportunity } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { MoneyRange } from '@/components/money/money-range';
import { canImplement } from '@/components/opportunities/opportunity-impact';
import { useOpportunityActions } from '@/components/opportunities/use-opportunity-actions';
import { usePlanThis } from '@/components/plans/use-plan-this';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMinutes, formatNumber } from '@/lib/format';
import { humanise, winName } from '@/lib/words';

/** Rows that are drawn at first, and with each "Show more". */
const STEP = 50;

/** The list as a table: what, how good, how hard, what it brings, and the button that begins it. */
export function OpportunityTable({ opportunities }: { opportunities: readonly Opportunity[] }) {
  const [count, setCount] = useState(STEP);
  return (
    <>
      <Rows opportunities={opportunities.slice(0, count)} />
      {count < opportunities.length ? (
        <div className="flex justify-center p-3">
          <Button variant="outline" size="sm" onClick={() => setCount(count + STEP)}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Rows({ opportunities }: { opportunities: readonly Opportunity[] }) {
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
  const detail = detailOf(opportunity.evidence);
  const level = (opportunity as Opportunity & { difficultyLevel?: string | null }).difficultyLevel;
  return (
    <tr className="hover:bg-accent/60">
      <Td className="max-w-xl min-w-64 pl-5">
        <p className="font-medium text-pretty">{title}</p>
        {detail ? <p className="mt-0.5 text-[0.8125rem] text-pretty text-muted-foreground">{detail}</p> : null}
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
          <Badge>{winName(category)}</Badge>
          {quickWin ? <Badge tone="brand">Quick win</Badge> : null}
          {engineId ? <span>{engineInfo(engineId).name} engine</span> : null}
          <RelativeTime at={updatedAt} />
        </p>
      </Td>
      <Td numeric>{formatNumber(score, 0)}</Td>
      <Td numeric>
        {formatNumber(difficulty, 0)}
        {level ? <span className="block text-xs text-muted-foreground">{humanise(level)}</span> : null}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {formatMinutes(effortMinutes)}
      </Td>
      <Td numeric className="leading-tight">
        <MoneyRange money={opportunity.impact} unknown="No factor supports a figure in money" />
      </Td>
      <Td className="w-px pr-5 text-right whitespace-nowrap">
        <State opportunity={opportunity} />
      </Td>
    </tr>
  );
}

/** What was seen, in the engine's sentence, where the evidence has one. */
function detailOf(evidence: unknown): string | null {
  if (typeof evidence !== 'object' || evidence === null || !('detail' in evidence)) return null;
  return typeof evidence.detail === 'string' ? evidence.detail : null;
}

function State({ opportunity }: { opportunity: Opportunity }) {
  const { implement, dismiss } = useOpportunityActions();
  const plan = usePlanThis();
  if (!canImplement(opportunity)) return <StateBadge state={opportunity.status} />;
  const about = <span className="sr-only">: {opportunity.title}</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      {opportunity.status === 'discovered' ? null : <StateBadge state={opportunity.status} />}
      <Button variant="ghost" size="sm" onClick={() => dismiss(opportunity)}>
        Dismiss{about}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        busy={plan.isPending}
        onClick={() => plan.mutate({ opportunityId: opportunity.id })}
      >
        Plan this{about}
      </Button>
      <Button variant="outline" size="sm" busy={implement.isPending} onClick={() => implement.mutate(opportunity)}>
        Implement{about}
      </Button>
    </span>
  );
}
