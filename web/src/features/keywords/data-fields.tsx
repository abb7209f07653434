import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import type { KeywordDataEstimate } from '@/api/keyword-data';
import { rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { CheckField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { formatMicros, plural } from '@/lib/format';
import { type DataValues, isAmount } from './data-values';

const IDEAS = ['20', '100', '500', '1000'].map((value) => ({ value, label: `At most ${value} for each` }));
const RANKED = ['100', '500', '1000'].map((value) => ({ value, label: `At most ${value}` }));
const LINKS = [{ value: '0', label: 'None' }, ...RANKED];

/** The options, with a number that they lack. */
function including(options: { value: string; label: string }[], value: string, rest = '') {
  const isKnown = options.some((option) => option.value === value);
  return isKnown ? options : [...options, { value, label: `At most ${value}${rest}` }];
}

/** Keywords whose figures are fetched. */
export function KeywordFields({ control }: { control: Control<DataValues> }) {
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
export function FoundFields({
  control,
  website,
  first,
}: {
  control: Control<DataValues>;
  website: Website;
  /** Values that the form shows first; numbers that the lists lack are added. */
  first: DataValues;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <TextareaField
        control={control}
        name="seeds"
        label="Find ideas for"
        rows={2}
        hint="Optional. Keywords that contain these words. One per line, at most 20."
      />
      <SelectField control={control} name="ideas" label="Ideas" options={including(IDEAS, first.ideas, ' for each')} />
      <TextField
        control={control}
        name="domain"
        label="Ranked keywords of a domain"
        hint={`Optional. Yours or a competitor's, for example ${website.host}`}
      />
      <SelectField control={control} name="ranked" label="Ranked keywords" options={including(RANKED, first.ranked)} />
      <SelectField
        control={control}
        name="links"
        label={`Backlinks of ${website.host}`}
        options={including(LINKS, first.links)}
        hint="One of each linking domain."
      />
    </div>
  );
}

/** Market, connection and budget. */
export function MarketFields({
  control,
  website,
  estimate,
  budgetHint = 'Empty for the estimate. The budget of the connection applies as well.',
}: {
  control: Control<DataValues>;
  website: Website;
  estimate: KeywordDataEstimate | undefined;
  budgetHint?: string;
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
        hint={budgetHint}
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

/** The most that a run costs, and what it leaves out. */
export function Cost({ estimate }: { estimate: KeywordDataEstimate | undefined }) {
  if (!estimate) return null;
  const { keywords, leftOut } = estimate;
  const left = leftOut === 0 ? '' : ` ${plural(leftOut, 'keyword')} of yours cannot be measured and are left out.`;
  return (
    <p role="status" className="text-[0.8125rem] text-muted-foreground">
      {estimate.costMicros === 0
        ? 'Choose what to fetch.'
        : `Costs at most ${formatMicros(estimate.costMicros)}, with the volume of ${plural(keywords, 'keyword')}.`}
      {left} Responses in the cache of the connection cost nothing.
    </p>
  );
}

/** What to connect. */
export function NoConnection() {
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
