import type { Demo } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { Table, Td, Th } from '@/components/ui/table';
import { SimulatedBadge } from '@/components/websites/simulated-badge';

/** Further known facts of the market compared with the other engines' results. */
export function ChecksCard({ checks }: { checks: Demo['checks'] }) {
  return (
    <Card aria-label="Further checks" className="overflow-clip">
      <CardHeader
        title="Further checks"
        description="Other known facts about this market compared with the results of the engines."
        actions={<SimulatedBadge />}
        className="pb-3"
      />
      <Table label="Planted and detected" className="min-w-160 border-t border-border">
        <thead>
          <tr>
            <Th className="pl-5">Engine</Th>
            <Th>Comparison</Th>
            <Th>Planted</Th>
            <Th>Detected</Th>
            <Th className="pr-5">Outcome</Th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.about}>
              <Td className="pl-5">{engineInfo(check.engine).name}</Td>
              <Td className="max-w-72">{check.about}</Td>
              <Td className="wrap-anywhere">{check.planted}</Td>
              <Td className="wrap-anywhere">{check.found}</Td>
              <Td className="pr-5">
                <Badge tone={check.agrees ? 'success' : 'warning'} dot>
                  {check.agrees ? 'Agrees' : 'Differs'}
                </Badge>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
