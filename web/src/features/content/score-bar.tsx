import { formatNumber, NO_VALUE } from '@/lib/format';

/** A part of the score, 0 to 1, with its value in words; null if it was not measured. */
export function ScoreBar({ label, share, text }: { label: string; share: number | null; text: string }) {
  const percent = Math.round(Math.max(0, Math.min(1, share ?? 0)) * 100);
  return (
    <div className="grid gap-1 text-[0.8125rem]">
      <div className="flex flex-wrap justify-between gap-x-3">
        <span>{label}</span>
        <span className="tabular text-muted-foreground">{text}</span>
      </div>
      {share === null ? (
        <div aria-hidden="true" className="h-2 rounded-full border border-dashed border-border" />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the meter element cannot take the colours of the theme
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={text}
          className="h-2 overflow-hidden rounded-full bg-muted"
        >
          <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  );
}

/** Words for the Flesch reading ease. */
function easeWord(ease: number): string {
  if (ease >= 80) return 'very easy';
  if (ease >= 60) return 'plain English';
  if (ease >= 50) return 'fairly difficult';
  if (ease >= 30) return 'difficult';
  return 'very difficult';
}

/** Reading ease by Flesch. */
export function ReadingBar({ ease }: { ease: number | null }) {
  const text = ease === null ? NO_VALUE : `${formatNumber(ease, 0)} of 100, ${easeWord(ease)}`;
  const share = ease === null ? null : Math.max(0, Math.min(100, ease)) / 100;
  return <ScoreBar label="Reading ease (Flesch)" share={share} text={text} />;
}
