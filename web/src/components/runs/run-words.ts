import type { Run } from '@/api/types';
import { humanise } from '@/lib/words';

const KINDS: Record<string, string> = {
  import: 'Import',
  import_undo: 'Undo import',
  experiment: 'Evaluate experiment',
  plan: 'Create plan',
  apply: 'Execute plan',
  undo: 'Undo plan',
  retention: 'Clean-up',
  theme: 'Theme from a page',
  crawl: 'Crawl',
  sync: 'Sync of a data source',
  rank_check: 'Check ranks',
  keyword_data: 'Fetch keyword data',
  rank_digest: 'Digest of ranks',
  report: 'Report',
  answer_check: 'Check of AI answers',
  document_compose: 'Text of a document',
  document_draft: 'Text of a document by a model',
  page_audit: 'Audit of a page',
  campaign: 'Step of a campaign',
  site_build: 'Build of a site',
  site_deploy: 'Deployment of a site',
  edit: 'Edit of pages',
  batch: 'Batch',
  probe: 'Self-test',
};

/** Short description of a run. */
export function runName(run: Pick<Run, 'kind' | 'engineId' | 'action'>): string {
  if (run.engineId)
    return `${humanise(run.engineId)} engine${run.action ? `, ${humanise(run.action).toLowerCase()}` : ''}`;
  return KINDS[run.kind] ?? humanise(run.kind);
}

/** "Scoring: 2,431 keywords", "Waiting for a worker". */
export function stageText(run: Pick<Run, 'status' | 'progress'>): string {
  const { stage, message } = run.progress;
  if (run.status === 'queued') return message || 'Waiting for a worker';
  if (run.status === 'paused') return message || 'Paused';
  const name = stage ? humanise(stage) : 'Starting';
  if (!message || message.toLowerCase() === name.toLowerCase()) return name;
  return `${name}: ${message}`;
}
