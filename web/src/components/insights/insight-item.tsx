import { type ReactNode, useState } from 'react';
import type { Insight } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { MoneyRange } from '@/components/money/money-range';
import { usePlanThis } from '@/components/plans/use-plan-this';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Fold } from '@/components/ui/fold';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { formatConfidence, formatDate, formatMinutes, formatPercent, NO_VALUE } from '@/lib/format';
import { readable, readableTitle } from '@/lib/readable';
import { humanise, sourceName } from '@/lib/words';
import { actionLabel } from './action-label';
import { evidenceText } from './evidence-value';
import { VerdictBadge, VerdictButtons } from './verdict';

const SEVERITIES: Record<string, Tone> = {
  info: 'info',
  opportunity: 'brand',
  warning: 'warning',
  critical: 'danger',
};

interface InsightItemProps {
  insight: Insight;
  websiteName?: string | null;
  /** Whether it can be planned and its outcome recorded; false in read-only views. */
  plannable?: boolean;
}

/** One insight: finding, value and confidence; unfolded, its evidence and what would disprove it. */
export function InsightItem({ insight, websiteName, plannable = true }: InsightItemProps) {
  // Collapsed details are not rendered, which keeps a long list fast.
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <Fold
        look="card"
        titleClassName="items-start gap-2.5 [&>svg]:mt-0.5"
        onToggle={setOpen}
        title={<Title insight={insight} websiteName={websiteName} />}
      >
        {isOpen ? (
          <div className="grid gap-5 border-t border-border bg-muted/40 px-5 py-4 sm:pl-12">
            <Evidence insight={insight} />
            <Reasons insight={insight} judgeable={plannable} />
            {plannable ? <PlanThis insight={insight} /> : null}
          </div>
        ) : null}
      </Fold>
    </li>
  );
}

function Title({ insight, websiteName }: Pick<InsightItemProps, 'insight' | 'websiteName'>) {
  const { severity, impact, engineId, verdict } = insight;
  return (
    <span className="grid min-w-0 flex-1 gap-x-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0">
        <span className="block font-medium text-pretty wrap-anywhere">{readableTitle(insight.title)}</span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
          <Badge tone={SEVERITIES[severity] ?? 'neutral'} dot>
            {humanise(severity)}
          </Badge>
          <span>{engineInfo(engineId).name}</span>
          {websiteName ? <span>{websiteName}</span> : null}
          <RelativeTime at={insight.createdAt} />
          <VerdictBadge verdict={verdict} />
        </span>
      </span>
      <span className="mt-1.5 flex items-baseline gap-x-4 sm:mt-0 sm:grid sm:content-start sm:justify-items-end">
        <MoneyRange money={impact} inline unknown="No monetary estimate: set a value per lead or import CPC data" />
        <span className="text-xs text-muted-foreground">
          {impact ? 'a month, ' : ''}
          {sureness(insight)}
        </span>
      </span>
    </span>
  );
}

/** Returns the confidence of a claim. Facts have none, because they cannot be scored. */
function sureness({ nature, confidence }: Insight): string {
  return nature === 'fact' ? 'fact' : `${formatConfidence(confidence)} confidence`;
}

function Evidence({ insight }: { insight: Insight }) {
  if (insight.evidence.length === 0) return <p className="text-muted-foreground">No evidence recorded.</p>;
  return (
    <Table label={`Evidence for: ${readableTitle(insight.title)}`} className="min-w-120">
      <thead>
        <tr>
          <Th className="pl-0">Evidence</Th>
          <Th>Value</Th>
          <Th>Source</Th>
          <Th>Observed</Th>
        </tr>
      </thead>
      <tbody>
        {insight.evidence.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of evidence have no identity and never move
          <tr key={index}>
            <Td className="max-w-64 pl-0">
              <span className="text-muted-foreground">{humanise(each.type)}: </span>
              <span className="break-words">{each.ref}</span>
            </Td>
            <Td className="tabular">{evidenceText(each.value)}</Td>
            <Td>{sourceName(each.source)}</Td>
            <Td className="whitespace-nowrap">{each.observedAt ? formatDate(each.observedAt) : NO_VALUE}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Reasons({ insight, judgeable }: { insight: Insight; judgeable: boolean }) {
  const { nature, assumptions, falsifier, expiresAt, effortMinutes, method, methodVersion } = insight;
  const stated = insight.statedConfidence ?? null;
  return (
    <dl className="grid gap-x-8 gap-y-3 text-[0.8125rem] sm:grid-cols-2">
      <Reason name="Assumptions">
        {assumptions.length === 0 ? 'None' : null}
        <ul className="grid gap-0.5">
          {assumptions.map((assumption) => (
            <li key={assumption}>{readable(assumption)}</li>
          ))}
        </ul>
      </Reason>
      <Reason name="Effort">{effortMinutes === 0 ? 'none: information only' : formatMinutes(effortMinutes)}</Reason>
      <Reason name="Disproved if">{falsifier ? readable(falsifier) : NO_VALUE}</Reason>
      {judgeable && nature !== 'fact' ? (
        <Reason name="Was it correct?">
          <VerdictButtons insight={insight} />
        </Reason>
      ) : null}
      {stated === null ? null : (
        <Reason name="Confidence">
          The engine states {formatPercent(stated, 0)}. {insight.confidence < stated ? 'Fewer' : 'More'} of its past
          claims were correct than stated, so the calibrated confidence is {formatPercent(insight.confidence, 0)}.
        </Reason>
      )}
      <Reason name="Valid until">{expiresAt ? formatDate(expiresAt) : NO_VALUE}</Reason>
      <Reason name="Method">
        {method}, version {methodVersion}
      </Reason>
      {actionLabel(insight.action) ? <Reason name="Recommended action">{actionLabel(insight.action)}</Reason> : null}
    </dl>
  );
}

/** Button that opens a plan of the proposed actions. Nothing is executed without approval. */
function PlanThis({ insight }: { insight: Insight }) {
  const plan = usePlanThis();
  return (
    <p>
      <Button
        variant="outline"
        size="sm"
        busy={plan.isPending}
        needsNetwork
        onClick={() => plan.mutate({ insightId: insight.id })}
      >
        Create plan<span className="sr-only">: {insight.title}</span>
      </Button>
    </p>
  );
}

function Reason({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
