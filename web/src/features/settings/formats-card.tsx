import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, Select } from '@/components/ui/field';
import { useNow } from '@/hooks/use-now';
import { usePreferences } from '@/hooks/use-preferences';
import { formatDateTime, formatMoney, formatNumber } from '@/lib/format';
import { DATE_STYLES, FORMATS, NUMBER_STYLES, preferredFormats } from '@/lib/formats';

const ZONES = Intl.supportedValuesOf('timeZone');
const A_NUMBER = 1_234_567.8;
const A_PRICE_CENTS = 1_999;

/** Formats of numbers, dates and times, except in exports. */
export function FormatsCard() {
  const [preferences, change] = usePreferences(FORMATS);
  const chosen = preferredFormats(preferences);
  const now = useNow();
  return (
    <Card>
      <CardHeader
        title="Numbers and times"
        description="Saved in your account. Exports always use plain numbers and UTC."
      />
      <CardBody className="grid gap-5 sm:grid-cols-3">
        <Field label="Numbers">
          {(control) => (
            <Select {...control} value={chosen.numbers} onChange={(event) => change({ numbers: event.target.value })}>
              <Options of={Object.keys(NUMBER_STYLES)} />
            </Select>
          )}
        </Field>
        <Field label="Dates and times">
          {(control) => (
            <Select {...control} value={chosen.dates} onChange={(event) => change({ dates: event.target.value })}>
              <Options of={Object.keys(DATE_STYLES)} />
            </Select>
          )}
        </Field>
        <Field label="Time zone">
          {(control) => (
            <Select
              {...control}
              value={chosen.timeZone ?? ''}
              onChange={(event) => change({ timeZone: event.target.value || null })}
            >
              <option value="">This device’s ({Intl.DateTimeFormat().resolvedOptions().timeZone})</option>
              <Options of={ZONES} />
            </Select>
          )}
        </Field>
        <p className="text-sm text-muted-foreground sm:col-span-3">
          Preview: {formatNumber(A_NUMBER)}, {formatMoney(A_PRICE_CENTS)}, {formatDateTime(now)}.
        </p>
      </CardBody>
    </Card>
  );
}

function Options({ of }: { of: readonly string[] }) {
  return of.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));
}
