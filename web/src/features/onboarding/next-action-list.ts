export interface NextAction {
  title: string;
  text: string;
  to: string;
}

interface Done {
  websiteId: string;
  crawlId: string;
  /** Title of the best opportunity, or null without any. */
  opportunity: string | null;
}

const COUNT = 3;

/** The three most useful actions after the onboarding: first what its results ask for, then more data. */
export function nextActions({ websiteId, crawlId, opportunity }: Done): NextAction[] {
  const all: (NextAction | null)[] = [
    opportunity ? { title: 'Implement the best opportunity', text: opportunity, to: '/opportunities/discover' } : null,
    crawlId
      ? { title: 'Look at the crawl', text: 'Technical issues by severity, while it runs.', to: `/crawl/${crawlId}` }
      : null,
    crawlId === '' && websiteId
      ? { title: 'Crawl the website', text: 'Finds technical issues and missing links.', to: '/crawl' }
      : null,
    {
      title: 'Connect Search Console',
      text: 'Search data arrive every day, without exports.',
      to: '/settings?tab=connections',
    },
    opportunity
      ? null
      : {
          title: 'Import search data',
          text: 'Engines need queries, clicks and positions.',
          to: '/keyword-finder?panel=import',
        },
    websiteId
      ? { title: 'Create a report', text: 'Under your name, by link, PDF or email.', to: '/reports' }
      : { title: 'Add a website', text: 'Your own site, or one of a client.', to: '/projects/new' },
  ];
  return all.filter((action) => action !== null).slice(0, COUNT);
}
