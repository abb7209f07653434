import { Fold } from '@/components/ui/fold';
import { cn } from '@/lib/cn';

/** Longest error that is shown as a whole. */
const LONGEST = 220;

/** Text of an error below what failed; the rest of a long one unfolds. */
export function FailureText({ text, className }: { text: string; className?: string }) {
  const end = text.length > LONGEST ? text.lastIndexOf(' ', LONGEST) : text.length;
  return (
    <div className={cn('text-[0.8125rem] text-destructive', className)}>
      <p className="wrap-anywhere">{end < text.length ? `${text.slice(0, end)} …` : text}</p>
      {end < text.length ? (
        <Fold look="quiet" title="Show the rest">
          <p className="text-foreground wrap-anywhere">… {text.slice(end + 1)}</p>
        </Fold>
      ) : null}
    </div>
  );
}
