import { useQuery } from '@tanstack/react-query';
import { forecastQueries } from '@/api/forecasts';
import { engineInfo } from '@/components/engines/engine-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { FoldingCard } from '@/components/ui/folding-card';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber, formatPercent } from '@/lib/format';

/** Stated confidence of each engine, and the share of its correct claims. */
export function CalibrationCard() {
  const query = useQuery(forecastQueries.calibration());
  return (
    <FoldingCard
      title="Calibration"
      description="Stated confidence of the engines compared with how often their claims were correct."
      actions={
        <ButtonLink to="/intelligence/learning" variant="outline" size="sm">
          Learning engine
        </ButtonLink>
      }
    >
      <div className="p-2 pt-3">
        <QueryPanel
          query={query}
          fallback="Failed to load the calibration."
          isEmpty={(records) => records.length === 0}
          empty={
            <EmptyPanel
              title="No calibration data yet"
              text="Results appear here when the first claims reach their due date."
              className="py-6"
            />
          }
        >
          {(records) => (
            <Table label="Calibration by engine">
              <thead>
                <tr>
                  <Th>Engine</Th>
                  <Th numeric>Stated</Th>
                  <Th numeric>Correct</Th>
                  <Th numeric>Overconfidence</Th>
                  <Th numeric>Claims</Th>
                </tr>
              </thead>
              <tbody>
                {records.map(({ engineId, claimed, observed, n }) => (
                  <tr key={engineId}>
                    <Td>{engineInfo(engineId).name}</Td>
                    <Td numeric>{formatPercent(claimed, 0)}</Td>
                    <Td numeric>{formatPercent(observed, 0)}</Td>
                    <Td numeric>{formatPercent(claimed - observed, 0)}</Td>
                    <Td numeric>{formatNumber(n, 0)}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </QueryPanel>
      </div>
    </FoldingCard>
  );
}
