import { useQueryClient } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { type RankSettings, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { CheckField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { currencyOf } from './rank-words';

const CENTS = 100;

/** What is reported about ranks. */
export function AlertRulesDialog({
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
      title="Rules of the alerts"
      description={`What you want to know about the ranks of ${website.host}.`}
    >
      {isOpen ? <RulesForm website={website} settings={settings} onClose={onClose} /> : null}
    </Dialog>
  );
}

function valuesOf(rules: RankSettings['alertRules']) {
  return {
    ...rules,
    minValue: String(rules.minValueCents / CENTS),
    sigmas: String(rules.sigmas),
    top: String(rules.top),
  };
}

function RulesForm({ website, settings, onClose }: { website: Website; settings: RankSettings; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: valuesOf(settings.alertRules),
    save: ({ minValue, sigmas, top, isOn, drops, tops, features, citations }) =>
      rankApi.saveSettings({
        websiteId: website.id,
        connectionId: settings.connectionId,
        depth: settings.depth,
        wantsOverview: settings.wantsOverview,
        monthBudgetMicros: settings.monthBudgetMicros,
        isDaily: settings.isDaily,
        alertRules: {
          isOn,
          minValueCents: Math.round(Number(minValue) * CENTS),
          sigmas: Number(sigmas),
          top: Number(top),
          drops,
          tops,
          features,
          citations,
        },
      }),
    onSaved: () => {
      showToast({ title: 'Rules saved' });
      queries.invalidateQueries({ queryKey: rankQueries.all() });
      onClose();
    },
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <CheckField control={form.control} name="isOn" label="Report changes of ranks" />
      <TextField
        control={form.control}
        name="minValue"
        label={`Lowest monthly value, ${currencyOf(website)}`}
        type="number"
        min={0}
        step="any"
        required="Enter an amount, or 0 for all keywords."
        hint="Keywords below it are not reported. With 0, keywords of an unknown value are reported too."
      />
      <Sizes control={form.control} />
      <div className="grid sm:grid-cols-2">
        <CheckField control={form.control} name="drops" label="Drops" />
        <CheckField control={form.control} name="tops" label="Entering and leaving the first results" />
        <CheckField control={form.control} name="features" label="Lost features" />
        <CheckField control={form.control} name="citations" label="Citations in AI overviews" />
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Save rules
        </Button>
      </div>
    </Form>
  );
}

function Sizes({ control }: { control: Control<ReturnType<typeof valuesOf>> }) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        control={control}
        name="sigmas"
        label="Size of a drop"
        type="number"
        min={1}
        max={10}
        step="any"
        required="Enter a number from 1 to 10."
        hint="Standard deviations of the keyword's own volatility. 3 reports few."
      />
      <TextField
        control={control}
        name="top"
        label="First results"
        type="number"
        min={1}
        max={100}
        required="Enter a whole number from 1 to 100."
        hint="Reported when a keyword enters or leaves them."
      />
    </div>
  );
}
