import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card } from '@/components/ui/card';
import { SimulatedBadge } from '@/components/websites/simulated-badge';
import { PHONE, useMedia } from '@/hooks/use-media';

interface SectionProps {
  title: string;
  description: string;
  /** Name of the region; the title without it. */
  label?: string;
  children: ReactNode;
}

/** Part of the demo that unfolds below its heading. Closed at first on a phone, where all parts are 20 screens long. */
export function Section({ title, description, label = title, children }: SectionProps) {
  const isPhone = useMedia(PHONE);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? !isPhone;
  return (
    <Card aria-label={label} className="overflow-clip">
      <details className="group" open={isOpen} onToggle={(event) => setChosen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none items-start gap-3 px-5 py-4 -outline-offset-2 hover:bg-accent/60">
          <span className="min-w-0 flex-1">
            <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
            <span className="mt-0.5 block text-[0.8125rem] text-muted-foreground max-sm:group-[:not([open])]:hidden">
              {description}
            </span>
          </span>
          <SimulatedBadge />
          <ChevronRight
            size={16}
            aria-hidden="true"
            className="mt-0.5 shrink-0 text-muted-foreground transition-transform group-open:rotate-90"
          />
        </summary>
        {isOpen ? <div className="border-t border-border">{children}</div> : null}
      </details>
    </Card>
  );
}
