import type { CrawlCategory, CrawlIssue, CrawlIssueCount, CrawlReport, CrawlSeverity } from '@/api/crawls';

/** An issue of the audit with its pages in a crawl. */
export type CountedIssue = CrawlIssue & Omit<CrawlIssueCount, 'issue'>;

/** Issues of a report with their definitions. An issue that the server no longer defines is left out. */
export function countedIssues(report: CrawlReport, definitions: readonly CrawlIssue[]): CountedIssue[] {
  const known = new Map(definitions.map((issue) => [issue.key, issue]));
  return report.issues.flatMap(({ issue, ...counts }) => {
    const definition = known.get(issue);
    return definition ? [{ ...definition, ...counts }] : [];
  });
}

export interface IssueFilter {
  severity: CrawlSeverity | undefined;
  category: CrawlCategory | undefined;
}

export function filtered(issues: readonly CountedIssue[], { severity, category }: IssueFilter): CountedIssue[] {
  return issues.filter(
    (issue) =>
      (severity === undefined || issue.severity === severity) &&
      (category === undefined || issue.category === category),
  );
}

/** Issues of a severity by category, in the order of `categories`; in each, those on most pages first. */
export function byCategory(
  issues: readonly CountedIssue[],
  severity: CrawlSeverity,
  categories: readonly CrawlCategory[],
): { category: CrawlCategory; issues: CountedIssue[] }[] {
  return categories
    .map((category) => ({
      category,
      issues: issues
        .filter((issue) => issue.severity === severity && issue.category === category && issue.pages > 0)
        .sort((one, other) => other.pages - one.pages),
    }))
    .filter((group) => group.issues.length > 0);
}

/** Issues that are gone from pages since the previous crawl, most pages first. */
export function fixedIssues(issues: readonly CountedIssue[]): CountedIssue[] {
  return issues.filter(({ fixed }) => fixed > 0).sort((one, other) => other.fixed - one.fixed);
}
