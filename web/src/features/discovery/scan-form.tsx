import { useQuery } from '@tanstack/react-query';
import { Radar, X } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { marketQueries } from '@/api/market-data';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { TypedFilter } from '@/components/ui/typed-filter';
import { type DiscoveryState, listOf, type SetState } from './discovery-state';
import { STATES } from './us-states';

const STATE_OPTIONS = STATES.map(({ code, name }) => ({ value: code, label: name }));

/** Filters of a scan, and the button that starts it. */
export function ScanForm({
  state,
  setState,
  canScan,
  busy,
  isOutdated,
  isFolded,
  error,
  onScan,
}: {
  state: DiscoveryState;
  setState: SetState;
  canScan: boolean;
  busy: boolean;
  /** The shown scan has other filters. */
  isOutdated: boolean;
  /** Whether the form opens with a press, so that the result comes first. */
  isFolded: boolean;
  error: string | null;
  onScan: () => void;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canScan) onScan();
  };
  const form = (
    <form className="grid gap-3" onSubmit={submit}>
      <Filters state={state} setState={setState} />
      {error ? <Callout tone="danger" title={error} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        {canScan ? (
          <Button type="submit" busy={busy} needsNetwork>
            {busy ? null : <Radar size={15} aria-hidden="true" />}
            Scan markets
          </Button>
        ) : (
          <p className="text-[0.8125rem] text-muted-foreground">You can view scans. Ask an editor to start one.</p>
        )}
        {isOutdated ? (
          <p role="status" className="text-[0.8125rem] text-warning">
            The results below have other filters. Scan again to apply yours.
          </p>
        ) : null}
      </div>
    </form>
  );
  if (isFolded) {
    return (
      <Card aria-label="Scan" className="px-4 py-3">
        <details>
          <summary className="min-h-8 cursor-pointer font-medium">Scan with other filters</summary>
          <div className="pt-3">{form}</div>
        </details>
      </Card>
    );
  }
  return (
    <Card aria-label="Scan">
      <CardHeader
        title="Scan markets"
        description="Scores verticals in US cities of at least 5,000 people. Without a vertical or place, a scan keeps to the trade and country of your website; otherwise an empty filter includes all."
      />
      <CardBody>{form}</CardBody>
    </Card>
  );
}

function Filters({ state, setState }: { state: DiscoveryState; setState: SetState }) {
  const verticals = useQuery(marketQueries.verticals());
  const options = (verticals.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
      <Several
        label="Verticals"
        any="All verticals"
        value={state.verticals}
        options={options}
        onChange={(text) => setState({ verticals: text })}
      />
      <Several
        label="States"
        any="All states"
        value={state.states}
        options={STATE_OPTIONS}
        onChange={(text) => setState({ states: text })}
      />
      <Named label="City">
        <TypedFilter label="City, e.g. Tulsa" value={state.city} onChange={(city) => setState({ city })} />
      </Named>
      <Named label="Minimum population">
        <TypedFilter
          label="People, e.g. 50000"
          numeric
          value={state.people}
          onChange={(people) => setState({ people })}
        />
      </Named>
      <Named label="Minimum payout">
        <TypedFilter
          label="Dollars per lead, e.g. 40"
          numeric
          value={state.payout}
          onChange={(payout) => setState({ payout })}
        />
      </Named>
    </div>
  );
}

function Named({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-[0.8125rem] font-medium">{label}</span>
      {children}
    </div>
  );
}

/** A choice of several values, each with a button that removes it. */
function Several({
  label,
  any,
  value,
  options,
  onChange,
}: {
  label: string;
  any: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (text: string) => void;
}) {
  const chosen = listOf(value);
  const free = options.filter((option) => !chosen.includes(option.value));
  const nameOf = (slug: string) => options.find((option) => option.value === slug)?.label ?? slug;
  return (
    <Named label={label}>
      <Choice
        label={label}
        any={chosen.length === 0 ? any : 'Add another'}
        value=""
        options={free}
        onChange={(slug) => (slug ? onChange([...chosen, slug].join(',')) : undefined)}
      />
      {chosen.length > 0 ? (
        <ul aria-label={`Chosen ${label.toLowerCase()}`} className="flex flex-wrap gap-1.5">
          {chosen.map((slug) => (
            <li key={slug}>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Remove ${nameOf(slug)}`}
                onClick={() => onChange(chosen.filter((each) => each !== slug).join(','))}
              >
                {nameOf(slug)}
                <X size={13} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Named>
  );
}
