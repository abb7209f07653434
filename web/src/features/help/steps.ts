import type { Website } from '@/api/types';

export interface FirstStep {
  id: string;
  title: string;
  text: string;
  to: string;
  isDone: boolean;
}

export interface Progress {
  websites: readonly Website[];
  current: Website | null;
  hasRun: boolean;
  hasImplemented: boolean;
  hasReport: boolean;
}

/** The first steps, each with the page where it is done. */
export function firstSteps({ websites, current, hasRun, hasImplemented, hasReport }: Progress): FirstStep[] {
  const settings = current ? `/projects/${current.id}?tab=settings` : '/projects/new';
  return [
    {
      id: 'website',
      title: 'Add a website',
      text: 'Your own, or the simulated sample.',
      to: '/projects/new',
      isDone: websites.length > 0,
    },
    {
      id: 'data',
      title: 'Import search data',
      text: 'A Search Console export, or a connection.',
      to: '/keyword-finder?panel=import',
      isDone: websites.some(({ lastImportAt }) => lastImportAt !== null),
    },
    {
      id: 'value',
      title: 'Set a value per lead',
      text: 'Without it, results show clicks instead of money.',
      to: settings,
      isDone: Boolean(current?.settings.valuePerLeadCents),
    },
    {
      id: 'engine',
      title: 'Run an engine',
      text: 'The keyword engine is a good first one.',
      to: '/keyword-finder?panel=run',
      isDone: hasRun,
    },
    {
      id: 'opportunity',
      title: 'Implement an opportunity',
      text: 'Mark it, and its effect will be measured.',
      to: '/opportunities/discover',
      isDone: hasImplemented,
    },
    {
      id: 'report',
      title: 'Create a report',
      text: 'Under your own name, by link or email.',
      to: '/reports',
      isDone: hasReport,
    },
  ];
}
