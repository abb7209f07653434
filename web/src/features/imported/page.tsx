import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { WebsiteSwitcher } from '@/components/websites/website-switcher';
import { useCurrentWebsite } from '@/hooks/use-current-website';
import { useUrlState } from '@/hooks/use-url-state';
import { BacklinksTab } from './backlinks-tab';
import { BingTab } from './bing-tab';
import { KeywordsTab } from './keywords-tab';
import { LeadsTab } from './leads-tab';
import { RanksTab, SerpsTab } from './observations-tabs';
import { PagesTab } from './pages-tab';
import { RatesTab } from './rates-tab';
import { RevenueTab } from './revenue-tab';
import { SearchTab } from './search-tab';
import { SessionsTab } from './sessions-tab';

const TABS = [
  { name: 'backlinks', label: 'Backlinks', Content: BacklinksTab },
  { name: 'sessions', label: 'Sessions', Content: SessionsTab },
  { name: 'search', label: 'Search Console', Content: SearchTab },
  { name: 'bing', label: 'Bing', Content: BingTab },
  { name: 'keywords', label: 'Keyword data', Content: KeywordsTab },
  { name: 'serps', label: 'SERPs', Content: SerpsTab },
  { name: 'ranks', label: 'Ranks', Content: RanksTab },
  { name: 'pages', label: 'Pages', Content: PagesTab },
  { name: 'leads', label: 'Leads', Content: LeadsTab },
  { name: 'revenue', label: 'Revenue', Content: RevenueTab },
  { name: 'rates', label: 'Rates', Content: RatesTab },
] as const;

const DEFAULTS = { tab: 'backlinks' as string };
/** Filters of all tabs: each tab begins without those of another. */
const NO_FILTERS = {
  q: '',
  page: '',
  provider: '',
  rel: '',
  lost: '',
  status: '',
  kind: '',
  place: '',
  unit: '',
  from: '',
  to: '',
  sort: '',
};

/** Rows of connections, rank checks and imports, as they are stored. */
export default function ImportedPage() {
  const { query, websites, current, choose } = useCurrentWebsite();
  const [{ tab }, setUrl] = useUrlState<Record<string, string>>({ ...DEFAULTS, ...NO_FILTERS });
  const shown = TABS.find(({ name }) => name === tab) ?? TABS[0];
  return (
    <>
      <PageHeader
        title="Imported data"
        description="Search Console, Bing, keyword data, SERPs, ranks, pages, backlinks, sessions, leads, revenue and rates, row by row."
        actions={<WebsiteSwitcher websites={websites} current={current} pending={query.isPending} onChoose={choose} />}
      />
      <QueryPanel query={query} fallback="Failed to load the websites.">
        {() =>
          current ? (
            <Tabs value={shown.name} onValueChange={(to) => setUrl({ ...NO_FILTERS, tab: to })}>
              <TabList aria-label="Imported data">
                {TABS.map(({ name, label }) => (
                  <Tab key={name} value={name}>
                    {label}
                  </Tab>
                ))}
              </TabList>
              {TABS.map(({ name, Content }) => (
                <TabPanel key={name} value={name}>
                  <Content websiteId={current.id} />
                </TabPanel>
              ))}
            </Tabs>
          ) : (
            <Card>
              <EmptyPanel
                title="No website yet"
                text="Import a file to create one."
                action={
                  <ButtonLink to="/projects/new" size="sm">
                    Import a file
                  </ButtonLink>
                }
              />
            </Card>
          )
        }
      </QueryPanel>
    </>
  );
}
