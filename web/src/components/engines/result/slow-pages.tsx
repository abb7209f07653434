import type { ActionResult } from '@/api/engine-results';
import { Badge } from '@/components/ui/badge';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDate, formatNumber, plural } from '@/lib/format';

type SlowPage = ActionResult<'content.audit'>['slowPages'][number];
type FailedVital = SlowPage['failed'][number];

const SHOWN = 100;

const METRICS: Record<FailedVital['metric'], string> = { lcp: 'LCP', inp: 'INP', cls: 'CLS' };

/** Pages whose Core Web Vitals are not good, most clicks first, with the source of the figures. */
export function SlowPagesTable({ pages, periodDays }: { pages: readonly SlowPage[]; periodDays?: number | null }) {
  const period = periodDays == null ? 'in the period' : `in ${plural(periodDays, 'day')}`;
  return (
    <Table label="Pages that fail Core Web Vitals" stacked>
      <thead>
        <tr>
          <Th>Page</Th>
          <Th>Device</Th>
          <Th>Not good</Th>
          <Th numeric>Clicks {period}, all devices</Th>
          <Th>Source</Th>
          <Th>Fix</Th>
        </tr>
      </thead>
      <tbody>
        {pages.slice(0, SHOWN).map((page) => (
          <tr key={`${page.device} ${page.isOrigin} ${page.url}`}>
            <Td stack="title" className="wrap-anywhere">
              {page.url} {page.isOrigin ? <Badge tone="neutral">All pages</Badge> : null}
            </Td>
            <Td label="Device">{page.device === 'phone' ? 'Phone' : 'Desktop'}</Td>
            <Td label="Not good">
              {page.failed.map((vital) => (
                <div key={vital.metric}>{vitalText(vital)}</div>
              ))}
            </Td>
            <Td numeric label={`Clicks ${period}`}>
              {page.clicks == null ? 'unknown' : formatNumber(page.clicks, 0)}
            </Td>
            <Td label="Source">{sourceText(page)}</Td>
            <Td stack="end" className="min-w-56">
              {page.fix}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function vitalText({ metric, value, isPoor }: FailedVital) {
  const figure = {
    lcp: `${formatNumber(value / 1000, 1)} s`,
    inp: `${formatNumber(value, 0)} ms`,
    cls: formatNumber(value, 2),
  }[metric];
  return `${METRICS[metric]} ${figure}, ${isPoor ? 'poor' : 'needs improvement'}`;
}

/** Field data of visitors, or a lab test, with the days of the figures. */
function sourceText({ basis, source, from, to }: SlowPage) {
  const kind = basis === 'field' ? 'Field data, 75th percentile' : 'Lab data, no field data';
  const days = from == null ? formatDate(to) : `${formatDate(from)} to ${formatDate(to)}`;
  return `${kind}: ${source}, ${days}`;
}
