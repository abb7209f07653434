import { Link } from 'react-router';
import type { ActionResult } from '@/api/engine-results';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber, formatPercent } from '@/lib/format';
import { marketPath } from './market-path';

type Explained = ActionResult<'local.explain'>;

/** Cities from which a market attracts most people, each with a link to its own market. */
export function Neighbours({ vertical, neighbours }: { vertical: string; neighbours: Explained['catchment'] }) {
  if (neighbours.length === 0) return null;
  return (
    <section aria-label="Neighbors">
      <h3 className="mb-2 font-semibold">Neighbors</h3>
      <Table stacked className="stacked-flush" label="Neighbors">
        <thead>
          <tr>
            <Th>City</Th>
            <Th numeric>Distance (km)</Th>
            <Th numeric>Population</Th>
            <Th numeric>Share of its people attracted</Th>
          </tr>
        </thead>
        <tbody>
          {neighbours.map((one) => (
            <tr key={one.placeId}>
              <Td stack="title">
                <Link className="text-brand underline" to={marketPath({ vertical, placeId: one.placeId })}>
                  {one.label}
                </Link>
              </Td>
              <Td numeric label="Distance (km)">
                {formatNumber(one.distanceKm, 0)}
              </Td>
              <Td numeric label="Population">
                {formatNumber(one.population, 0)}
              </Td>
              <Td numeric label="Share attracted">
                {formatPercent(one.share, 0)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
