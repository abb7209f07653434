import type { ActionResult } from '@/api/engine-results';

type Audit = ActionResult<'content.audit'>;
type PageAudit = Audit['pages'][number];

/** A page to improve, with a new title and a section. */
export function anAuditedPage(change: Partial<PageAudit> = {}): PageAudit {
  return {
    url: 'https://northwind.example/gutters',
    title: 'Services',
    status: 200,
    verdict: 'improve',
    target: null,
    reason: 'It has 30 clicks from 1,300 impressions; the title does not mention “gutter cleaning”.',
    isTooLittleData: false,
    clicks: 30,
    impressions: 1300,
    position: 7.2,
    linksIn: 2,
    words: 320,
    extraClicks: { low: 2, mid: 8, high: 21 },
    missingQueries: [
      {
        query: 'gutter guards cost',
        clicks: 1,
        impressions: 400,
        position: 14,
        isInTitle: false,
        isInText: false,
      },
    ],
    changes: [
      {
        kind: 'title',
        reason: 'The title does not mention “gutter cleaning”',
        before: 'Services',
        after: 'Gutter cleaning: Services | Northwind',
        heading: null,
        target: null,
        queries: ['gutter cleaning'],
        factIds: [],
        source: null,
        sources: [],
        pages: [],
      },
    ],
    before: ['Title: Services', '# Services'],
    after: ['Title: Gutter cleaning: Services | Northwind', '# Services'],
    tasks: [{ title: 'Change the title of /gutters', detail: 'Old title: Services\nNew title: Gutter cleaning' }],
    ...change,
  };
}

export function anAudit(pages: PageAudit[]): Audit {
  const count = (verdict: PageAudit['verdict']) => pages.filter((page) => page.verdict === verdict).length;
  return {
    pages,
    slowPages: [],
    summary: {
      keep: count('keep'),
      improve: count('improve'),
      merge: count('merge'),
      redirect: count('redirect'),
      remove: count('remove'),
      tooLittleData: 1,
      clicks: 40,
      impressions: 1600,
      movedClicks: 4,
      extraClicks: { low: 2, mid: 8, high: 21 },
      periodDays: 100,
    },
    insights: [],
    notes: [],
    assumptions: ['The texts are the main content of the pages, without menus'],
    needs: ['Facts or a vertical with an editorial pack fill new sections with text'],
    method: 'content',
    methodVersion: 'content-2.0.0',
  };
}
