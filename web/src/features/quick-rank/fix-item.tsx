import { ChevronRight, FilePen } from 'lucide-react';
import type { PageFix } from '@/api/page-audits';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ScrollBox } from '@/components/ui/scroll-box';
import { cn } from '@/lib/cn';
import { formatMinutes, formatNumber, NO_VALUE } from '@/lib/format';
import { impactWord } from './words';

/** A fix with its figures, its snippet and, if it is a change of an own page, the button that creates an edit. */
export function FixItem({
  fix,
  number,
  isOpen,
  isCreating,
  onToggle,
  onCreateEdit,
}: {
  fix: PageFix;
  number: number;
  isOpen: boolean;
  isCreating: boolean;
  onToggle: () => void;
  /** Absent if no edit can be made of it. */
  onCreateEdit?: () => void;
}) {
  const impact = impactWord(fix.impact);
  const id = `fix-${number}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)]">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="grid w-full grid-cols-[1.5rem_minmax(0,1fr)_1.25rem] items-start gap-3 px-5 py-3.5 text-left hover:bg-accent/60"
        >
          <span className="tabular pt-0.5 text-right text-muted-foreground">{number}</span>
          <span className="min-w-0">
            <span className="block font-medium">{fix.title}</span>
            <span
              className={cn(
                'mt-0.5 text-[0.8125rem] font-normal text-muted-foreground',
                isOpen ? 'block' : 'line-clamp-2',
              )}
            >
              {fix.reason}
            </span>
            <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs">
              {fix.isBlocking ? (
                <Badge tone="danger" dot>
                  Blocks the page
                </Badge>
              ) : (
                <Badge tone={impact.tone} dot>
                  {impact.label}: {formatNumber(fix.impact, 0)} of 100
                </Badge>
              )}
              <span>Effort {formatMinutes(fix.effortMinutes)}</span>
              {fix.clicks ? <span>{clicksText(fix)}</span> : null}
            </span>
          </span>
          <ChevronRight
            size={16}
            aria-hidden="true"
            className={isOpen ? 'mt-1 rotate-90 transition-transform' : 'mt-1 transition-transform'}
          />
        </button>
      </h3>
      {isOpen ? <Details id={id} fix={fix} isCreating={isCreating} onCreateEdit={onCreateEdit} /> : null}
    </li>
  );
}

function Details({
  id,
  fix,
  isCreating,
  onCreateEdit,
}: {
  id: string;
  fix: PageFix;
  isCreating: boolean;
  onCreateEdit?: () => void;
}) {
  return (
    <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 pb-5 text-[0.8125rem] sm:pl-14">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
        <Fact label="Extra clicks a month" value={fix.clicks ? rangeText(fix) : NO_VALUE} note={fix.clicksMissing} />
        <Fact label="Impact for each hour" value={`${formatNumber(fix.priority)} points`} />
        <Fact label="Source" value={fix.source} />
      </dl>
      <Evidence fix={fix} />
      {fix.snippet ? (
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-xs text-muted-foreground">{fix.snippet.place}</figcaption>
          <ScrollBox
            label={`Snippet: ${fix.title}`}
            className="max-h-64 overflow-auto rounded-md border border-border bg-muted p-3 text-xs"
          >
            <pre>
              <code>{fix.snippet.text}</code>
            </pre>
          </ScrollBox>
        </figure>
      ) : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {onCreateEdit ? (
          <Button variant="outline" size="sm" needsNetwork busy={isCreating} onClick={onCreateEdit}>
            <FilePen size={14} aria-hidden="true" />
            Create edit
          </Button>
        ) : null}
        {fix.snippet ? <CopyButton text={fix.snippet.text} label="Copy snippet" /> : null}
      </div>
    </div>
  );
}

function clicksText(fix: PageFix): string {
  return fix.clicks ? `${rangeText(fix)} clicks a month` : '';
}

/** Median with its 80 % interval. */
function rangeText({ clicks }: PageFix): string {
  if (!clicks) return NO_VALUE;
  return `+${formatNumber(clicks.mid)} (${formatNumber(clicks.low)} to ${formatNumber(clicks.high)})`;
}

function Fact({ label, value, note }: { label: string; value: string; note?: string | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="tabular wrap-anywhere">
        {value}
        {note ? <span className="block text-xs text-muted-foreground">{note}</span> : null}
      </dd>
    </div>
  );
}

function Evidence({ fix }: { fix: PageFix }) {
  // The snippet of missing terms lists them already.
  if (fix.evidence.length === 0 || fix.key === 'terms') return null;
  return (
    <div>
      <p className="text-xs text-muted-foreground">Where</p>
      <ul className="mt-1 grid gap-1">
        {fix.evidence.map((place) => (
          <li key={place} className="wrap-anywhere">
            {place}
          </li>
        ))}
      </ul>
    </div>
  );
}
