import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MarketOpportunity, marketQueries } from '@/api/market-data';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Choice } from '@/components/ui/choice';
import { Table, Td, Th } from '@/components/ui/table';
import { formatMoney, formatNumber } from '@/lib/format';
import type { Scan } from './discovery-state';

const MISSING: Record<string, string> = { demand: 'search volume', payout: 'payout' };

/** Verticals whose markets have no score, their largest markets, and what to provide. */
export function UnknownCard({ scan, state }: { scan: Scan; state: string }) {
  const verticals = scan.verticals.filter(({ missing, markets }) => missing.length > 0 && markets > 0);
  const [chosen, setChosen] = useState('');
  const shown = verticals.find(({ vertical }) => vertical === chosen) ?? verticals[0];
  if (!shown) return null;
  const missing = shown.missing.map((word) => MISSING[word] ?? word).join(' and ');
  const needs = scan.needs.filter(({ kind }) => kind !== 'serps');
  return (
    <Card aria-label="Markets without a score">
      <CardHeader
        title="Markets without a score"
        description={`${formatNumber(verticals.length, 0)} verticals lack a figure, so their markets have no tier and are not in the list above. They are ordered by population.`}
        actions={
          <ButtonLink to="/market-data?tab=own" variant="outline" size="sm">
            Provide figures
          </ButtonLink>
        }
      />
      <CardBody className="grid gap-4">
        <ul className="grid list-disc gap-1 pl-4 text-[0.8125rem] text-muted-foreground">
          {needs.map(({ kind, label }) => (
            <li key={kind}>{label}.</li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-3">
          <Choice
            label="Vertical without a score"
            any={shown.name}
            value={chosen}
            options={verticals.map(({ vertical, name }) => ({ value: vertical, label: name }))}
            onChange={setChosen}
          />
          <p className="text-[0.8125rem]">Unknown: {missing}</p>
        </div>
        <UnknownMarkets vertical={shown.vertical} state={state} />
      </CardBody>
    </Card>
  );
}

function UnknownMarkets({ vertical, state }: { vertical: string; state: string }) {
  const filter = { vertical, sort: 'population' as const, ...(state ? { state } : {}) };
  const query = useQuery(marketQueries.markets(filter, 1));
  return (
    <QueryPanel
      query={query}
      fallback="Failed to load the unknown markets."
      isEmpty={({ data }) => data.every(({ score }) => score !== null)}
      empty={<EmptyPanel className="py-6" title="Every listed market of this vertical has a score" />}
    >
      {({ data }) => (
        <div className="max-h-80 overflow-y-auto">
          <Table stacked className="stacked-flush" label="Markets without a score">
            <thead>
              <tr>
                <Th>Market</Th>
                <Th numeric>Population</Th>
                <Th numeric>Payout</Th>
                <Th numeric>Difficulty</Th>
              </tr>
            </thead>
            <tbody>
              {data
                .filter(({ score }) => score === null)
                .map((market) => (
                  <UnknownRow key={market.place.id} market={market} />
                ))}
            </tbody>
          </Table>
        </div>
      )}
    </QueryPanel>
  );
}

function UnknownRow({
  market: { verticalName, place, payout, payoutUnit, difficulty },
}: {
  market: MarketOpportunity;
}) {
  return (
    <tr>
      <Td stack="line" className="max-sm:font-medium">
        {verticalName} in {place.name}
        {place.state ? `, ${place.state}` : ''}
      </Td>
      <Td numeric label="Population">
        {formatNumber(place.population, 0)}
      </Td>
      <Td numeric label="Payout">
        {payout ? `${formatMoney(payout.typical)} per ${payoutUnit}` : 'Unknown'}
      </Td>
      <Td numeric label="Difficulty">
        {formatNumber(difficulty, 0)}
      </Td>
    </tr>
  );
}
