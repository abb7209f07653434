import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Campaign, NewCampaign } from '@/api/campaigns';
import { ApiError } from '@/api/errors';
import { useLaunch } from '@/components/campaigns/launch';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { useUrlState } from '@/hooks/use-url-state';
import { cn } from '@/lib/cn';
import { utcDay } from '@/lib/days';
import { oneOf } from '@/lib/one-of';
import { showToast } from '@/lib/toast';
import { BudgetStep } from './budget-step';
import { GoalStep } from './goal-step';
import { localDrafts } from './local-draft';
import { FIELDS, type FieldName, faultsOf, fieldOf, planOf, STEPS, type StepId, stepOf, type Values } from './plan';
import { ReviewStep } from './review-step';
import { TargetsStep } from './targets-step';

const DEFAULTS = { step: 'goal' };
const IDS = STEPS.map(({ id }) => id);

/** The server counts the days of a campaign in UTC. */
const today = () => utcDay(Date.now());

/** The four steps of a campaign. What is entered is stored in this browser until the campaign is saved. */
export function Wizard({
  initial,
  owner,
  draftId,
  isPaused = false,
  save,
}: {
  /** Values without a draft. */
  initial: Values;
  /** User and workspace, whose drafts are stored. */
  owner: string;
  /** "new", or the id of the campaign that is changed. */
  draftId: string;
  /** A paused campaign is changed and not launched. */
  isPaused?: boolean;
  save: (plan: NewCampaign) => Promise<{ campaign: Campaign }>;
}) {
  const [found] = useState(() => localDrafts.read(owner, draftId));
  const [url, setUrl] = useUrlState(DEFAULTS);
  const step: StepId = oneOf(IDS, url.step) ?? 'goal';
  const form = useWizardForm({ initial: found?.values ?? initial, owner, draftId, save, onStep: goTo });
  const values = useWatch({ control: form.control }) as Values;
  const faults = faultsOf(values, today());
  function goTo(next: StepId) {
    setUrl({ step: next }, { replace: false });
    window.scrollTo(0, 0);
  }
  const next = async () => {
    const following = IDS[IDS.indexOf(step) + 1];
    if (following && (await form.methods.trigger([...FIELDS[step]], { shouldFocus: true }))) goTo(following);
  };
  useEffect(() => {
    if (form.isDirty) localDrafts.write(owner, draftId, { values, at: new Date().toISOString() });
  }, [values, owner, draftId, form.isDirty]);
  const previous = IDS[IDS.indexOf(step) - 1];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Stepper step={step} faults={faults.map(({ field }) => stepOf(field))} onStep={goTo} />
      {found ? (
        <DraftNotice
          at={found.at}
          onDiscard={() => {
            localDrafts.clear(owner, draftId);
            form.methods.reset(initial);
            goTo('goal');
          }}
        />
      ) : null}
      <Card aria-label={STEPS.find(({ id }) => id === step)?.label}>
        <CardBody>
          <form
            noValidate
            className="grid grid-cols-[minmax(0,1fr)] gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              if (step !== 'review') void next();
            }}
          >
            {form.error ? <Callout tone="danger" title={form.error} /> : null}
            {step === 'goal' ? <GoalStep control={form.control} /> : null}
            {step === 'targets' ? <TargetsStep control={form.control} /> : null}
            {step === 'budget' ? <BudgetStep control={form.control} /> : null}
            {step === 'review' ? (
              <ReviewStep
                values={values}
                faults={faults}
                isBusy={form.isBusy}
                isPaused={isPaused}
                onStep={goTo}
                onSave={() => form.submitFor('draft')}
                onLaunch={() => form.submitFor('launch')}
              />
            ) : null}
            {step === 'review' ? null : <Foot onBack={previous ? () => goTo(previous) : undefined} />}
          </form>
        </CardBody>
      </Card>
    </div>
  );
}

function Foot({ onBack }: { onBack?: () => void }) {
  return (
    <div className="flex flex-wrap justify-between gap-3 border-t border-border pt-5">
      {onBack ? (
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
      ) : (
        <span />
      )}
      <Button type="submit">Continue</Button>
    </div>
  );
}

/** Form of all steps; saving shows the step of the first refused field. */
function useWizardForm({
  initial,
  owner,
  draftId,
  save,
  onStep,
}: {
  initial: Values;
  owner: string;
  draftId: string;
  save: (plan: NewCampaign) => Promise<{ campaign: Campaign }>;
  onStep: (step: StepId) => void;
}) {
  const intent = useRef<'draft' | 'launch'>('draft');
  const launch = useLaunch();
  const navigate = useNavigate();
  const form = useSaveForm<Values, { campaign: Campaign }>({
    defaultValues: initial,
    resolver: async (values) => {
      const errors = faultsOf(values, today()).map(({ field, text }) => [field, { type: 'check', message: text }]);
      return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) };
    },
    save: (values) => save(planOf(values)),
    nameOf: fieldOf,
    failure: 'Failed to save the campaign',
    onSaved: ({ campaign }) => {
      localDrafts.clear(owner, draftId);
      navigate(`/campaigns/${campaign.id}`);
      if (intent.current === 'launch') void launch(campaign);
      else showToast({ title: 'Campaign saved' });
    },
    onFailed: (error) => {
      const [first] = Object.keys(error instanceof ApiError ? error.fields : {});
      const field = first === undefined ? undefined : fieldOf(first);
      if (field !== undefined && field in initial) onStep(stepOf(field as FieldName));
    },
  });
  const submitFor = (wanted: 'draft' | 'launch') => {
    intent.current = wanted;
    void form.submit();
  };
  return { ...form, submitFor };
}

function Stepper({
  step,
  faults,
  onStep,
}: {
  step: StepId;
  faults: readonly StepId[];
  onStep: (step: StepId) => void;
}) {
  const at = IDS.indexOf(step);
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-4 gap-2">
        {STEPS.map(({ id, label }, index) => {
          // A later step opens once all before it are complete.
          const isOpen = index <= at || !IDS.slice(0, index).some((before) => faults.includes(before));
          return (
            <li key={id}>
              <button
                type="button"
                disabled={!isOpen}
                aria-current={id === step ? 'step' : undefined}
                className={cn(
                  'flex min-h-11 w-full items-center justify-center gap-2 rounded-md border px-2 text-[0.8125rem] font-medium disabled:cursor-not-allowed disabled:opacity-60',
                  id === step
                    ? 'border-primary bg-card text-foreground'
                    : 'border-border text-muted-foreground hover:text-foreground',
                )}
                onClick={() => onStep(id)}
              >
                <span aria-hidden="true" className="tabular max-sm:hidden">
                  {index + 1}
                </span>
                {label}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function DraftNotice({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <Callout
      title="Your draft is back"
      action={
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            setShown(false);
            onDiscard();
          }}
        >
          Discard draft
        </Button>
      }
    >
      Stored in this browser
      {at ? (
        <>
          , last changed <RelativeTime at={at} />
        </>
      ) : null}
      .
    </Callout>
  );
}
