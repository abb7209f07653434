import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { KeywordResult } from '@/api/keyword-result';
import type { Keyword, KeywordWin } from '@/api/types';
import { MoneyRange } from '@/components/money/money-range';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/dialog';
import { formatMinutes, formatNumber, formatPercent, formatPosition, NO_VALUE } from '@/lib/format';
import { periodWords } from '@/lib/period-words';
import { readable } from '@/lib/readable';
import { humanise, pagePath, sourceName, winName } from '@/lib/words';
import { MoneyChain } from './money-chain';
import { ToolFigures } from './tool-figures';

interface Props {
  keyword: Keyword | null;
  result: KeywordResult | null;
  hasPrevious: boolean;
  hasNext: boolean;
  onClose: () => void;
  /** -1 to the row before, 1 to the row after. */
  onStep: (step: -1 | 1) => void;
  onCluster: (clusterId: string) => void;
  onOverride: (parameter: string) => void;
}

/** All that is known of one keyword. J and K go to the next and the previous one. */
export function KeywordDrawer({ keyword, ...props }: Props) {
  useStepKeys(keyword !== null, props);
  return (
    <Drawer
      open={keyword !== null}
      onClose={props.onClose}
      title={keyword?.query ?? ''}
      description={keyword ? <Labels keyword={keyword} /> : undefined}
      className="w-[min(32rem,100vw)]"
      footer={
        <>
          <Button variant="outline" size="sm" disabled={!props.hasPrevious} onClick={() => props.onStep(-1)}>
            <ChevronUp size={14} aria-hidden="true" />
            Previous
          </Button>
          <Button variant="outline" size="sm" disabled={!props.hasNext} onClick={() => props.onStep(1)}>
            <ChevronDown size={14} aria-hidden="true" />
            Next
          </Button>
        </>
      }
    >
      {keyword ? <Content keyword={keyword} {...props} /> : null}
    </Drawer>
  );
}

function useStepKeys(open: boolean, { hasPrevious, hasNext, onStep }: Omit<Props, 'keyword'>) {
  const latest = useRef({ hasPrevious, hasNext, onStep });
  useEffect(() => {
    latest.current = { hasPrevious, hasNext, onStep };
  });
  useEffect(() => {
    if (!open) return;
    const step = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j' && latest.current.hasNext) latest.current.onStep(1);
      if (event.key === 'k' && latest.current.hasPrevious) latest.current.onStep(-1);
    };
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  }, [open]);
}

function Labels({ keyword }: { keyword: Keyword }) {
  const { intent, intentConfidence, place, isBrand } = keyword;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge>
        {intent ? humanise(intent) : 'Intent unknown: confidence too low'}
        {intent && intentConfidence !== null ? (
          <span className="font-normal">{formatPercent(intentConfidence, 0)}</span>
        ) : null}
      </Badge>
      {isBrand ? <Badge>Brand</Badge> : null}
      {place ? <Badge>{place}</Badge> : null}
    </span>
  );
}

function Content({ keyword, result, onCluster, onOverride }: { keyword: Keyword } & Omit<Props, 'keyword'>) {
  const { clusterId, clusterHead } = keyword;
  return (
    <div className="grid gap-6">
      <Figures keyword={keyword} />
      <Part title="How the value is calculated">
        <MoneyChain keyword={keyword} result={result} onOverride={onOverride} />
      </Part>
      {keyword.market ? (
        <Part title="Keyword tools">
          <ToolFigures market={keyword.market} currency={keyword.value?.currency} />
        </Part>
      ) : null}
      <Part title="Quick wins">
        {keyword.wins.length === 0 ? (
          <p className="text-muted-foreground">No quick wins found for this keyword.</p>
        ) : null}
        <ul className="divide-y divide-border">
          {keyword.wins.map((win) => (
            <WinLine key={win.kind} win={win} />
          ))}
        </ul>
      </Part>
      {clusterHead ? (
        <Part title="Cluster">
          <div className="flex items-baseline justify-between gap-3">
            <p className="min-w-0 truncate">{clusterHead}</p>
            {clusterId === null ? null : (
              <Button variant="link" size="inline" onClick={() => onCluster(String(clusterId))}>
                Show its keywords
              </Button>
            )}
          </div>
        </Part>
      ) : null}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Figures({ keyword }: { keyword: Keyword }) {
  const { page, observedFrom, observedTo } = keyword;
  const figures: [string, string][] = [
    ['Clicks', formatNumber(keyword.clicks, 0)],
    ['Impressions', formatNumber(keyword.impressions, 0)],
    ['CTR', formatPercent(keyword.ctr, 2)],
    ['Position', formatPosition(keyword.position)],
  ];
  return (
    <div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-muted-foreground">{label}</dt>
            <dd className="tabular text-base font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-muted-foreground">
        {sourceName(keyword.source)}
        {observedFrom && observedTo ? `, ${periodWords(observedFrom, observedTo)}` : ', period unknown'}
      </p>
      <p className="mt-1 truncate text-[0.8125rem]">
        {page ? (
          <a
            href={page}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex max-w-full items-center gap-1.5 text-brand hover:underline"
          >
            <span className="truncate">{pagePath(page)}</span>
            <ExternalLink size={12} aria-hidden="true" className="shrink-0" />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          <span className="text-muted-foreground">
            {keyword.position === null
              ? 'No page of the site ranks for this keyword yet.'
              : 'The import does not include the ranking page.'}
          </span>
        )}
      </p>
    </div>
  );
}

function WinLine({ win }: { win: KeywordWin }) {
  return (
    <li className="py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{winName(win.kind)}</p>
        {win.impact ? (
          <MoneyRange money={win.impact} inline />
        ) : (
          <span title="No monetary estimate: set a value per lead">{NO_VALUE}</span>
        )}
      </div>
      <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">{readable(win.detail)}</p>
      {win.effortMinutes === null ? null : (
        <p className="mt-0.5 text-xs text-muted-foreground">About {formatMinutes(win.effortMinutes)} of work</p>
      )}
    </li>
  );
}
