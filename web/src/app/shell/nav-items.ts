import { Compass, FolderKanban, LayoutDashboard, type LucideIcon, Plus, Settings, Workflow } from 'lucide-react';
import { navigation } from '@/lib/strings';

export interface NavItem {
  label: string;
  to: string;
  icon: LucideIcon;
  hint?: string;
}

/** The six navigation entries of signed-in users. */
export const NAV_ITEMS: readonly NavItem[] = [
  { label: navigation.dashboard, to: '/dashboard', icon: LayoutDashboard },
  { label: navigation.dominator, to: '/dominator', icon: Workflow, hint: navigation.dominatorHint },
  { label: navigation.domination, to: '/domination/dashboard', icon: Compass, hint: navigation.dominationHint },
  { label: navigation.projects, to: '/projects', icon: FolderKanban },
  { label: navigation.newProject, to: '/projects/new', icon: Plus },
  { label: navigation.settings, to: '/settings', icon: Settings },
];

/** An entry is active on its own path and below it; the dashboard also on "/". */
export function isActive(to: string, pathname: string): boolean {
  if (to === '/dashboard' && pathname === '/') return true;
  return pathname === to || pathname.startsWith(`${to}/`);
}

/** "page" on the entry of this very page, true on a parent that is also active. */
export function ariaCurrent(to: string, pathname: string): 'page' | true | undefined {
  if (!isActive(to, pathname)) return undefined;
  return pathname === to || pathname === '/' ? 'page' : true;
}
