import { Check, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { acceptInstall, dismissInstall } from '@/lib/install-prompt';
import { installCard as texts } from '@/lib/strings';

/** The offer to install the application. */
export default function InstallCard() {
  return (
    <section
      aria-label={texts.title}
      data-print="no"
      className="fixed bottom-4 left-4 z-50 w-[min(22rem,calc(100vw-2rem))] rounded-lg border border-border bg-popover p-5 text-popover-foreground shadow-pop"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-base font-semibold">{texts.title}</h2>
        <button
          type="button"
          aria-label="Close"
          onClick={dismissInstall}
          className="-mt-1 -mr-2 grid size-8 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <ul className="mt-3 grid gap-1.5 text-muted-foreground">
        {[texts.offline, texts.native].map((benefit) => (
          <li key={benefit} className="flex items-center gap-2">
            <Check size={14} aria-hidden="true" className="text-success" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" onClick={acceptInstall}>
          {texts.install}
        </Button>
        <Button size="sm" variant="ghost" onClick={dismissInstall}>
          {texts.notNow}
        </Button>
      </div>
    </section>
  );
}
