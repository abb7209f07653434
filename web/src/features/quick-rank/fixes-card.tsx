import { PartyPopper } from 'lucide-react';
import { useState } from 'react';
import type { FullPageAudit, PageReport } from '@/api/page-audits';
import { EmptyPanel } from '@/components/states/panels';
import { Card, CardHeader } from '@/components/ui/card';
import { LoadMore } from '@/components/ui/load-more';
import { Segmented } from '@/components/ui/segmented';
import { usePhoneRows } from '@/components/ui/use-phone-rows';
import { useUrlState } from '@/hooks/use-url-state';
import { formatMinutes, plural } from '@/lib/format';
import { FixItem } from './fix-item';
import { sortFixes } from './sort-fixes';
import { useCreateEdit } from './use-create-edit';
import { ORDERS, orderOf } from './words';

const DEFAULTS = { order: 'priority' };
/** Fixes that a phone shows at first: the best ones. */
const PHONE_FIXES = 6;

/** The fixes of a page, in the chosen order; the first one is open. */
export function FixesCard({
  audit,
  report,
  canChange,
}: {
  audit: FullPageAudit;
  report: PageReport;
  canChange: boolean;
}) {
  const [{ order }, setUrl] = useUrlState(DEFAULTS);
  const fixes = sortFixes(report.fixes, orderOf(order));
  const [open, setOpen] = useState<string | null>(report.fixes[0]?.key ?? null);
  const [rows, pages] = usePhoneRows(fixes, undefined, PHONE_FIXES);
  const create = useCreateEdit(audit);
  const minutes = fixes.reduce((sum, { effortMinutes }) => sum + effortMinutes, 0);
  return (
    <Card aria-label="Fixes">
      <CardHeader
        title={plural(fixes.length, 'fix', 'fixes')}
        description={
          fixes.length > 0
            ? `${formatMinutes(minutes)} in total. Best first means impact for each hour of work.`
            : undefined
        }
        actions={
          fixes.length > 1 ? (
            <Segmented
              label="Order of the fixes"
              value={orderOf(order)}
              options={ORDERS}
              onChange={(next) => setUrl({ order: next })}
            />
          ) : null
        }
      />
      {fixes.length === 0 ? (
        <EmptyPanel
          icon={PartyPopper}
          title="Nothing to fix"
          text="The checks of this audit found no problem on the page."
        />
      ) : (
        <ol className="mt-4 divide-y divide-border border-t border-border">
          {rows.map((fix, at) => (
            <FixItem
              key={fix.key}
              fix={fix}
              number={at + 1}
              isOpen={open === fix.key}
              isCreating={create.isPending && create.variables?.key === fix.key}
              onToggle={() => setOpen(open === fix.key ? null : fix.key)}
              onCreateEdit={
                canChange && audit.websiteId !== null && fix.changes.length > 0 ? () => create.mutate(fix) : undefined
              }
            />
          ))}
        </ol>
      )}
      <LoadMore query={pages} label={`Show more of ${plural(fixes.length, 'fix', 'fixes')}`} />
      {report.assumptions.length > 0 ? (
        <div className="border-t border-border px-5 py-4 text-xs text-muted-foreground">
          <p>Assumptions</p>
          <ul className="mt-1 grid list-disc gap-1 pl-4">
            {report.assumptions.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="mt-2">
            Method: {report.method} ({report.methodVersion})
          </p>
        </div>
      ) : null}
    </Card>
  );
}
