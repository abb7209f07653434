import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { websiteQueries } from '@/api/websites';
import { useSessionState } from '@/hooks/use-session-state';
import { useSignOut } from '@/hooks/use-sign-out';
import { currentShortcuts, useShortcuts } from '@/lib/shortcuts';
import { navigation } from '@/lib/strings';
import { shownScheme, useTheme } from '@/lib/theme';
import { allThemes, chooseTheme, useThemes } from '@/lib/themes/store';
import { beforeLeaving } from '@/lib/unsaved';
import { PLACE_GROUPS, PLACES } from './places';
import { useTasks } from './tasks';

export interface Command {
  id: string;
  label: string;
  group: string;
  keys?: string;
  /** Kind of a record. */
  kind?: string;
  /** Second text of a record, which the query may match. */
  note?: string;
  run: () => void;
}

const RECENT_KEPT = 5;

/** Commands of the palette: recently used ones first, then places, websites, actions, themes. */
export function useCommands(): { commands: Command[]; note: (id: string) => void } {
  const [recent, setRecent] = useSessionState('motherlode.recent-commands');
  const all = [...usePlaces(), ...useWebsites(), ...useTasks(), ...useActions(), ...useThemeCommands()];
  const ids = recent === '' ? [] : recent.split('\n');
  const used = ids.flatMap((id) => all.find((command) => command.id === id) ?? []);
  const commands = [
    ...used.map((command) => ({ ...command, group: 'Recent' })),
    ...all.filter((command) => !used.includes(command)),
  ];
  const note = (id: string) => setRecent([id, ...ids.filter((each) => each !== id)].slice(0, RECENT_KEPT).join('\n'));
  return { commands, note };
}

function groupOf(to: string): string {
  return PLACE_GROUPS.find(({ places }) => places.some((place) => place.to === to))?.title ?? 'Go to';
}

function usePlaces(): Command[] {
  const navigate = useNavigate();
  return PLACES.map(({ label, to, key }) => ({
    id: `go:${to}`,
    label,
    group: groupOf(to),
    ...(key ? { keys: `g ${key}` } : {}),
    run: () => beforeLeaving(() => void navigate(to)),
  }));
}

function useWebsites(): Command[] {
  const navigate = useNavigate();
  const { data } = useQuery(websiteQueries.list());
  return (data ?? []).map(({ id, name, host }) => ({
    id: `website:${id}`,
    label: name === host ? name : `${name} (${host})`,
    group: 'Websites',
    run: () => beforeLeaving(() => void navigate(`/projects/${id}`)),
  }));
}

function useActions(): Command[] {
  const signOut = useSignOut();
  const queries = useQueryClient();
  const shortcuts = useShortcuts((state) => state.list);
  const fromKeys = currentShortcuts(shortcuts)
    .filter(({ id, group, run }) => run !== null && group !== 'Go to' && id !== 'palette')
    .map(({ id, label, keys, run }) => ({ id, label, keys, group: 'Actions', run: () => run?.() }));
  const { setMode } = useTheme.getState();
  const scheme = shownScheme();
  return [
    ...fromKeys,
    {
      id: 'scheme',
      label: scheme === 'dark' ? 'Switch to light' : 'Switch to dark',
      group: 'Actions',
      run: () => setMode(scheme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'reload-data',
      label: 'Refresh all data',
      group: 'Actions',
      run: () => void queries.invalidateQueries(),
    },
    { id: 'sign-out', label: navigation.logOut, group: 'Actions', run: () => void signOut() },
  ];
}

function useThemeCommands(): Command[] {
  useThemes((state) => state.custom);
  return allThemes().map(({ id, name }) => ({
    id: `theme:${id}`,
    label: `Theme: ${name}`,
    group: 'Themes',
    run: () => chooseTheme(id),
  }));
}
