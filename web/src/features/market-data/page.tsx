import { type ComponentType, lazy, Suspense } from 'react';
import { LoadingRows } from '@/components/states/panels';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useUrlState } from '@/hooks/use-url-state';

const DEFAULTS = { tab: 'verticals' };

const TABS: readonly { value: string; label: string; panel: ComponentType }[] = [
  { value: 'verticals', label: 'Verticals', panel: lazy(() => import('./verticals-tab')) },
  { value: 'markets', label: 'Markets', panel: lazy(() => import('./markets-tab')) },
  { value: 'places', label: 'Places', panel: lazy(() => import('./places-tab')) },
  { value: 'own', label: 'Your data', panel: lazy(() => import('./own-tab')) },
  { value: 'sources', label: 'Sources', panel: lazy(() => import('./sources-tab')) },
];

/** Reference data of verticals and places, and the workspace's values that override them. */
export default function MarketDataPage() {
  const [{ tab }] = useUrlState(DEFAULTS);
  const [, setAll] = useUrlState(ALL);
  const known = TABS.some(({ value }) => value === tab) ? tab : DEFAULTS.tab;
  return (
    <>
      <PageHeader
        title="Market data"
        description="What leads pay, clicks cost and people search, by vertical and place. Each figure names its source and year."
        actions={
          <ButtonLink to="/opportunities/local" variant="outline" size="sm">
            Score markets
          </ButtonLink>
        }
      />
      <Tabs value={known} onValueChange={(value) => setAll({ ...ALL, tab: value }, { replace: false })}>
        <TabList aria-label="Market data">
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

/** Filters of all tabs: another tab starts without them. */
const ALL = {
  tab: 'verticals',
  q: '',
  category: '',
  known: '',
  vertical: '',
  state: '',
  tier: '',
  kind: '',
  least: '',
  sort: '',
  page: '1',
  people: '',
  own: '',
  grade: '',
};
