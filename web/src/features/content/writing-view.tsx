import { Check } from 'lucide-react';
import type { WrittenLine } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { formatNumber, plural } from '@/lib/format';
import type { WrittenSection } from './writing';

/** The text while a language model writes it. Sentences without a fact are struck through, with the reason. */
export function WritingView({
  sections,
  onStop,
}: {
  sections: readonly WrittenSection[];
  /** Null while the run is being cancelled, or for viewers. */
  onStop: (() => void) | null;
}) {
  const done = sections.filter(({ isComplete }) => isComplete).length;
  return (
    <section aria-label="Text that is being written" className="mx-auto grid max-w-[44rem] gap-5 text-base leading-7">
      <div className="flex items-center justify-between gap-3 text-[0.8125rem]">
        <p role="status">
          {sections.length === 0
            ? 'Waiting for the first section'
            : `${formatNumber(done, 0)} of ${plural(sections.length, 'section')} written`}
        </p>
        <Button variant="outline" size="sm" needsNetwork disabled={!onStop} onClick={onStop ?? undefined}>
          Stop
        </Button>
      </div>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is known by its place
        <Section key={index} section={section} />
      ))}
    </section>
  );
}

function Section({ section: { heading, lines, pending, isComplete } }: { section: WrittenSection }) {
  const isBegun = lines.length > 0 || pending !== '';
  return (
    <div className="grid gap-2">
      <h3 className="flex items-center gap-2 text-lg font-semibold">
        {heading}
        {isComplete ? <Check size={16} className="text-success" aria-label="written" /> : null}
        {isBegun && !isComplete ? <Spinner className="text-brand" /> : null}
      </h3>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
        <Line key={index} line={line} />
      ))}
      {pending ? <p className="text-muted-foreground">{pending}</p> : null}
    </div>
  );
}

function Line({ line: { kind, text, removed, isBeingChecked, isSecondReading } }: { line: WrittenLine }) {
  const mark = kind === 'item' || kind === 'step' ? '• ' : '';
  const state = isBeingChecked ? 'Being checked' : isSecondReading ? 'Kept by the second reading' : '';
  if (!removed && !text) return null;
  if (!removed) {
    return (
      <p className={isBeingChecked ? 'text-muted-foreground' : undefined}>
        {`${mark}${text}`}
        {state ? <span className="text-[0.8125rem] text-muted-foreground"> {state}</span> : null}
      </p>
    );
  }
  return (
    <p>
      <del className="text-muted-foreground">{text}</del>{' '}
      <span className="text-[0.8125rem] text-destructive">Removed: {removed}</span>
    </p>
  );
}
