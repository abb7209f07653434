import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { type RankSettings, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { CheckField, SelectField, TextareaField, TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { formatMicros, plural } from '@/lib/format';
import { searchMarket } from '@/lib/market-country';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';

/** Keywords that one request may add. */
const AT_ONCE = 1_000;

const EMPTY = { keywords: '', country: 'us', place: '', language: 'en', desktop: true, mobile: false, tags: '' };
type Values = typeof EMPTY;

/** Keywords of a text: one per line, each once. */
export function keywordsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Adds keywords, one per line. */
export function AddDialog({
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
      title="Add keywords"
      description={`Tracks where ${website.host} ranks for each of them.`}
      className="w-[min(36rem,calc(100vw-2rem))]"
    >
      {isOpen ? <AddForm website={website} settings={settings} onClose={onClose} /> : null}
    </Dialog>
  );
}

function AddForm({ website, settings, onClose }: { website: Website; settings: RankSettings; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { ...EMPTY, ...searchMarket(website) },
    save: (values) => rankApi.add(bodyOf(values, website.id)),
    onSaved: ({ added, existing }) => {
      const known = existing > 0 ? ` ${plural(existing, 'keyword')} tracked already.` : '';
      showToast({ title: `${plural(added, 'keyword')} added`, description: `They are due at the next check.${known}` });
      queries.invalidateQueries({ queryKey: rankQueries.all() });
      onClose();
    },
  });
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      <TextareaField
        control={form.control}
        name="keywords"
        label="Keywords"
        rows={8}
        required="Enter at least one keyword."
        hint="One per line, at most 1,000, for example emergency plumber waco"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={form.control}
          name="country"
          label="Country"
          options={settings.countries.map(({ key, name }) => ({ value: key, label: name }))}
        />
        <TextField control={form.control} name="language" label="Language" hint="Two letters, for example en" />
        <TextField
          control={form.control}
          name="place"
          label="Place"
          hint="Optional. Google's name of it, for example Waco,Texas,United States"
        />
        <TextField control={form.control} name="tags" label="Tags" hint="Optional, separated by commas" />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <CheckField control={form.control} name="desktop" label="Desktop" />
        <CheckField control={form.control} name="mobile" label="Mobile" />
      </div>
      <Cost control={form.control} website={website} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} needsNetwork>
          Add keywords
        </Button>
      </div>
    </Form>
  );
}

function bodyOf(values: Values, websiteId: string) {
  const devices = [values.desktop ? ('desktop' as const) : null, values.mobile ? ('mobile' as const) : null];
  return {
    websiteId,
    keywords: keywordsOf(values.keywords),
    country: values.country,
    place: values.place.trim(),
    language: values.language.trim(),
    devices: devices.filter((device) => device !== null),
    tags: values.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    targetUrl: '',
  };
}

/** What the keywords add to the cost of a month, within the budget. */
function Cost({ control, website }: { control: Control<Values>; website: Website }) {
  const [keywords, desktop, mobile] = useWatch({ control, name: ['keywords', 'desktop', 'mobile'] });
  const more = Math.min(keywordsOf(keywords).length, AT_ONCE) * Math.max(1, Number(desktop) + Number(mobile));
  const { data } = useQuery(rankQueries.estimate({ websiteId: website.id, more: more === 0 ? undefined : more }));
  if (!data || data.checkMicros === null) return null;
  const uncovered = data.uncovered > 0 ? ` ${plural(data.uncovered, 'keyword')} would not fit in the budget.` : '';
  return (
    <p aria-live="polite" className="text-[0.8125rem] text-muted-foreground">
      A check costs at most {formatMicros(data.checkMicros)}. With {plural(more, 'more keyword')}, a month costs about{' '}
      {formatMicros(data.monthMicros)}
      {data.budgetMicros === null ? '' : ` of ${formatMicros(data.budgetMicros)}`}.{uncovered}
    </p>
  );
}
