import { Bot, FileText, Sparkles } from 'lucide-react';
import type { ContentDocument } from '@/api/documents';
import { EmptyPanel } from '@/components/states/panels';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Keys } from '@/components/ui/keys';
import { plural } from '@/lib/format';
import { type ShownFact, wordCount } from './draft';
import { type Part, TextView } from './text-view';
import type { DraftState } from './use-draft';
import type { Sentences } from './use-sentences';
import { VIEWER_REASON } from './words';

/** The text, or how to get the first one. */
export function TextCard({
  document,
  text,
  facts,
  sentences,
  canChange,
  missing,
  isComposing,
  onRewrite,
  onDraft,
}: {
  document: ContentDocument;
  text: DraftState;
  facts: ReadonlyMap<string, ShownFact>;
  sentences: Sentences;
  canChange: boolean;
  /** What is missing before the page can be composed. */
  missing: string | null;
  isComposing: boolean;
  onRewrite: ((part: Part) => void) | null;
  /** Asks for a language model; null if it cannot write now. */
  onDraft: ((part: Part) => void) | null;
}) {
  const isEmpty = (text.draft.blocks ?? []).length === 0;
  const actions = (
    <>
      <DraftButton document={document} canChange={canChange} onDraft={onDraft} />
      <Button
        needsNetwork
        busy={isComposing}
        disabled={!onRewrite}
        title={canChange ? (missing ?? undefined) : VIEWER_REASON}
        onClick={() => onRewrite?.({ scope: 'page' })}
      >
        <Sparkles size={16} aria-hidden="true" />
        {isEmpty ? 'Compose the page' : 'Compose again'}
      </Button>
    </>
  );
  if (isEmpty) {
    return (
      <Card aria-label="Text">
        <EmptyPanel
          icon={FileText}
          title="No text yet"
          text={missing ?? 'Compose the page from the facts of the brief. Every sentence shows the fact behind it.'}
          action={<div className="flex flex-wrap justify-center gap-2">{actions}</div>}
        />
      </Card>
    );
  }
  return (
    <Card aria-label="Text" aria-busy={isComposing}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-border px-5 py-3">
        <p className="text-[0.8125rem] text-muted-foreground">
          {plural(wordCount(text.draft), 'word')}
          <span className="ml-3 max-sm:hidden">
            <Keys keys="j" /> <Keys keys="k" /> between sentences, <Keys keys="e" /> edit, <Keys keys="?" /> all keys
          </span>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <span className="max-md:hidden">
            <Keys keys="mod+Enter" />
          </span>
          {actions}
        </div>
      </header>
      <div className="px-5 py-6">
        <TextView
          {...{ facts, sentences, canChange, onDraft }}
          draft={text.draft}
          onEdit={text.edit}
          onRewrite={document.version > 0 ? onRewrite : null}
        />
      </div>
    </Card>
  );
}

function DraftButton({
  document,
  canChange,
  onDraft,
}: {
  document: ContentDocument;
  canChange: boolean;
  onDraft: ((part: Part) => void) | null;
}) {
  const missing = document.version === 0 ? 'Compose the page first: a model writes from its facts.' : undefined;
  return (
    <Button
      variant="outline"
      needsNetwork
      disabled={!onDraft}
      title={canChange ? missing : VIEWER_REASON}
      onClick={() => onDraft?.({ scope: 'page' })}
    >
      <Bot size={16} aria-hidden="true" />
      Write with a model
    </Button>
  );
}
