import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { engineQueries } from '@/api/engines';
import { ENGINES } from '@/components/engines/engine-words';
import { useExecute } from '@/components/engines/use-execute';
import { useCurrentWebsite, withWebsite } from '@/hooks/use-current-website';
import { beforeLeaving } from '@/lib/unsaved';
import type { Command } from './commands';

const GROUP = 'Actions';

/** Actions that begin on a page. */
const TASKS = [
  { label: 'Import a file', to: '/keyword-finder?panel=import' },
  { label: 'Connect Search Console or another provider', to: '/settings?tab=connections' },
  { label: 'Crawl a website', to: '/crawl' },
  { label: 'Track keywords', to: '/ranks' },
  { label: 'Plan an experiment', to: '/experiments?new=1' },
  { label: 'Write a page', to: '/content-generator' },
];

/** Actions of the palette that start work: runs of engines on the current website, imports, connections. */
export function useTasks(): Command[] {
  const navigate = useNavigate();
  const { current } = useCurrentWebsite();
  const websiteId = current?.id;
  const { data } = useQuery(engineQueries.status(websiteId ? { websiteId } : {}));
  const execute = useExecute();
  const go = (to: string) => beforeLeaving(() => void navigate(withWebsite(to, websiteId)));
  const runs = ENGINES.map(({ id, name, path }) => ({
    id: `run:${id}`,
    label: `Run the ${name.toLowerCase()} engine`,
    group: GROUP,
    run: () => {
      const engine = data?.engines.find((each) => each.id === id);
      // An engine that lacks data or input asks for it on its page.
      const isReady = engine && engine.status !== 'needs_data' && !engine.input;
      if (websiteId && isReady && engine.defaultAction) {
        execute.mutate({ engineId: id, action: engine.defaultAction, websiteId });
      }
      go(path);
    },
  }));
  return [...TASKS.map(({ label, to }) => ({ id: `task:${label}`, label, group: GROUP, run: () => go(to) })), ...runs];
}
