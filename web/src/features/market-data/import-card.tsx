import { useState } from 'react';
import { marketApi } from '@/api/market-data';
import type { Schemas } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, inputStyle } from '@/components/ui/field';
import { cn } from '@/lib/cn';
import { plural } from '@/lib/format';
import { useChange } from './use-change';

type Imported = Schemas['MarketFileImported'];

const MOST_BYTES = 1_000_000;
const TOO_LARGE = 'The file is larger than 1 MB. Split it and import the parts one by one.';

/** Imports a rate card or places from CSV. */
export function ImportCard() {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const importing = useChange(async ({ of, skip }: { of: File; skip: boolean }) =>
    marketApi.importFile({ fileName: of.name, text: await of.text(), skipWrongRows: skip }),
  );
  const choose = (chosen: File | null) => {
    importing.reset();
    setError(chosen && chosen.size > MOST_BYTES ? TOO_LARGE : null);
    setFile(chosen && chosen.size <= MOST_BYTES ? chosen : null);
  };
  const run = (skip: boolean) => file && importing.mutate({ of: file, skip });
  return (
    <Card aria-label="Import">
      <CardHeader
        title="Import a rate card or places"
        description="A CSV file with a header line. Import places first, then rates that name them."
      />
      <CardBody className="grid gap-4">
        <Columns />
        <Field label="CSV file" error={error} hint="At most 1 MB and 30,000 rows.">
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.tsv,text/csv"
              className={cn(inputStyle, 'h-10 py-2')}
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
            />
          )}
        </Field>
        <div>
          <Button size="sm" needsNetwork disabled={!file} busy={importing.isPending} onClick={() => run(false)}>
            Import file
          </Button>
        </div>
        {importing.data ? <Result result={importing.data} onSkip={() => run(true)} /> : null}
      </CardBody>
    </Card>
  );
}

function Columns() {
  return (
    <dl className="grid gap-2 text-[0.8125rem]">
      <div>
        <dt className="font-medium">Rates</dt>
        <dd className="text-muted-foreground">
          <code className="wrap-anywhere">
            vertical,state,city,unit,amount,low,high,currency,source,valid_from,valid_to
          </code>
          . The unit is lead, call, cpc, searches or tiers (with the columns tier1 and tier2).
        </dd>
      </div>
      <div>
        <dt className="font-medium">Places</dt>
        <dd className="text-muted-foreground">
          <code className="wrap-anywhere">name,region,country,latitude,longitude,population,households</code>. The
          country is a code of two letters, such as CA.
        </dd>
      </div>
    </dl>
  );
}

function Result({ result, onSkip }: { result: Imported; onSkip: () => void }) {
  if (result.wrong === 0) {
    return (
      <Callout tone="success" title={`${plural(result.values, 'value')} imported`}>
        <p>They count from now on. You can undo the import under Changes.</p>
      </Callout>
    );
  }
  const isDone = result.values > 0;
  return (
    <Callout
      tone="warning"
      title={
        isDone
          ? `${plural(result.values, 'value')} imported, ${plural(result.wrong, 'wrong row')} left out`
          : `Nothing imported: ${plural(result.wrong, 'wrong row')}`
      }
    >
      <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto">
        {result.wrongRows.map((row) => (
          <li key={row.line} className="wrap-anywhere">
            Line {row.line}: {row.detail}
          </li>
        ))}
      </ul>
      {isDone ? null : (
        <Button variant="outline" size="sm" needsNetwork className="mt-3" onClick={onSkip}>
          Import the other rows
        </Button>
      )}
    </Callout>
  );
}
