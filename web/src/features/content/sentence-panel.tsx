import { Bot, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Sentence, ShownFact } from './draft';

/** What can be done with a sentence. Null: not here. */
export interface SentenceActions {
  edit: (() => void) | null;
  rewrite: (() => void) | null;
  rewriteSection: (() => void) | null;
  /** Rewrites it with a language model. */
  draft: (() => void) | null;
  remove: (() => void) | null;
}

/** Facts behind a sentence with their sources, and what can be done with it. */
export function SentencePanel({
  sentence,
  facts,
  actions,
  needsFact,
}: {
  sentence: Sentence;
  facts: ReadonlyMap<string, ShownFact>;
  actions: SentenceActions;
  /** Headings need no fact. */
  needsFact: boolean;
}) {
  const ids = sentence.factIds ?? [];
  return (
    <div className="grid gap-3 text-[0.8125rem] leading-5 font-normal">
      {ids.length > 0 ? (
        <ul aria-label="Facts" className="grid max-h-56 gap-2.5 overflow-y-auto">
          {ids.map((id) => (
            <FactLine key={id} id={id} fact={facts.get(id) ?? null} />
          ))}
        </ul>
      ) : (
        <p className="text-muted-foreground">
          {needsFact
            ? 'No fact supports this sentence. Add one to the brief, or remove it.'
            : 'A heading needs no fact.'}
        </p>
      )}
      {sentence.isSecondReading && ids.length > 0 ? (
        <p>
          <Badge tone="info">Second reading</Badge>{' '}
          <span className="text-muted-foreground">
            The words differ from these facts. The rules did not match them; a second reading by the model did. Compare
            them yourself.
          </span>
        </p>
      ) : null}
      <Actions actions={actions} />
    </div>
  );
}

function FactLine({ id, fact }: { id: string; fact: ShownFact | null }) {
  if (!fact) {
    return (
      <li>
        <Badge tone="warning">Unknown fact</Badge> <span className="wrap-anywhere">{id} is not in the brief.</span>
      </li>
    );
  }
  const origin = [fact.publisher, fact.year].filter(Boolean).join(', ');
  return (
    <li>
      <p className="wrap-anywhere">{fact.text}</p>
      <p className="wrap-anywhere text-muted-foreground">
        {fact.url ? (
          <a
            className="text-brand underline underline-offset-2"
            href={fact.url}
            target="_blank"
            rel="nofollow noopener noreferrer"
          >
            {fact.source || fact.url}
          </a>
        ) : (
          fact.source || 'Source unknown'
        )}
        {origin ? ` (${origin})` : ''}
      </p>
    </li>
  );
}

function Actions({ actions }: { actions: SentenceActions }) {
  const { edit, rewrite, rewriteSection, draft, remove } = actions;
  if (!edit && !rewrite && !rewriteSection && !draft && !remove) return null;
  return (
    <div className="flex flex-wrap gap-1 border-t border-border pt-2">
      {edit ? (
        <Button variant="ghost" size="sm" onClick={edit}>
          <Pencil size={14} aria-hidden="true" />
          Edit
        </Button>
      ) : null}
      {rewrite ? (
        <Button variant="ghost" size="sm" needsNetwork onClick={rewrite}>
          <RefreshCw size={14} aria-hidden="true" />
          Rewrite
        </Button>
      ) : null}
      {rewriteSection ? (
        <Button variant="ghost" size="sm" needsNetwork onClick={rewriteSection}>
          <RefreshCw size={14} aria-hidden="true" />
          Rewrite section
        </Button>
      ) : null}
      {draft ? (
        <Button variant="ghost" size="sm" needsNetwork onClick={draft}>
          <Bot size={14} aria-hidden="true" />
          Rewrite with a model
        </Button>
      ) : null}
      {remove ? (
        <Button variant="ghost" size="sm" onClick={remove}>
          <Trash2 size={14} aria-hidden="true" />
          Remove
        </Button>
      ) : null}
    </div>
  );
}
