import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { LoadingRows } from '@/components/states/panels';
import { PageHeader } from '@/components/ui/page-header';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useAuth } from '@/hooks/use-auth';
import { useMedia } from '@/hooks/use-media';
import { useUrlState } from '@/hooks/use-url-state';
import { beforeLeaving } from '@/lib/unsaved';
import { useSaveKey } from './unsaved-changes';

const DEFAULTS = { tab: 'profile' };

interface Entry {
  value: string;
  label: string;
  panel: ComponentType;
}

/** All tabs are visible to everyone; tabs without access explain so. */
const TABS: readonly Entry[] = [
  { value: 'profile', label: 'Profile', panel: lazy(() => import('./profile-tab')) },
  { value: 'preferences', label: 'Preferences', panel: lazy(() => import('./preferences-tab')) },
  { value: 'notifications', label: 'Notifications', panel: lazy(() => import('./notifications-tab')) },
  { value: 'appearance', label: 'Appearance', panel: lazy(() => import('./appearance/tab')) },
  { value: 'security', label: 'Security', panel: lazy(() => import('./security-tab')) },
  { value: 'workspaces', label: 'Workspaces', panel: lazy(() => import('./workspaces-tab')) },
  { value: 'api-keys', label: 'API keys', panel: lazy(() => import('./api-keys-tab')) },
  { value: 'schedules', label: 'Schedules', panel: lazy(() => import('./schedules/tab')) },
  { value: 'webhooks', label: 'Webhooks', panel: lazy(() => import('./webhooks/tab')) },
  { value: 'connections', label: 'Connections', panel: lazy(() => import('./connections/tab')) },
  { value: 'live', label: 'Live updates', panel: lazy(() => import('./live-tab')) },
  { value: 'data', label: 'Your data', panel: lazy(() => import('./data-tab')) },
  { value: 'system', label: 'System', panel: lazy(() => import('./system/tab')) },
];

export default function SettingsPage() {
  const [{ tab }, change] = useUrlState(DEFAULTS);
  const { refreshUser } = useAuth();
  useSaveKey();
  const isWide = useMedia('(min-width: 1024px)');
  const known = TABS.some(({ value }) => value === tab) ? tab : DEFAULTS.tab;
  useEffect(() => {
    refreshUser();
  }, [refreshUser]);
  const tabs = useVisibleTab(known);
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title="Settings" description="Your account, this browser, and the connection to the server." />
      <Tabs
        value={known}
        onValueChange={(value) => beforeLeaving(() => change({ tab: value }, { replace: false }))}
        orientation={isWide ? 'vertical' : 'horizontal'}
        className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10"
      >
        <TabList
          ref={tabs}
          aria-label="Settings"
          className="lg:sticky lg:top-24 lg:flex-col lg:self-start lg:border-b-0"
        >
          {TABS.map(({ value, label }) => (
            <Tab
              key={value}
              value={value}
              className="lg:rounded-md lg:border-b-0 lg:py-2 lg:text-left lg:data-[state=active]:bg-accent"
            >
              {label}
            </Tab>
          ))}
        </TabList>
        <div className="min-w-0">
          {TABS.map(({ value, panel: Panel }) => (
            <TabPanel key={value} value={value} className="lg:pt-0">
              <Suspense fallback={<LoadingRows />}>
                <Panel />
              </Suspense>
            </TabPanel>
          ))}
        </div>
      </Tabs>
    </div>
  );
}

/** On narrow windows the tabs scroll horizontally: scrolls to the selected one. */
function useVisibleTab(value: string) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab moves the list
  useEffect(() => {
    const list = ref.current;
    const tab = list?.querySelector<HTMLElement>('[data-state="active"]');
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  return ref;
}
