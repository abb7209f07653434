import { Check } from 'lucide-react';
import { cn } from '@/lib/cn';
import { landing } from '@/lib/strings';

/** The three promises of the trial. */
export function TrialTerms({ className }: { className?: string }) {
  return (
    <ul className={cn('flex flex-wrap gap-x-5 gap-y-2 text-[0.8125rem] text-muted-foreground', className)}>
      {[landing.trial, landing.noCard, landing.cancel].map((term) => (
        <li key={term} className="inline-flex items-center gap-1.5 first-letter:uppercase">
          <Check size={14} aria-hidden="true" className="text-brand" />
          {term}
        </li>
      ))}
    </ul>
  );
}
