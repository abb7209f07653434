import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { type NewRankSettings, type RankSettings, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { CheckField, SelectField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { formatMicros, formatNumber } from '@/lib/format';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';

const DEPTHS = ['10', '20', '30', '50', '100'].map((value) => ({ value, label: `First ${value} results` }));
const MICROS = 1_000_000;
/** Largest budget that the server accepts, to estimate without one. */
const NO_BUDGET = 100_000_000_000;

interface Values {
  connectionId: string;
  depth: string;
  wantsOverview: boolean;
  monthBudgetMicros: string;
  isDaily: boolean;
}

function valuesOf(settings: RankSettings): Values {
  const { monthBudgetMicros: budget } = settings;
  return {
    connectionId: settings.connectionId ?? '',
    depth: String(settings.depth),
    wantsOverview: settings.wantsOverview,
    monthBudgetMicros: budget === null ? '' : String(budget / MICROS),
    isDaily: settings.isDaily,
  };
}

function microsOf(text: string): number | null {
  return text.trim() === '' ? null : Math.round(Number(text) * MICROS);
}

function bodyOf(values: Values, websiteId: string): NewRankSettings {
  return {
    websiteId,
    connectionId: values.connectionId || null,
    depth: Number(values.depth),
    wantsOverview: values.wantsOverview,
    monthBudgetMicros: microsOf(values.monthBudgetMicros),
    isDaily: values.isDaily,
  };
}

/** Connection, depth, budget and the daily check. */
export function SettingsDialog({
  website,
  settings,
  isOpen,
  onClose,
}: {
  website: Website;
  settings: RankSettings;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={isOpen}
      onClose={() => beforeLeaving(onClose)}
      title="Settings of rank tracking"
      description={`How the ranks of ${website.host} are checked.`}
    >
      {isOpen ? <SettingsForm website={website} settings={settings} onClose={onClose} /> : null}
    </Dialog>
  );
}

function SettingsForm({
  website,
  settings,
  onClose,
}: {
  website: Website;
  settings: RankSettings;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: valuesOf(settings),
    save: (values) => rankApi.saveSettings(bodyOf(values, website.id)),
    onSaved: () => {
      showToast({ title: 'Settings saved' });
      queries.invalidateQueries({ queryKey: rankQueries.all() });
      queries.invalidateQueries({ queryKey: ['schedules'] });
      onClose();
    },
  });
  const depths = DEPTHS.some(({ value }) => value === String(settings.depth))
    ? DEPTHS
    : [{ value: String(settings.depth), label: `First ${settings.depth} results` }, ...DEPTHS];
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <SelectField
        control={form.control}
        name="connectionId"
        label="Connection"
        hint="Its budget applies as well."
        options={[
          { value: '', label: 'First that returns search results' },
          ...settings.connections.map(({ id, name, provider, checkMicros }) => ({
            value: id,
            label: `${name} (${provider}, ${formatMicros(checkMicros)} per check)`,
          })),
        ]}
      />
      <SelectField control={form.control} name="depth" label="Depth" options={depths} hint="Charged by ten results." />
      <TextField
        control={form.control}
        name="monthBudgetMicros"
        label="Monthly budget, $"
        type="number"
        min={0}
        step="any"
        hint="Checks stop when it is used up. Empty for no budget but that of the connection."
      />
      <CheckField control={form.control} name="wantsOverview" label="Load AI overviews, which costs extra" />
      <CheckField control={form.control} name="isDaily" label="Check daily at 05:00 UTC what is due" />
      <Preview control={form.control} website={website} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save settings
        </Button>
      </div>
    </Form>
  );
}

/** How often keywords would be checked with these settings. */
function Preview({ control, website }: { control: Control<Values>; website: Website }) {
  const [depth, wantsOverview, budget] = useWatch({ control, name: ['depth', 'wantsOverview', 'monthBudgetMicros'] });
  const micros = microsOf(budget);
  const isNumber = micros === null || (Number.isFinite(micros) && micros >= 0);
  const { data } = useQuery({
    ...rankQueries.estimate({
      websiteId: website.id,
      depth: Number(depth),
      wantsOverview,
      monthBudgetMicros: micros ?? NO_BUDGET,
    }),
    enabled: isNumber,
  });
  if (!data || data.checkMicros === null) return null;
  return (
    <Callout title={`About ${formatMicros(data.monthMicros)} a month`}>
      <p>
        {formatMicros(data.checkMicros)} per check at most. {formatNumber(data.daily, 0)} keywords about daily,{' '}
        {formatNumber(data.weekly, 0)} within a week, {formatNumber(data.monthly, 0)} within 30 days,{' '}
        {formatNumber(data.uncovered, 0)} not covered.
      </p>
    </Callout>
  );
}
