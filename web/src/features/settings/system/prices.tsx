import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminApi, adminQueries, type ProviderPrice } from '@/api/admin';
import { errorText } from '@/api/errors';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { Table, Td, Th } from '@/components/ui/table';
import { toastFailure } from '@/lib/failed';
import { formatDate, formatUnitPrice } from '@/lib/format';
import { beforeLeaving } from '@/lib/unsaved';

const MICROS = 1_000_000;

/** Prices of data providers: built in with a date, and replaced by the operator. */
export function Prices() {
  const query = useQuery(adminQueries.prices());
  const [edited, setEdited] = useState<ProviderPrice | null>(null);
  return (
    <Card aria-label="Prices of data providers">
      <CardHeader
        title="Prices of data providers"
        description="Estimates, reserved budgets and computed costs use these prices in every workspace. Costs that a provider reports count as reported. Replace a price if your contract has another."
      />
      <QueryPanel query={query} fallback="Failed to load the prices.">
        {({ prices }) => <PriceTable prices={prices} onEdit={setEdited} />}
      </QueryPanel>
      {edited ? (
        <PriceDialog price={edited} most={query.data?.mostMicros ?? 0} onClose={() => setEdited(null)} />
      ) : null}
    </Card>
  );
}

function PriceTable({ prices, onEdit }: { prices: ProviderPrice[]; onEdit: (price: ProviderPrice) => void }) {
  return (
    <Table stacked label="Prices of data providers">
      <thead>
        <tr>
          <Th className="pl-5">Provider</Th>
          <Th>For each</Th>
          <Th numeric>Built-in price</Th>
          <Th numeric>Your price</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <PriceRow key={`${price.provider} ${price.subject} ${price.unit}`} price={price} onEdit={onEdit} />
        ))}
      </tbody>
    </Table>
  );
}

function PriceRow({ price, onEdit }: { price: ProviderPrice; onEdit: (price: ProviderPrice) => void }) {
  const reset = useSetPrice();
  const name = `${price.providerName}, ${price.subjectName}, ${price.unitName}`;
  return (
    <tr>
      <Td stack="title" className="pl-5 sm:min-w-44">
        <p className="font-medium">{price.subjectName}</p>
        <p className="text-xs text-muted-foreground">{price.providerName}</p>
      </Td>
      <Td label="For each">{price.unitName}</Td>
      <Td numeric label="Built-in price" className="sm:whitespace-nowrap">
        {formatUnitPrice(price.builtInMicros)}{' '}
        <span className="text-xs text-muted-foreground sm:block">
          {formatDate(price.notedOn)}
          {price.isConfirmed ? null : ', second-hand'}
          {price.source ? (
            <>
              ,{' '}
              <a href={price.source} target="_blank" rel="noreferrer" className="text-brand underline">
                {new URL(price.source).host}
              </a>
            </>
          ) : null}
        </span>
      </Td>
      <Td numeric label="Your price" className="sm:whitespace-nowrap">
        {price.ownMicros == null ? (
          <span className="text-muted-foreground">Built-in</span>
        ) : (
          <>
            <Badge tone="info">{formatUnitPrice(price.ownMicros)}</Badge>{' '}
            <span className="text-xs text-muted-foreground sm:block">{formatDate(price.changedAt)}</span>
          </>
        )}
      </Td>
      <Td stack="line" className="pr-5 text-right whitespace-nowrap">
        {price.ownMicros == null ? null : (
          <Button
            variant="ghost"
            size="sm"
            needsNetwork
            busy={reset.isPending}
            aria-label={`Reset price: ${name}`}
            onClick={() => reset.mutate({ ...keyOf(price), micros: null })}
          >
            Reset
          </Button>
        )}
        <Button variant="outline" size="sm" aria-label={`Replace price: ${name}`} onClick={() => onEdit(price)}>
          Replace
        </Button>
      </Td>
    </tr>
  );
}

function keyOf({ provider, subject, unit }: ProviderPrice) {
  return { provider, subject, unit };
}

function useSetPrice() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: adminApi.setPrice,
    onSuccess: (answer) => queries.setQueryData(adminQueries.prices().queryKey, answer),
    onError: (error) => toastFailure('Failed to change the price', errorText(error)),
  });
}

/** Checks a price in dollars. */
function isPrice(typed: string, most: number): true | string {
  const micros = Number(typed) * MICROS;
  if (typed.trim() === '' || !(micros >= 0 && micros <= most)) {
    return `Enter a price from 0 to ${most / MICROS} dollars, such as 0.002.`;
  }
  return Math.abs(micros - Math.round(micros)) < 1e-6 || 'Enter at most 6 decimals.';
}

function PriceDialog({ price, most, onClose }: { price: ProviderPrice; most: number; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: { micros: String((price.ownMicros ?? price.builtInMicros) / MICROS) },
    save: ({ micros }) => adminApi.setPrice({ ...keyOf(price), micros: Math.round(Number(micros) * MICROS) }),
    onSaved: (answer) => {
      queries.setQueryData(adminQueries.prices().queryKey, answer);
      onClose();
    },
  });
  const leave = () => beforeLeaving(onClose);
  return (
    <Dialog open onClose={leave} title={`Replace the price of ${price.subjectName}`}>
      <Form form={form} autoComplete="off">
        <LeaveGuard isDirty={form.isDirty} />
        <TextField
          control={form.control}
          name="micros"
          label={`Price for each ${price.unitName}, $`}
          inputMode="decimal"
          hint={`${price.providerName}. Built-in price of ${formatDate(price.notedOn)}: ${formatUnitPrice(price.builtInMicros)}.`}
          check={(typed) => isPrice(typed, most)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" busy={form.isBusy} needsNetwork disabled={!form.isDirty}>
            Save price
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
