import { useQuery } from '@tanstack/react-query';
import { engineQueries } from '@/api/engines';
import { websiteQueries } from '@/api/websites';
import { preferredWebsite } from '@/hooks/use-current-website';
import { KEYWORD_ENGINE } from './keyword-engine';
import type { StepName } from './steps';

export interface Resume {
  step: StepName;
  websiteId: string;
  runId: string;
  crawlId: string;
}

const START: Resume = { step: 'welcome', websiteId: '', runId: '', crawlId: '' };

/**
 * Returns the step to continue with, from the server's data: a website leads to its import, an import to the engine, a
 * run to its progress. Null while loading; the first step if loading fails or `isWanted` is false.
 */
export function useResume(isWanted: boolean): Resume | null {
  const websites = useQuery({ ...websiteQueries.list(), enabled: isWanted });
  const website = preferredWebsite(websites.data ?? []);
  const hasImport = website !== null && website.lastImportAt !== null;
  const status = useQuery({
    ...engineQueries.status(website ? { websiteId: website.id } : {}),
    enabled: isWanted && hasImport,
  });
  if (!isWanted || websites.isError) return START;
  if (websites.isPending || (hasImport && status.isPending)) return null;
  if (!website) return START;
  if (!hasImport) return { step: 'import', websiteId: website.id, runId: '', crawlId: '' };
  const engine = status.data?.engines.find(({ id }) => id === KEYWORD_ENGINE);
  return { step: 'engine', websiteId: website.id, runId: engine?.runId ?? '', crawlId: '' };
}
