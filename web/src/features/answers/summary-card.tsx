import type { AnswerOverview } from '@/api/answers';
import { isFinished } from '@/api/runs';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardHeader } from '@/components/ui/card';
import { PhoneFold } from '@/components/ui/folding-card';
import { engineName } from '@/lib/answer-words';
import { formatDateTime, formatMicros, plural } from '@/lib/format';
import { citedText } from './shares';
import { useReadAgain } from './use-read-again';

/** What the last check asked, what failed and what it cost. */
export function SummaryCard({
  overview,
  canChange,
  onCheck,
}: {
  overview: AnswerOverview;
  canChange: boolean;
  onCheck: () => void;
}) {
  const readAgain = useReadAgain();
  const { check, latest, spend, computedAt, report } = overview;
  const checked = check
    ? `${plural(check.answers, 'answer')} for ${formatMicros(check.spentMicros)}`
    : 'Stored answers read again';
  const isRunning = latest ? !isFinished(latest) : false;
  const websiteId = latest?.websiteId;
  return (
    <Card aria-label="Last check">
      <CardHeader
        title={citedText(report?.topics ?? []) ?? checked}
        description={`${checked}. Report of ${formatDateTime(computedAt)}.`}
        actions={
          canChange && !isRunning ? (
            <>
              {websiteId ? (
                <Button
                  variant="outline"
                  size="sm"
                  needsNetwork
                  busy={readAgain.isPending}
                  title="With the current names and rivals. Costs nothing."
                  onClick={() => readAgain.mutate(websiteId)}
                >
                  Read answers again
                </Button>
              ) : null}
              <Button size="sm" needsNetwork onClick={onCheck}>
                Check AI answers
              </Button>
            </>
          ) : null
        }
      />
      <div className="grid gap-4 p-5 text-[0.8125rem]">
        {check && check.failures.length > 0 ? (
          <Callout
            tone="warning"
            title="Some engines could not be asked. Their figures are those of their last answers."
          >
            <ul>
              {check.failures.map(({ engine, message }) => (
                <li key={engine} className="wrap-anywhere">
                  {engineName(engine)}: {message}
                </li>
              ))}
            </ul>
          </Callout>
        ) : null}
        {check?.isOutOfBudget ? <p>The budget ended the check before all intervals were as narrow as wanted.</p> : null}
        <PhoneFold title={spendingText(spend)}>
          <Spend spend={spend} />
        </PhoneFold>
      </div>
    </Card>
  );
}

function spendingText(spend: AnswerOverview['spend']): string {
  const total = spend.reduce((sum, { micros }) => sum + micros, 0);
  return `Spending of the last 30 days: ${formatMicros(total)}`;
}

function Spend({ spend }: { spend: AnswerOverview['spend'] }) {
  return (
    <section aria-label="Spending of the last 30 days">
      <h3 className="font-medium">{spendingText(spend)}</h3>
      <ul>
        {spend.map(({ engine, answers, micros }) => (
          <li key={engine} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere">{engineName(engine)}</span>
            <span className="tabular">
              {plural(answers, 'answer')}, {formatMicros(micros)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
