import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { type Draft, onlyIn } from './draft';
import type { Saving } from './use-saving';

/** Somebody has saved another version meanwhile: compare both texts, and keep one or both. */
export function ConflictCard({
  mine,
  theirs,
  current,
  saving,
  onDiscard,
}: {
  mine: Draft;
  theirs: Draft;
  current: number;
  saving: Saving;
  onDiscard: () => void;
}) {
  const [isComparing, setComparing] = useState(false);
  const { save, copy } = saving;
  return (
    <Callout tone="warning" title={`Version ${current} was saved while you were editing`} className="mb-4">
      <p>Nothing is lost. Yours is stored in this browser; the other one is on the server.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
          Compare
        </Button>
        <Button
          size="sm"
          needsNetwork
          busy={save.isPending}
          title={`Version ${current} stays in the history`}
          onClick={() => save.mutate(current)}
        >
          Save mine as the newest
        </Button>
        <Button size="sm" variant="outline" needsNetwork busy={copy.isPending} onClick={() => copy.mutate()}>
          Keep both: mine as a copy
        </Button>
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          Discard mine
        </Button>
      </div>
      {isComparing ? (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Only title="Only in yours" texts={onlyIn(mine, theirs)} />
          <Only title={`Only in version ${current}`} texts={onlyIn(theirs, mine)} />
        </div>
      ) : null}
    </Callout>
  );
}

function Only({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      {texts.length === 0 ? <p>Nothing.</p> : null}
      <ul className="mt-1 grid max-h-64 gap-1.5 overflow-y-auto">
        {texts.map((text) => (
          <li key={text} className="rounded-md bg-card px-2.5 py-1.5 text-card-foreground">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
