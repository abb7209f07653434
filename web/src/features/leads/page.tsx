import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { LoadingRows } from '@/components/states/panels';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useUrlState } from '@/hooks/use-url-state';
import { wantTopic } from '@/lib/live/topics';

const TABS: readonly { value: string; label: string; panel: ComponentType }[] = [
  { value: 'leads', label: 'Leads', panel: lazy(() => import('./leads-tab')) },
  { value: 'buyers', label: 'Buyers', panel: lazy(() => import('./buyers-tab')) },
  { value: 'sources', label: 'Forms and calls', panel: lazy(() => import('./sources-tab')) },
  { value: 'rentals', label: 'Rentals', panel: lazy(() => import('./rentals-tab')) },
  { value: 'invoices', label: 'Invoices', panel: lazy(() => import('./invoices-tab')) },
  { value: 'ledger', label: 'Ledger', panel: lazy(() => import('./ledger-tab')) },
];

/** Filters of all tabs: another tab starts without them. */
const ALL = { tab: 'leads', q: '', status: '', buyer: '', lead: '', reason: '', by: '', show: '' };

/** Leads that the server receives, who buys them, and the ledger. */
export default function LeadsPage() {
  const [{ tab }, setAll] = useUrlState(ALL);
  useEffect(() => wantTopic({ channel: 'revenue' }), []);
  const known = TABS.some(({ value }) => value === tab) ? tab : ALL.tab;
  return (
    <>
      <PageHeader
        title="Leads"
        description="Leads from forms and calls of your websites, who gets them, and the money."
      />
      <Tabs value={known} onValueChange={(value) => setAll({ ...ALL, tab: value }, { replace: false })}>
        <TabList aria-label="Leads">
          {TABS.map(({ value, label }) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </TabList>
        {TABS.map(({ value, panel: Panel }) => (
          <TabPanel key={value} value={value}>
            <Suspense fallback={<LoadingRows />}>
              <Panel />
            </Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
