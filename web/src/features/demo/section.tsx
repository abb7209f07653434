import { type ReactNode, useState } from 'react';
import { Card } from '@/components/ui/card';
import { Fold } from '@/components/ui/fold';
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
      <Fold
        look="card"
        open={isOpen}
        onToggle={setChosen}
        titleClassName="items-start [&>svg]:mt-1"
        title={
          <>
            <span className="min-w-0 flex-1">
              <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
              <span className="mt-0.5 block text-[0.8125rem] text-muted-foreground max-sm:in-[details:not([open])>summary]:hidden">
                {description}
              </span>
            </span>
            <SimulatedBadge />
          </>
        }
      >
        {isOpen ? <div className="border-t border-border">{children}</div> : null}
      </Fold>
    </Card>
  );
}
