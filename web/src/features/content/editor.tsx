import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ContentDocument, DocumentVersion } from '@/api/documents';
import type { Run } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { RunProgress } from '@/components/runs/run-progress';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { useShortcut } from '@/hooks/use-shortcut';
import { useUrlState } from '@/hooks/use-url-state';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { cn } from '@/lib/cn';
import { BriefPanel } from './brief-panel';
import { ConflictCard } from './conflict-card';
import { EMPTY, factsById } from './draft';
import { EditorHeader } from './editor-header';
import { ScoreCard } from './score-card';
import { TextCard } from './text-card';
import type { Part } from './text-view';
import { useComposed } from './use-composed';
import { missingFor, useComposing } from './use-composing';
import { useDraft } from './use-draft';
import { useDrafting } from './use-drafting';
import { useSaving } from './use-saving';
import { useScoring } from './use-scoring';
import { useSentences } from './use-sentences';
import { VersionsDrawer } from './versions-drawer';
import { WritingCard } from './writing-card';

const DraftDialog = lazy(() => import('./draft-dialog'));

const DEFAULTS = { view: 'text' };
const VIEWS = [
  { value: 'brief', label: 'Brief' },
  { value: 'text', label: 'Text' },
] as const;

const ENDED = ['succeeded', 'failed', 'cancelled'];

/** State of the editor: the text, its sentences, what can be done now, and the keys for it. */
function useEditor(document: ContentDocument, version: DocumentVersion | null) {
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const text = useDraft(document.id, version);
  const saving = useSaving(document, text);
  const composing = useComposing(document, text, saving);
  const isRunning = document.runStatus !== null && !ENDED.includes(document.runStatus);
  const drafting = useDrafting(document, isRunning, text, saving);
  const isWriting = isRunning || drafting.isDrafting;
  const sentences = useSentences(text.draft, canChange && !drafting.isDrafting);
  const missing = missingFor(document);
  const isFree = canChange && !isWriting && !saving.hasConflict;
  const rewrite = isFree && missing === null && !composing.isPending ? composing.mutate : null;
  const save = isFree && text.isDirty ? () => saving.save.mutate(text.base) : null;
  const compose = rewrite ? () => rewrite({ scope: 'page' }) : null;
  useShortcut({ id: 'compose', keys: 'mod+Enter', label: 'Compose the page', group: 'On this page', run: compose });
  useShortcut({ id: 'save-text', keys: 'mod+s', label: 'Save the text', group: 'On this page', run: save });
  const isComposing = composing.isPending || isWriting;
  const canDraft = isFree && document.version > 0 && !composing.isPending;
  const scoring = useScoring(document, version, text, canChange);
  return { canChange, text, saving, sentences, drafting, canDraft, isComposing, missing, rewrite, save, scoring };
}

type EditorState = ReturnType<typeof useEditor>;

/** Brief on the left, text on the right; on a phone as two views. */
export function Editor({
  document,
  version,
  query,
}: {
  document: ContentDocument;
  version: DocumentVersion | null;
  query: UseQueryResult;
}) {
  const [{ view }, setUrl] = useUrlState(DEFAULTS);
  const [showsVersions, setShowsVersions] = useState(false);
  const websites = useQuery(websiteQueries.list());
  const composed = useComposed(version);
  const editor = useEditor(document, version);
  const { canChange, text, saving, scoring } = editor;
  const facts = factsById(document.brief.facts ?? [], version?.cited ?? []);
  const isBrief = view === 'brief';
  return (
    <>
      <EditorHeader
        {...{ document, version, query, text, canChange }}
        isSaving={saving.save.isPending}
        onSave={editor.save}
        onVersions={() => setShowsVersions(true)}
      />
      <Notices document={document} version={version} editor={editor} />
      <Segmented
        label="View"
        className="mb-4 lg:hidden"
        value={isBrief ? 'brief' : 'text'}
        options={VIEWS}
        onChange={(next) => setUrl({ view: next })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(18rem,22rem)_minmax(0,1fr)]">
        <div className={cn(!isBrief && 'max-lg:hidden')}>
          <BriefPanel
            {...{ document, canChange }}
            draft={text.draft}
            composed={composed}
            answers={scoring.score?.questions ?? null}
            websites={websites.data ?? []}
          />
        </div>
        <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-5', isBrief && 'max-lg:hidden')}>
          <TextPane document={document} facts={facts} editor={editor} />
          {document.version > 0 ? <ScoreCard {...{ document, text, scoring, canChange }} /> : null}
        </div>
      </div>
      <VersionsDrawer
        {...{ document, canChange }}
        isDirty={text.isDirty}
        open={showsVersions}
        onClose={() => setShowsVersions(false)}
        onRestored={saving.refresh}
      />
    </>
  );
}

/** A conflict of versions, and the run that writes the document. */
function Notices({
  document,
  version,
  editor: { canChange, text, saving, drafting },
}: {
  document: ContentDocument;
  version: DocumentVersion | null;
  editor: EditorState;
}) {
  const discard = () => {
    text.discard();
    saving.endConflict();
  };
  return (
    <>
      {saving.hasConflict && text.isDirty ? (
        <ConflictCard
          mine={text.draft}
          theirs={version?.draft ?? EMPTY}
          current={document.version}
          saving={saving}
          onDiscard={discard}
        />
      ) : null}
      {drafting.runId ? (
        <Card aria-label="State of the run" className="mb-4 p-5">
          <RunProgress
            runId={drafting.runId}
            title="Writing the document"
            // A run that shows its text is stopped there.
            isReadOnly={!canChange || drafting.isDraft}
            onFinished={drafting.finish}
          />
        </Card>
      ) : null}
      {drafting.lost ? <LostRun run={drafting.lost} onDismiss={drafting.dismiss} /> : null}
    </>
  );
}

/** Why a model did not write the document. */
function LostRun({ run, onDismiss }: { run: Run; onDismiss: () => void }) {
  const hasFailed = run.status === 'failed';
  return (
    <Callout
      tone={hasFailed ? 'danger' : 'info'}
      title={hasFailed ? 'The model did not write the document' : 'Writing was stopped'}
      className="mb-4"
      action={
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {hasFailed ? <p>{run.error?.detail ?? 'No reason was reported.'}</p> : null}
      <p>The text has not changed.</p>
    </Callout>
  );
}

/** The text, or what a language model is writing; with the dialog that starts it. */
function TextPane({
  document,
  facts,
  editor: { canChange, canDraft, text, saving, sentences, drafting, missing, isComposing, rewrite },
}: {
  document: ContentDocument;
  facts: ReturnType<typeof factsById>;
  editor: EditorState;
}) {
  // Null until it is first opened: its code is loaded then.
  const [part, setPart] = useState<Part | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = async (wanted: Part) => {
    drafting.start.reset();
    // The server finds a part of a saved version only.
    if (wanted.scope !== 'page' && text.isDirty) {
      const saved = await saving.save.mutateAsync(text.base).catch(() => null);
      if (saved === null) return;
    }
    setPart(wanted);
    setAsking(true);
  };
  return (
    <>
      {drafting.isDrafting && drafting.runId ? (
        <WritingCard key={drafting.runId} documentId={document.id} runId={drafting.runId} canChange={canChange} />
      ) : (
        <TextCard
          {...{ document, text, facts, sentences, canChange, missing, isComposing }}
          onRewrite={rewrite}
          onDraft={canDraft ? ask : null}
        />
      )}
      {part === null ? null : (
        <Suspense fallback={null}>
          <DraftDialog
            document={document}
            part={part}
            isDirty={text.isDirty}
            start={drafting.start}
            // A conflict of versions is resolved first.
            open={isAsking && !saving.hasConflict}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
