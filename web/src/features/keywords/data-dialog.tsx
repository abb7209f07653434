import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { keywordDataApi, keywordDataQueries } from '@/api/keyword-data';
import type { Website } from '@/api/types';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { formatMicros } from '@/lib/format';
import { beforeLeaving } from '@/lib/unsaved';
import { Cost, FoundFields, KeywordFields, MarketFields, NoConnection } from './data-fields';
import { DataRun } from './data-run';
import { ScheduleForm } from './data-schedule';
import { bodyOf, type DataValues, EMPTY, queryOf } from './data-values';

/** Fetches data on keywords through a connection: what to fetch with its cost, then the run with its result. */
export function DataDialog({ website, isOpen, onClose }: { website: Website; isOpen: boolean; onClose: () => void }) {
  const [runId, setRunId] = useState('');
  const [tab, setTab] = useState('now');
  const close = () =>
    beforeLeaving(() => {
      setRunId('');
      onClose();
    });
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title="Fetch keyword data"
      description={`Volumes, difficulty, ideas and links for ${website.host}, from a connection.`}
      className="w-[min(40rem,calc(100vw-2rem))]"
    >
      {runId === '' ? (
        <Tabs value={tab} onValueChange={(next) => beforeLeaving(() => setTab(next))}>
          <TabList aria-label="Fetch keyword data">
            <Tab value="now">Once</Tab>
            <Tab value="schedule">Schedule</Tab>
          </TabList>
          <TabPanel value="now">
            <DataForm website={website} onStarted={setRunId} onClose={close} />
          </TabPanel>
          <TabPanel value="schedule">
            <ScheduleForm website={website} onClose={close} />
          </TabPanel>
        </Tabs>
      ) : (
        <DataRun runId={runId} onRetried={setRunId} onAgain={() => setRunId('')} onClose={close} />
      )}
    </Dialog>
  );
}

function DataForm({
  website,
  onStarted,
  onClose,
}: {
  website: Website;
  onStarted: (runId: string) => void;
  onClose: () => void;
}) {
  const form = useSaveForm({
    defaultValues: EMPTY,
    save: (values) => keywordDataApi.fetch(bodyOf(values, website.id)),
    nameOf: (field) => (field === 'budgetMicros' ? 'budget' : (field.split(/[./]/)[0] ?? field)),
    onSaved: ({ run }) => onStarted(run.id),
  });
  const values = useWatch({ control: form.control }) as DataValues;
  const estimate = useQuery(keywordDataQueries.estimate(queryOf(values, website.id))).data;
  const canFetch = estimate !== undefined && estimate.connection !== null && estimate.costMicros > 0;
  return (
    <Form form={form}>
      <LeaveGuard isDirty={form.isDirty} />
      {estimate?.connection === null ? <NoConnection /> : null}
      <KeywordFields control={form.control} />
      <FoundFields control={form.control} website={website} first={EMPTY} />
      <MarketFields control={form.control} website={website} estimate={estimate} />
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-border bg-popover px-5 py-4">
        <Cost estimate={estimate} />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.isBusy} disabled={!canFetch} needsNetwork>
            {estimate ? `Fetch, at most ${formatMicros(estimate.costMicros)}` : 'Fetch'}
          </Button>
        </div>
      </div>
    </Form>
  );
}
