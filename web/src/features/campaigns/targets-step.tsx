import { useQuery } from '@tanstack/react-query';
import { type Control, useController, useWatch } from 'react-hook-form';
import { marketQueries } from '@/api/market-data';
import { pipelineQueries } from '@/api/pipeline';
import { CheckListField, SegmentedField, SelectField, TextField } from '@/components/form/fields';
import { KINDS } from '@/components/sites/site-words';
import { ThemeChoice } from '@/components/sites/theme-choice';
import { useTargetOptions } from '@/components/sites/use-targets';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { formatMoney } from '@/lib/format';
import { marketKey, type Values } from './plan';

const WAYS = [
  { value: 'filter', label: 'All markets of a filter' },
  { value: 'markets', label: 'Chosen markets' },
];

const TIERS = [
  { value: 'tier1', label: 'Tier 1' },
  { value: 'tier2', label: 'Tier 2' },
  { value: 'tier3', label: 'Tier 3' },
];

const LIST = 'mt-2 grid max-h-56 grid-cols-1 gap-2 overflow-y-auto rounded-md border border-border p-3 sm:grid-cols-2';

/** Markets, and the sites that are built for them. */
export function TargetsStep({ control }: { control: Control<Values> }) {
  const kind = useWatch({ control, name: 'targetKind' });
  const targets = useTargetOptions();
  const theme = useController({ control, name: 'theme' });
  return (
    <>
      <div>
        <SegmentedField control={control} name="targetKind" label="Markets" options={WAYS} />
      </div>
      {kind === 'markets' ? <ChosenMarkets control={control} /> : <Filter control={control} />}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          control={control}
          name="siteKind"
          label="Kind of sites"
          options={KINDS.map(({ value, label, text }) => ({ value, label: `${label}: ${text.toLowerCase()}` }))}
        />
        <SelectField control={control} name="targetId" label="Target" options={targets} />
      </div>
      <ThemeChoice any value={theme.field.value} onChange={theme.field.onChange} />
    </>
  );
}

function Filter({ control }: { control: Control<Values> }) {
  const verticals = useQuery(marketQueries.verticals());
  return (
    <>
      <QueryPanel
        query={verticals}
        fallback="Failed to load the verticals."
        loading={<LoadingRows rows={5} className="h-[15.5rem] p-0" />}
      >
        {(list) => (
          <CheckListField
            control={control}
            name="verticals"
            label="Verticals (none for all)"
            options={list.map(({ slug, name }) => ({ value: slug, label: name }))}
            className={LIST}
          />
        )}
      </QueryPanel>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="states"
          label="States (optional)"
          hint="For example OK, TX. Empty for all states."
        />
        <TextField
          control={control}
          name="minPopulation"
          label="Minimum population (optional)"
          inputMode="numeric"
          hint="For example 50000."
        />
      </div>
      <CheckListField control={control} name="tiers" label="Tiers (none for all)" options={TIERS} />
    </>
  );
}

/** Markets of the pipeline that have a score and no site. */
function ChosenMarkets({ control }: { control: Control<Values> }) {
  const markets = useQuery(pipelineQueries.markets());
  return (
    <QueryPanel
      query={markets}
      fallback="Failed to load the markets."
      loading={<LoadingRows rows={4} className="p-0" />}
    >
      {(all) => {
        const scored = all.filter(({ stage }) => stage === 'score');
        return (
          <>
            <CheckListField
              control={control}
              name="markets"
              label="Markets of the pipeline without a site"
              options={scored.map(({ vertical, verticalName, placeId, city, state, profitCents, currency }) => ({
                value: marketKey(vertical, placeId),
                label: `${verticalName} in ${city}${state ? `, ${state}` : ''} (${formatMoney(profitCents, currency)} a month)`,
              }))}
              className={LIST}
            />
            {scored.length === 0 ? (
              <p className="text-[0.8125rem] text-muted-foreground">
                The pipeline has no market with a score and without a site.{' '}
                <ButtonLink to="/dominator/opportunity-discovery" variant="link" size="inline" className="min-h-6">
                  Find markets
                </ButtonLink>
              </p>
            ) : null}
          </>
        );
      }}
    </QueryPanel>
  );
}
