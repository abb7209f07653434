import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MarketValue, marketApi, marketQueries } from '@/api/market-data';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Dialog } from '@/components/ui/dialog';
import { Table, Td, Th } from '@/components/ui/table';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { cn } from '@/lib/cn';
import { formatDateTime } from '@/lib/format';
import { CARD_ROW, NAMED_CELL, WHOLE_LINE } from './cards';
import { ChangesCard } from './changes-card';
import { ImportCard } from './import-card';
import { subjectOf, valueText } from './own-words';
import { useChange } from './use-change';
import { ValueForm } from './value-form';

/** Values and places of the workspace, which override the reference data. */
export default function OwnTab() {
  const query = useQuery(marketQueries.values());
  const [isOpen, setOpen] = useState(false);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card aria-label="Your values" className="overflow-clip">
        <CardHeader
          title="Your values"
          description="They override the built-in figures in all markets of this workspace, and in runs of the local engine."
          actions={
            canChange ? (
              <Button size="sm" needsNetwork onClick={() => setOpen(true)}>
                Add value
              </Button>
            ) : null
          }
        />
        <div className="mt-3 min-h-32 border-t border-border">
          <QueryPanel
            query={query}
            fallback="Failed to load your values."
            isEmpty={(values) => values.length === 0}
            empty={
              <EmptyPanel
                title="No values of your own"
                text="Add what your buyers pay, or import a rate card or a list of places."
                className="py-8"
              />
            }
          >
            {(values) => <Rows values={values} canChange={canChange} />}
          </QueryPanel>
        </div>
      </Card>
      {canChange ? <ImportCard /> : null}
      <ChangesCard canChange={canChange} />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Add a value">
        <ValueForm onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function Rows({ values, canChange }: { values: readonly MarketValue[]; canChange: boolean }) {
  const remove = useChange(marketApi.remove);
  return (
    <Table label="Your values" className="max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <Th className="pl-5">Overrides</Th>
          <Th numeric>Value</Th>
          <Th>Set by</Th>
          {canChange ? <Th className="pr-5">Action</Th> : null}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {values.map((value) => (
          <tr key={`${value.kind} ${value.key}`} className={CARD_ROW}>
            <Td className={cn('pl-5 font-medium', WHOLE_LINE)}>{subjectOf(value)}</Td>
            <Td numeric data-name="Value" className={NAMED_CELL}>
              {valueText(value)}
            </Td>
            <Td data-name="Set by" className={NAMED_CELL}>
              {value.setBy ?? 'A deleted account'}
              <span className="block text-xs text-muted-foreground">{formatDateTime(value.setAt)}</span>
            </Td>
            {canChange ? (
              <Td className={cn('pr-5', WHOLE_LINE)}>
                <Button
                  variant="ghost"
                  size="sm"
                  needsNetwork
                  busy={remove.isPending && remove.variables === value}
                  onClick={() => remove.mutate(value)}
                >
                  Remove<span className="sr-only">: {subjectOf(value)}</span>
                </Button>
              </Td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
