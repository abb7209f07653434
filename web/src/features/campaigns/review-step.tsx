import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { campaignQueries, type NewCampaign } from '@/api/campaigns';
import { marketQueries } from '@/api/market-data';
import { siteQueries } from '@/api/sites';
import { CampaignFacts } from '@/components/campaigns/campaign-facts';
import { DryRunView } from '@/components/campaigns/dry-run-view';
import { OperatorNotice } from '@/components/sites/operator-notice';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Keys } from '@/components/ui/keys';
import { useShortcut } from '@/hooks/use-shortcut';
import { ForecastFigure } from './forecast-figure';
import { type FieldName, planOf, STEPS, type StepId, stepOf, type Values } from './plan';

/** What the campaign will do, what it would have done, and what it may bring; then its launch. */
export function ReviewStep({
  values,
  faults,
  isBusy,
  isPaused,
  onStep,
  onSave,
  onLaunch,
}: {
  values: Values;
  faults: readonly { field: FieldName; text: string }[];
  isBusy: boolean;
  isPaused: boolean;
  onStep: (step: StepId) => void;
  onSave: () => void;
  onLaunch: () => void;
}) {
  const operator = useQuery(siteQueries.operator());
  const isComplete = faults.length === 0;
  const canLaunch = isComplete && !isPaused && operator.data?.missing.length === 0;
  const launch = () => {
    if (canLaunch && !isBusy) onLaunch();
  };
  useShortcut({ id: 'launch', keys: 'mod+Enter', label: 'Launch the campaign', group: 'On this page', run: launch });
  return (
    <>
      {isComplete ? <Complete plan={planOf(values)} /> : <Faults faults={faults} onStep={onStep} />}
      {isPaused ? null : <OperatorNotice />}
      <p className="text-[0.8125rem] text-muted-foreground">
        {isPaused
          ? 'Resume the campaign afterwards.'
          : 'You can undo the launch for 5 seconds. No site is public before you approve it.'}
      </p>
      <div className="flex flex-wrap items-center gap-3 border-t border-border pt-5">
        <Button variant="outline" className="mr-auto" onClick={() => onStep('budget')}>
          Back
        </Button>
        {isPaused ? (
          <Button needsNetwork busy={isBusy} disabled={!isComplete} onClick={onSave}>
            Save changes
          </Button>
        ) : (
          <>
            <Button needsNetwork variant="outline" disabled={!isComplete || isBusy} onClick={onSave}>
              Save draft
            </Button>
            <span className="hidden lg:inline-flex">
              <Keys keys="mod+Enter" />
            </span>
            <Button needsNetwork busy={isBusy} disabled={!canLaunch} onClick={launch}>
              {isBusy ? null : <Rocket size={15} aria-hidden="true" />}
              Launch campaign
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Faults({
  faults,
  onStep,
}: {
  faults: readonly { field: FieldName; text: string }[];
  onStep: (step: StepId) => void;
}) {
  return (
    <Callout tone="warning" title="Complete these steps first">
      <ul className="mt-1 grid gap-1">
        {faults.map(({ field, text }) => {
          const step = STEPS.find(({ id }) => id === stepOf(field));
          return (
            <li key={field}>
              <Button
                variant="link"
                size="inline"
                className="min-h-6 text-[0.8125rem]"
                onClick={() => step && onStep(step.id)}
              >
                {step?.label}
              </Button>
              : {text}
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

function Complete({ plan }: { plan: NewCampaign }) {
  const verticals = useQuery(marketQueries.verticals());
  const dryRun = useQuery(campaignQueries.dryRun(plan));
  const forecast = useQuery(campaignQueries.forecast(plan));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section aria-label="Campaign">
        <h2 className="mb-3 text-[0.9375rem] font-semibold">{plan.name}</h2>
        <CampaignFacts plan={plan} verticals={verticals.data ?? []} />
      </section>
      <QueryPanel
        query={forecast}
        fallback="Failed to calculate the forecast."
        loading={<LoadingRows rows={6} className="p-0" />}
      >
        {(data) => <ForecastFigure forecast={data} />}
      </QueryPanel>
      <section aria-label="Dry run">
        <h2 className="text-[0.9375rem] font-semibold">Dry run of the last 30 days</h2>
        <p className="mt-0.5 mb-3 text-[0.8125rem] text-muted-foreground">
          What these rules would have done. Nothing is written.
        </p>
        <QueryPanel
          query={dryRun}
          fallback="Failed to run the rules."
          loading={<LoadingRows rows={6} className="p-0" />}
        >
          {(data) => <DryRunView dryRun={data} />}
        </QueryPanel>
      </section>
    </div>
  );
}
