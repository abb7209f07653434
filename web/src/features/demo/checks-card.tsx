import type { Demo } from '@/api/types';
import { engineInfo } from '@/components/engines/engine-words';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { readable } from '@/lib/readable';
import { Section } from './section';

/** Further known facts of the market compared with the other engines' results. */
export function ChecksCard({ checks }: { checks: Demo['checks'] }) {
  return (
    <Section
      title="Further checks"
      description="Other known facts about this market compared with the results of the engines."
    >
      <Table stacked label="Planted and detected" className="sm:min-w-160">
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
              <Td stack="title" className="pl-5 max-sm:font-medium">
                {engineInfo(check.engine).name}
              </Td>
              <Td stack="line" className="sm:max-w-72">
                {check.about}
              </Td>
              <Td stack="line" label="Planted" className="wrap-anywhere">
                {readable(check.planted)}
              </Td>
              <Td stack="line" label="Detected" className="wrap-anywhere">
                {readable(check.found)}
              </Td>
              <Td stack="corner" className="pr-5">
                <Badge tone={check.agrees ? 'success' : 'warning'} dot>
                  {check.agrees ? 'Agrees' : 'Differs'}
                </Badge>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
