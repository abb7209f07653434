import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { errorText } from '@/api/errors';
import { firstKeywords, type KeywordFilter } from '@/api/keywords';
import { type RankEstimate, rankApi, rankQueries } from '@/api/ranks';
import type { Website } from '@/api/types';
import { CheckField, SelectField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Button, ButtonLink } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { withWebsite } from '@/hooks/use-current-website';
import { formatMicros, formatNumber, plural } from '@/lib/format';
import { languageOf, searchMarket } from '@/lib/market-country';
import { showToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';

/** Keywords that one request may add or remove. */
const AT_ONCE = 1_000;
/** Offered numbers of keywords, in the order of the table. */
const COUNTS = [10, 25, 50, 100, 250, 500, AT_ONCE];
const USUAL_COUNT = 50;

interface Values {
  count: string;
  country: string;
  desktop: boolean;
  mobile: boolean;
}

interface Props {
  website: Website;
  /** Filter and order of the table. */
  filter: KeywordFilter;
  /** Number of keywords that match it. */
  total: number;
  onClose: () => void;
}

/** Adds the keywords of the table to rank tracking, with the cost and frequency of their checks before. */
export function TrackDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return (
    <Dialog
      open={isOpen}
      onClose={props.onClose}
      title="Track these keywords"
      description={`Checks where ${props.website.host} ranks for them. The first ones of the table are taken, in its order.`}
      className="w-[min(32rem,calc(100vw-2rem))]"
    >
      {isOpen ? <TrackForm {...props} /> : null}
    </Dialog>
  );
}

/** Numbers to choose from: those below the total, and the total itself if one request may add it. */
export function countsOf(total: number): number[] {
  return [...COUNTS.filter((count) => count < total), ...(total <= AT_ONCE ? [total] : [])];
}

function TrackForm({ website, filter, total, onClose }: Props) {
  const queries = useQueryClient();
  const settings = useQuery(rankQueries.settings(website.id));
  const counts = countsOf(total);
  const form = useSaveForm<Values, Added>({
    defaultValues: {
      count: String(Math.min(USUAL_COUNT, total)),
      country: searchMarket(website).country,
      desktop: true,
      mobile: false,
    },
    save: (values) => track(values, website, filter),
    onSaved: (added) => {
      const refresh = () => queries.invalidateQueries({ queryKey: rankQueries.all() });
      refresh();
      onClose();
      announce(added, () => removeAll(website.id, added.ids).then(refresh, undoFailed));
    },
  });
  return (
    <Form form={form}>
      <QueryPanel query={settings} fallback="Failed to load the settings of rank tracking.">
        {({ countries }) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              control={form.control}
              name="count"
              label="Number of keywords"
              options={counts.map((count) => ({ value: String(count), label: countLabel(count, total) }))}
            />
            <SelectField
              control={form.control}
              name="country"
              label="Country"
              options={countries.map(({ key, name }) => ({ value: key, label: name }))}
            />
          </div>
        )}
      </QueryPanel>
      <div className="flex flex-wrap gap-x-6">
        <CheckField control={form.control} name="desktop" label="Desktop" />
        <CheckField control={form.control} name="mobile" label="Mobile" />
      </div>
      <Cost control={form.control} website={website} />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Submit control={form.control} busy={form.isBusy} />
      </div>
    </Form>
  );
}

function countLabel(count: number, total: number): string {
  return count === total
    ? `All ${formatNumber(total, 0)}`
    : `First ${formatNumber(count, 0)} of ${formatNumber(total, 0)}`;
}

function Submit({ control, busy }: { control: Control<Values>; busy: boolean }) {
  const [count, desktop, mobile] = useWatch({ control, name: ['count', 'desktop', 'mobile'] });
  return (
    <Button type="submit" busy={busy} disabled={!desktop && !mobile} needsNetwork>
      Track {plural(Number(count), 'keyword')}
    </Button>
  );
}

/** Cost and frequency of the checks with the chosen keywords. */
function Cost({ control, website }: { control: Control<Values>; website: Website }) {
  const [count, desktop, mobile] = useWatch({ control, name: ['count', 'desktop', 'mobile'] });
  const devices = Number(desktop) + Number(mobile);
  const more = Number(count) * devices;
  const { data } = useQuery(rankQueries.estimate({ websiteId: website.id, more: more === 0 ? undefined : more }));
  if (devices === 0) return <p className="text-[0.8125rem] text-muted-foreground">Choose at least one device.</p>;
  if (!data) return null;
  if (data.checkMicros === null) {
    return (
      <div className="grid justify-items-start gap-2 text-[0.8125rem] text-muted-foreground">
        <p>No connection checks ranks yet. The keywords are added, and wait until you connect one.</p>
        <ButtonLink to={withWebsite('/settings?tab=connections', website.id)} variant="outline" size="sm">
          Connect a provider
        </ButtonLink>
      </div>
    );
  }
  return (
    <p aria-live="polite" className="text-[0.8125rem] text-muted-foreground">
      {costText(data, more)}
    </p>
  );
}

/** Price, monthly cost within the budget, and how often the keywords are checked. */
export function costText(estimate: RankEstimate, more: number): string {
  const { checkMicros, monthMicros, budgetMicros, daily, weekly, monthly, uncovered } = estimate;
  const budget = budgetMicros === null ? '' : ` of a budget of ${formatMicros(budgetMicros)}`;
  const often = [
    daily > 0 ? `${formatNumber(daily, 0)} about daily` : '',
    weekly > 0 ? `${formatNumber(weekly, 0)} about weekly` : '',
    monthly > 0 ? `${formatNumber(monthly, 0)} at least every 30 days` : '',
  ].filter(Boolean);
  const frequency = often.length > 0 ? ` Of all tracked keywords, it checks ${often.join(', ')}.` : '';
  const rest = uncovered > 0 ? ` The budget does not cover ${plural(uncovered, 'keyword')}.` : '';
  return `A check costs at most ${formatMicros(checkMicros)}. With ${plural(more, 'more keyword')}, a month costs about ${formatMicros(monthMicros)}${budget}.${frequency}${rest}`;
}

interface Added {
  added: number;
  existing: number;
  ids: string[];
}

async function track({ count, country, desktop, mobile }: Values, website: Website, filter: KeywordFilter) {
  const keywords = await firstKeywords(filter, Number(count));
  const devices = [desktop ? ('desktop' as const) : null, mobile ? ('mobile' as const) : null];
  return rankApi.add({
    websiteId: website.id,
    keywords: [...new Set(keywords.map(({ query }) => query))],
    country,
    place: '',
    language: languageOf(country),
    devices: devices.filter((device) => device !== null),
    tags: [],
    targetUrl: '',
  });
}

function announce({ added, existing }: Added, undo: () => void) {
  const known = existing > 0 ? `${plural(existing, 'keyword')} tracked already.` : '';
  if (added === 0) {
    showToast({ title: 'No keyword added', description: known });
    return;
  }
  offerUndo({
    title: `${plural(added, 'keyword')} added to rank tracking`,
    description: `They are due at the next check. ${known}`.trim(),
    altText: 'Remove them in rank tracking',
    undo,
  });
}

/** A keyword on two devices is two, so that an undo may need two requests. */
async function removeAll(websiteId: string, ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += AT_ONCE) await rankApi.remove(websiteId, ids.slice(at, at + AT_ONCE));
  showToast({ title: `${plural(ids.length, 'keyword')} removed from rank tracking` });
}

function undoFailed(error: unknown) {
  showToast({
    title: 'Failed to remove the keywords',
    description: `${errorText(error)} Remove them in rank tracking.`,
    variant: 'destructive',
  });
}
