import { type Bounds, shareText } from '@/lib/answer-words';

/** A share from 0 to 100% with its 95% interval; the mark is the estimate. */
export function ShareBar({ share, isOwn = false }: { share: Bounds | null | undefined; isOwn?: boolean }) {
  const at = (value: number) => `${Math.min(1, Math.max(0, value)) * 100}%`;
  const tone = isOwn ? 'bg-chart-1' : 'bg-chart-2';
  return (
    <span className="grid min-w-0 grid-cols-[minmax(3rem,1fr)_9rem] items-center gap-3">
      <span aria-hidden="true" className="relative h-3">
        <span className="absolute inset-y-0 left-0 my-auto h-px w-full bg-border" />
        {share ? (
          <>
            <span
              className={`absolute inset-y-0 rounded-sm opacity-40 ${tone}`}
              style={{ left: at(share.low), width: at(share.high - share.low) }}
            />
            <span className={`absolute -inset-y-0.5 w-0.5 ${tone}`} style={{ left: at(share.mid) }} />
          </>
        ) : null}
      </span>
      <span className="tabular text-right whitespace-nowrap">{shareText(share)}</span>
    </span>
  );
}
