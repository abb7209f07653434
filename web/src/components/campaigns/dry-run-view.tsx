import { useState } from 'react';
import type { DryRun, DryRunDay } from '@/api/campaigns';
import { ChartFrame } from '@/components/charts/chart-frame';
import { Badge } from '@/components/ui/badge';
import { Callout } from '@/components/ui/callout';
import { Field, Select } from '@/components/ui/field';
import { Table, Td, Th } from '@/components/ui/table';
import { cn } from '@/lib/cn';
import { formatDate, formatNumber, NO_VALUE, plural } from '@/lib/format';
import { DECISION_WORDS, decisionState, dollarRange, dollars } from './campaign-words';
import { countsOf, dayText, startedOf } from './dry-run-days';
import { Timeline } from './timeline';

/** What rules would have done: totals, a timeline, and the decisions of a day with their reasons. */
export function DryRunView({ dryRun }: { dryRun: DryRun }) {
  const { days, totals, stopReason, assumptions } = dryRun;
  const [chosen, setChosen] = useState<string | null>(null);
  const first = days.find((day) => startedOf(day) > 0) ?? days[0];
  const day = days.find((each) => each.day === chosen) ?? first;
  const profit = totals.expectedMonthlyProfitCents;
  const figures: [string, string][] = [
    ['Sites', formatNumber(totals.sites, 0)],
    ['Spent', dollars(totals.spentCents)],
    ['Expected profit a month (80% interval)', totals.sites > 0 ? dollarRange(profit) : NO_VALUE],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([name, text]) => (
          <div key={name}>
            <dt className="text-xs text-muted-foreground">{name}</dt>
            <dd className="tabular font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      <Callout title={stopReason ?? 'Nothing stopped it in these days.'}>
        <p>{sourceText(dryRun)}</p>
        {assumptions.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Callout>
      {day ? (
        <>
          <ChartFrame
            title="Sites started by day"
            description="Choose a day to see its decisions."
            table={{
              headers: ['Day (UTC)', ...DECISION_WORDS.map((word) => decisionState(word).label), 'Spent'],
              rows: days.map((each) => {
                const counts = countsOf(each);
                return [each.day, ...DECISION_WORDS.map((word) => counts[word] ?? 0), each.spentCents];
              }),
              formats: [
                null,
                ...DECISION_WORDS.map(() => null),
                (cents: string | number | null) => (typeof cents === 'number' ? dollars(cents) : ''),
              ],
            }}
            fileName="dry-run"
          >
            <Timeline
              label="Sites started by day"
              columns={days.map((each) => ({
                id: each.day,
                name: formatDate(each.day),
                value: startedOf(each),
                text: dayText(each),
              }))}
              chosen={day.day}
              onChoose={setChosen}
            />
          </ChartFrame>
          <Field label="Day" className="max-w-64">
            {(control) => (
              <Select {...control} value={day.day} onChange={(event) => setChosen(event.target.value)}>
                {days.map((each) => (
                  <option key={each.day} value={each.day}>
                    {formatDate(each.day)}: {plural(startedOf(each), 'site')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Decisions day={day} />
        </>
      ) : null}
    </div>
  );
}

/** Which scores the replay used. */
function sourceText({ days, daysWithScan }: DryRun): string {
  if (daysWithScan === 0) return 'No saved scan covers these days: it uses the scores of the reference data.';
  if (daysWithScan === days.length) return 'It uses the scores of your saved scans, as they were known on each day.';
  return `It uses the scores of your saved scans on ${plural(daysWithScan, 'day')}, and those of the reference data on the others.`;
}

function Decisions({ day }: { day: DryRunDay }) {
  if (day.decisions.length === 0) {
    return <p className="text-[0.8125rem] text-muted-foreground">No market was decided on this day.</p>;
  }
  return (
    <div className="max-h-96 overflow-y-auto rounded-md border border-border">
      <Table stacked label={`Decisions of ${formatDate(day.day)}`}>
        <thead>
          <tr>
            <Th>Market</Th>
            <Th>Decision</Th>
            <Th>Reason</Th>
            <Th numeric>Cost</Th>
          </tr>
        </thead>
        <tbody>
          {day.decisions.map((decision) => {
            const state = decisionState(decision.decision);
            return (
              <tr key={`${decision.vertical} ${decision.placeId}`}>
                <Td stack="title" className="font-medium sm:min-w-48">
                  {decision.verticalName} in {decision.place}
                </Td>
                <Td stack="corner">
                  <Badge tone={state.tone} dot>
                    {state.label}
                  </Badge>
                </Td>
                <Td stack="line" className="first-letter:uppercase sm:min-w-64">
                  {decision.reason}
                </Td>
                <Td numeric label="Cost" className={cn(decision.costCents === 0 && 'max-sm:hidden')}>
                  {decision.costCents > 0 ? dollars(decision.costCents) : NO_VALUE}
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {day.more > 0 ? (
        <p className="px-3 py-2 text-xs text-muted-foreground">
          and {plural(day.more, 'more market', 'more markets')} without a site
        </p>
      ) : null}
    </div>
  );
}
