/** A part of the score, 0 to 1, with its value in words. */
export function ScoreBar({ label, share, text }: { label: string; share: number; text: string }) {
  const percent = Math.round(Math.max(0, Math.min(1, share)) * 100);
  return (
    <div className="grid gap-1 text-[0.8125rem]">
      <div className="flex flex-wrap justify-between gap-x-3">
        <span>{label}</span>
        <span className="tabular text-muted-foreground">{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the meter element cannot take the colours of the theme */}
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
    </div>
  );
}
