import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { type KeywordDataEstimate, keywordDataApi, keywordDataQueries } from '@/api/keyword-data';
import { rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { CheckField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { plural } from '@/lib/format';
import { beforeLeaving } from '@/lib/unsaved';
import { DataRun } from './data-run';
import { bodyOf, type DataValues, dollars, EMPTY, isAmount, queryOf } from './data-values';

const IDEAS = ['20', '100', '500', '1000'].map((value) => ({ value, label: `At most ${value} for each` }));
const RANKED = ['100', '500', '1000'].map((value) => ({ value, label: `At most ${value}` }));
const LINKS = [{ value: '0', label: 'None' }, ...RANKED];

/** Fetches data on keywords through a connection: what to fetch with its cost, then the run with its result. */
export function DataDialog({ website, isOpen, onClose }: { website: Website; isOpen: boolean; onClose: () => void }) {
  const [runId, setRunId] = useState('');
  const close = () =>
    beforeLeaving(() => {
      setRunId('');
      onClose();
    });
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title="Fetch keyword data"
      description={`Volumes, difficulty, ideas and links for ${website.host}, from a connection.`}
      className="w-[min(40rem,calc(100vw-2rem))]"
    >
      {runId === '' ? (
        <DataForm website={website} onStarted={setRunId} onClose={close} />
      ) : (
        <DataRun runId={runId} onRetried={setRunId} onAgain={() => setRunId('')} onClose={close} />
      )}
    </Dialog>
  );
}

function DataForm({
  website,
  onStarted,
  onClose,
}: {
  website: Website;
  onStarted: (runId: string) => void;
  onClose: () => void;
}) {
  const form = useSaveForm({
    defaultValues: EMPTY,
    save: (values) => keywordDataApi.fetch(bodyOf(values, website.id)),
    nameOf: (field) => (field === 'budgetMicros' ? 'budget' : (field.split(/[./]/)[0] ?? field)),
    onSaved: ({ run }) => onStarted(run.id),
  });
  const values = useWatch({ control: form.control }) as DataValues;
  const estimate = useQuery(keywordDataQueries.estimate(queryOf(values, website.id))).data;
  const canFetch = estimate !== undefined && estimate.connection !== null && estimate.costMicros > 0;
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      {estimate?.connection === null ? <NoConnection /> : null}
      <KeywordFields control={form.control} />
      <FoundFields control={form.control} website={website} />
      <MarketFields control={form.control} website={website} estimate={estimate} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-border bg-popover px-5 py-4">
        <Cost estimate={estimate} />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.isBusy} disabled={!canFetch} needsNetwork>
            {estimate ? `Fetch, at most ${dollars(estimate.costMicros)}` : 'Fetch'}
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** Keywords whose figures are fetched. */
function KeywordFields({ control }: { control: Control<DataValues> }) {
  return (
    <div className="grid gap-2">
      <TextareaField
        control={control}
        name="keywords"
        label="Keywords"
        rows={3}
        hint="Fetches volume, CPC and volume by month. One per line, at most 1,000."
      />
      <CheckField control={control} name="known" label="Keywords of the latest analysis without a measured volume" />
      <CheckField control={control} name="tracked" label="Tracked keywords" />
      <CheckField control={control} name="difficulty" label="Fetch the difficulty of these keywords too" />
    </div>
  );
}

/** New keywords and links. */
function FoundFields({ control, website }: { control: Control<DataValues>; website: Website }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <TextareaField
        control={control}
        name="seeds"
        label="Find ideas for"
        rows={2}
        hint="Optional. Keywords that contain these words. One per line, at most 20."
      />
      <SelectField control={control} name="ideas" label="Ideas" options={IDEAS} />
      <TextField
        control={control}
        name="domain"
        label="Ranked keywords of a domain"
        hint={`Optional. Yours or a competitor's, for example ${website.host}`}
      />
      <SelectField control={control} name="ranked" label="Ranked keywords" options={RANKED} />
      <SelectField
        control={control}
        name="links"
        label={`Backlinks of ${website.host}`}
        options={LINKS}
        hint="One of each linking domain."
      />
    </div>
  );
}

/** Market, connection and budget. */
function MarketFields({
  control,
  website,
  estimate,
}: {
  control: Control<DataValues>;
  website: Website;
  estimate: KeywordDataEstimate | undefined;
}) {
  const settings = useQuery(rankQueries.settings(website.id)).data;
  const countries = (settings?.countries ?? []).map(({ key, name }) => ({ value: key, label: name }));
  const connections = (estimate?.connections ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        control={control}
        name="country"
        label="Country"
        options={countries.length > 0 ? countries : [{ value: 'us', label: 'United States' }]}
      />
      <TextField control={control} name="language" label="Language" hint="Two letters, for example en" />
      <TextField
        control={control}
        name="budget"
        label="Budget, $"
        type="number"
        min={0}
        step="any"
        check={(typed) => isAmount(typed) || 'Enter an amount, or leave it empty.'}
        hint="Empty for the estimate. The budget of the connection applies as well."
      />
      {connections.length > 1 ? (
        <SelectField
          control={control}
          name="connectionId"
          label="Connection"
          options={[{ value: '', label: 'First that can' }, ...connections]}
        />
      ) : null}
    </div>
  );
}

function Cost({ estimate }: { estimate: KeywordDataEstimate | undefined }) {
  if (!estimate) return null;
  const { keywords, leftOut } = estimate;
  const left = leftOut === 0 ? '' : ` ${plural(leftOut, 'keyword')} of yours cannot be measured and are left out.`;
  return (
    <p role="status" className="text-[0.8125rem] text-muted-foreground">
      {estimate.costMicros === 0
        ? 'Choose what to fetch.'
        : `Costs at most ${dollars(estimate.costMicros)}, with the volume of ${plural(keywords, 'keyword')}.`}
      {left} Responses in the cache of the connection cost nothing.
    </p>
  );
}

function NoConnection() {
  return (
    <Callout
      tone="warning"
      title="No connection returns data on keywords"
      action={
        <ButtonLink to="/settings?tab=connections" size="sm" variant="outline">
          Open connections
        </ButtonLink>
      }
    >
      <p>Connect DataForSEO, or import the export of a keyword tool.</p>
    </Callout>
  );
}
