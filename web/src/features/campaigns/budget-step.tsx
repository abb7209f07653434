import type { Control } from 'react-hook-form';
import { TextField } from '@/components/form/fields';
import type { Values } from './plan';

/** Budget, and the rules that a market must fulfil. */
export function BudgetStep({ control }: { control: Control<Values> }) {
  return (
    <>
      <fieldset className="grid gap-5">
        <legend className="mb-3 font-semibold">Budget in dollars</legend>
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField
            control={control}
            name="budget"
            label="Total budget"
            inputMode="decimal"
            hint="Never exceeded, for example 1000."
          />
          <TextField
            control={control}
            name="costPerSite"
            label="Cost of a site (optional)"
            inputMode="decimal"
            hint="Domain and hosting for a year. Empty: the cost of the market model."
          />
          <TextField
            control={control}
            name="provider"
            label="For data providers (optional)"
            inputMode="decimal"
            hint="Set aside from the budget, for example 50."
          />
        </div>
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="mb-3 font-semibold">Rules</legend>
        <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <TextField
            control={control}
            name="minScore"
            label="Minimum score"
            inputMode="decimal"
            hint="0 to 100, for example 20. With 0, the markets with the highest expected profit come first."
          />
          <TextField
            control={control}
            name="minPayout"
            label="Minimum payout (optional)"
            inputMode="decimal"
            hint="Dollars per lead or call, for example 40."
          />
          <TextField
            control={control}
            name="minProfit"
            label="Minimum expected profit (optional)"
            inputMode="decimal"
            hint="Dollars a month, for example 300."
          />
          <TextField
            control={control}
            name="minConfidence"
            label="Minimum confidence"
            inputMode="numeric"
            hint="In percent, for example 30."
          />
          <TextField
            control={control}
            name="sitesPerDay"
            label="Maximum sites a day"
            inputMode="numeric"
            hint="1 to 100, for example 2."
          />
          <TextField
            control={control}
            name="sitesTotal"
            label="Maximum sites in total"
            inputMode="numeric"
            hint="1 to 1,000, for example 20."
          />
        </div>
      </fieldset>
    </>
  );
}
