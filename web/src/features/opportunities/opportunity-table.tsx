import { type ReactNode, useState } from 'react';
import type { Opportunity } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { MoneyRange } from '@/components/money/money-range';
import { canImplement } from '@/components/opportunities/opportunity-impact';
import { useOpportunityActions } from '@/components/opportunities/use-opportunity-actions';
import { Badge } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { CARD_CELL, NAMED_CELL } from '@/components/ui/card-rows';
import { RelativeTime } from '@/components/ui/relative-time';
import { StateBadge } from '@/components/ui/state-badge';
import { Table, Td, Th } from '@/components/ui/table';
import { PHONE, useMedia } from '@/hooks/use-media';
import { useRowFocus } from '@/hooks/use-row-focus';
import { useShortcut } from '@/hooks/use-shortcut';
import { categoryName } from '@/lib/category-name';
import { cn } from '@/lib/cn';
import { formatMinutes, formatNumber } from '@/lib/format';
import { readable, readableTitle } from '@/lib/readable';
import { humanise } from '@/lib/words';
import { BulkBar } from './bulk-bar';
import { OpportunityDialog } from './opportunity-dialog';
import { useSelection } from './use-selection';

/** Number of rows shown initially, and added with each "Show more": a row is a card on a phone. */
const STEP = 50;
const PHONE_STEP = 10;

/** On a phone a row is a card: its values in a separate line, each with its label. */
const CARD_ROW =
  'max-md:grid max-md:grid-cols-[auto_auto_auto_minmax(0,1fr)] max-md:gap-x-5 max-md:gap-y-2.5 max-md:p-4';
const WHOLE_LINE = `${CARD_CELL} max-md:col-span-4`;

/**
 * The list as a table: title, score, difficulty, value, and the button to implement. J and K move between rows, the
 * arrows to the buttons of a row; X selects one, I implements and D dismisses the selected rows, or else the current one.
 */
export function OpportunityTable({ opportunities }: { opportunities: readonly Opportunity[] }) {
  const step = useMedia(PHONE) ? PHONE_STEP : STEP;
  const [steps, setSteps] = useState(1);
  const count = steps * step;
  const [box, setBox] = useState<HTMLElement | null>(null);
  const shown = opportunities.slice(0, count);
  const selection = useSelection(shown);
  const focus = useRowFocus(shown.length, box);
  const { implement, dismiss } = useOpportunityActions();
  const inFocus = () => (box?.contains(document.activeElement) ? shown[focus.at] : undefined);
  const act = (deed: (...all: readonly Opportunity[]) => void) => {
    const row = inFocus();
    const meant = selection.chosen.length > 0 ? selection.chosen : row ? [row] : [];
    const waiting = meant.filter(canImplement);
    if (waiting.length > 0) deed(...waiting);
    selection.clear();
  };
  const toggle = () => {
    const row = inFocus();
    if (row) selection.toggle(row);
  };
  const group = 'On this page';
  useShortcut({ id: 'row-choose', keys: 'x', label: 'Select the row', group, run: toggle });
  useShortcut({ id: 'row-implement', keys: 'i', label: 'Implement', group, run: () => act(implement) });
  useShortcut({ id: 'row-dismiss', keys: 'd', label: 'Dismiss', group, run: () => act(dismiss) });
  return (
    <div ref={setBox}>
      <Table label="Opportunities" className="max-md:block">
        <Head
          all={selection.chosen.length === shown.length}
          some={selection.chosen.length > 0}
          onAll={selection.setAll}
        />
        <tbody className="max-md:block" onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
          {shown.map((opportunity, index) => (
            <Row
              key={opportunity.id}
              opportunity={opportunity}
              isChosen={selection.has(opportunity)}
              isTabStop={index === focus.at}
              box={
                <input
                  type="checkbox"
                  data-row={index}
                  tabIndex={index === focus.at ? 0 : -1}
                  aria-label={`Select: ${readableTitle(opportunity.title)}`}
                  checked={selection.has(opportunity)}
                  onChange={(event) =>
                    selection.toggle(opportunity, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
                  }
                  className="size-4 shrink-0 accent-(--primary)"
                />
              }
            />
          ))}
        </tbody>
      </Table>
      {count < opportunities.length ? (
        <div className="flex justify-center p-3">
          <Button variant="outline" size="sm" onClick={() => setSteps(steps + 1)}>
            Show more
          </Button>
        </div>
      ) : null}
      <BulkBar
        count={selection.chosen.length}
        onImplement={() => act(implement)}
        onDismiss={() => act(dismiss)}
        onClear={selection.clear}
      />
    </div>
  );
}

function Head({ all, some, onAll }: { all: boolean; some: boolean; onAll: (isChosen: boolean) => void }) {
  return (
    <thead className="max-md:sr-only">
      <tr>
        <Th className="pl-5">
          <span className="flex items-center gap-3">
            <input
              type="checkbox"
              aria-label="Select all"
              checked={all}
              ref={(input) => {
                if (input) input.indeterminate = some && !all;
              }}
              onChange={() => onAll(!all)}
              className="size-4 accent-(--primary)"
            />
            Opportunity
          </span>
        </Th>
        <Th numeric title="0 to 100: value relative to effort">
          Score
        </Th>
        <Th numeric title="0 to 100; a dash means unknown">
          Difficulty
        </Th>
        <Th numeric>Work</Th>
        <Th numeric>Monthly value</Th>
        <Th className="pr-5 text-right">State</Th>
      </tr>
    </thead>
  );
}

interface RowProps {
  opportunity: Opportunity;
  isChosen: boolean;
  /** Whether Tab reaches its controls. */
  isTabStop: boolean;
  box: ReactNode;
}

function Row({ opportunity, isChosen, isTabStop, box }: RowProps) {
  const { score, difficulty, effortMinutes } = opportunity;
  const level = (opportunity as Opportunity & { difficultyLevel?: string | null }).difficultyLevel;
  return (
    <tr
      className={cn(CARD_ROW, 'max-md:border-b max-md:last:border-b-0', isChosen ? 'bg-accent' : 'hover:bg-accent/60')}
    >
      <Td className={cn('max-w-xl min-w-64 pl-5', WHOLE_LINE, 'max-md:max-w-none')}>
        <div className="flex items-start gap-3">
          <span className="flex h-5 items-center">{box}</span>
          <About opportunity={opportunity} />
        </div>
      </Td>
      <Td numeric data-name="Score" className={cn('font-medium', NAMED_CELL)}>
        {formatNumber(score, 0)}
      </Td>
      <Td numeric data-name="Difficulty" className={NAMED_CELL}>
        {formatNumber(difficulty, 0)}
        {level ? (
          <span className="text-xs text-muted-foreground max-md:before:content-['_'] md:block">{humanise(level)}</span>
        ) : null}
      </Td>
      <Td numeric data-name="Work" className={cn('whitespace-nowrap', NAMED_CELL)}>
        {formatMinutes(effortMinutes)}
      </Td>
      <Td numeric data-name="Monthly value" className={cn('leading-tight whitespace-nowrap', NAMED_CELL)}>
        <MoneyRange money={opportunity.impact} unknown="No monetary estimate: set a value per lead" />
      </Td>
      <Td className={cn('pr-5 text-right whitespace-nowrap md:w-px', WHOLE_LINE)}>
        <State opportunity={opportunity} isTabStop={isTabStop} />
      </Td>
    </tr>
  );
}

function About({ opportunity }: { opportunity: Opportunity }) {
  const { title, category, engineId, quickWin, updatedAt } = opportunity;
  const detail = detailOf(opportunity.evidence);
  return (
    <div className="min-w-0">
      <p className="font-medium text-pretty wrap-anywhere">{readableTitle(title)}</p>
      {detail ? <p className="mt-0.5 text-[0.8125rem] text-pretty text-muted-foreground">{readable(detail)}</p> : null}
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
        <Badge>{categoryName(category)}</Badge>
        {quickWin ? <Badge tone="brand">Quick win</Badge> : null}
        {opportunity.automated ? <Badge tone="info">Can be automated</Badge> : null}
        <span>{engineId ? `${engineInfo(engineId).name} engine` : sourceOf(category)}</span>
        {opportunity.edited && engineId ? <span>edited</span> : null}
        <RelativeTime at={updatedAt} />
      </p>
    </div>
  );
}

/** Who found an opportunity that is of no engine. */
function sourceOf(category: string): string {
  return category.startsWith('crawl_') ? 'Found by a crawl' : 'Entered by a person';
}

/** First sentence of the evidence, if any: of a quick win, or of an issue of a crawl. */
function detailOf(evidence: unknown): string | null {
  if (Array.isArray(evidence)) {
    const issue = evidence.find((fact): fact is { value: unknown } => fact?.type === 'issue');
    return issue ? detailOf(issue.value) : null;
  }
  if (typeof evidence !== 'object' || evidence === null || !('detail' in evidence)) return null;
  return typeof evidence.detail === 'string' ? evidence.detail : null;
}

function State({ opportunity, isTabStop }: { opportunity: Opportunity; isTabStop: boolean }) {
  // Only buttons of the current row are tab stops: 50 rows would have 200.
  const part = { 'data-row-part': true, tabIndex: isTabStop ? 0 : -1 };
  const { implement, dismiss, isPending } = useOpportunityActions();
  const [isEditing, setEditing] = useState(false);
  const about = <span className="sr-only">: {opportunity.title}</span>;
  if (!canImplement(opportunity)) {
    return (
      <span className="flex items-center gap-1.5 md:justify-end">
        <StateBadge state={opportunity.status} />
        {opportunity.planId ? (
          <ButtonLink {...part} variant="outline" size="sm" to={`/plans/${opportunity.planId}`}>
            Open plan{about}
          </ButtonLink>
        ) : null}
        {opportunity.editId ? (
          <ButtonLink {...part} variant="outline" size="sm" to={`/edits/${opportunity.editId}`}>
            Open edit{about}
          </ButtonLink>
        ) : null}
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5 md:justify-end">
      {opportunity.status === 'discovered' ? null : <StateBadge state={opportunity.status} />}
      <Button
        {...part}
        variant="ghost"
        size="sm"
        className="max-md:order-1"
        needsNetwork
        onClick={() => dismiss(opportunity)}
      >
        Dismiss{about}
      </Button>
      <Button {...part} variant="ghost" size="sm" needsNetwork onClick={() => setEditing(true)}>
        Edit{about}
      </Button>
      <Button
        {...part}
        variant="outline"
        size="sm"
        busy={isPending}
        needsNetwork
        onClick={() => implement(opportunity)}
      >
        Implement{about}
      </Button>
      {isEditing ? (
        <OpportunityDialog
          websiteId={opportunity.websiteId ?? ''}
          opportunity={opportunity}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </span>
  );
}
