import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { opportunityQueries } from '@/api/opportunities';
import type { Opportunity, Website } from '@/api/types';
import { canImplement } from '@/components/opportunities/opportunity-impact';
import { formatMoney } from '@/lib/format';
import { currencyOf, moneyFactor } from './settings-changes';
import { readSettings, type SettingsValues, settingsValues } from './settings-values';

/** Returns the monthly value of the open opportunities in a currency; 0 without any. */
function totalCents(opportunities: readonly Opportunity[], currency: string): number {
  const amounts = opportunities.filter(canImplement).map(({ impact }) => impact);
  return amounts.reduce((sum, impact) => sum + (impact?.currency === currency ? impact.midCents : 0), 0);
}

interface Previewed {
  website: Website;
  control: Control<SettingsValues>;
  /** True while the opportunities were computed with other settings than the stored ones. */
  isOutdated: boolean;
}

/** Effect of the typed value per lead and conversion rate on the value of the opportunities; nothing where unknown. */
export function MoneyPreview({ website, control, isOutdated }: Previewed) {
  const [valuePerLead, conversionRate, currency] = useWatch({
    control,
    name: ['valuePerLead', 'conversionRate', 'currency'],
  });
  const { settings } = website;
  const typed = readSettings({ ...settingsValues(settings), valuePerLead, conversionRate, currency });
  const isReadable = Object.keys(typed.errors).length === 0;
  const factor = isReadable && !isOutdated ? moneyFactor(settings, typed.settings) : null;
  const isChanged = factor !== null && factor !== 1;
  const query = useQuery({ ...opportunityQueries.list({ websiteId: website.id }), enabled: isChanged });
  const total = totalCents(query.data?.opportunities ?? [], currencyOf(settings));
  const what = changedWords(settings, typed.settings);
  return (
    <p role="status" className="text-[0.8125rem] not-empty:mt-3">
      {isChanged && total > 0
        ? `Monthly value of your opportunities: ${formatMoney(total, currencyOf(settings))} now, about ${formatMoney(
            Math.round(total * factor),
            currencyOf(settings),
          )} with ${what}.`
        : null}
    </p>
  );
}

function changedWords(before: Website['settings'], after: Website['settings']): string {
  const isValue = before.valuePerLeadCents !== after.valuePerLeadCents;
  const isRate = before.conversionRate !== after.conversionRate;
  if (isValue && isRate) return 'these values';
  return isRate ? 'this rate' : 'this value';
}
