import { useEffect } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useAuth } from '@/hooks/use-auth';
import { useUrlState } from '@/hooks/use-url-state';
import { ConnectionsTab } from './connections-tab';
import { PreferencesTab } from './preferences-tab';
import { ProfileTab } from './profile-tab';
import { SecurityTab } from './security-tab';

const DEFAULTS = { tab: 'profile' };

const TABS = [
  { value: 'profile', label: 'Profile', panel: ProfileTab },
  { value: 'preferences', label: 'Preferences', panel: PreferencesTab },
  { value: 'connections', label: 'Connections', panel: ConnectionsTab },
  { value: 'security', label: 'Security', panel: SecurityTab },
];

export default function SettingsPage() {
  const [{ tab }, change] = useUrlState(DEFAULTS);
  const { refreshUser } = useAuth();
  const known = TABS.some(({ value }) => value === tab) ? tab : DEFAULTS.tab;
  useEffect(() => {
    refreshUser();
  }, [refreshUser]);
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Settings" description="Your account, this browser, and the connection to the server." />
      <Tabs value={known} onValueChange={(value) => change({ tab: value })}>
        <TabList aria-label="Settings">
          {TABS.map(({ value, label }) => (
            <Tab key={value} value={value}>
              {label}
            </Tab>
          ))}
        </TabList>
        {TABS.map(({ value, panel: Panel }) => (
          <TabPanel key={value} value={value}>
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
