import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentDocument, DocumentVersion } from '@/api/documents';
import { websiteQueries } from '@/api/websites';
import { RunProgress } from '@/components/runs/run-progress';
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
import { missingFor, useComposing } from './use-composing';
import { useDraft } from './use-draft';
import { useSaving } from './use-saving';
import { useSentences } from './use-sentences';
import { VersionsDrawer } from './versions-drawer';

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
  const sentences = useSentences(text.draft, canChange);
  const isWriting = document.runStatus !== null && !ENDED.includes(document.runStatus);
  const missing = missingFor(document);
  const isFree = canChange && !isWriting && !saving.hasConflict;
  const rewrite = isFree && missing === null && !composing.isPending ? composing.mutate : null;
  const save = isFree && text.isDirty ? () => saving.save.mutate(text.base) : null;
  const compose = rewrite ? () => rewrite({ scope: 'page' }) : null;
  useShortcut({ id: 'compose', keys: 'mod+Enter', label: 'Compose the page', group: 'On this page', run: compose });
  useShortcut({ id: 'save-text', keys: 'mod+s', label: 'Save the text', group: 'On this page', run: save });
  const isComposing = composing.isPending || isWriting;
  return { canChange, text, saving, sentences, isWriting, isComposing, missing, rewrite, save };
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
  const editor = useEditor(document, version);
  const { canChange, text, saving } = editor;
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
          <BriefPanel document={document} draft={text.draft} websites={websites.data ?? []} canChange={canChange} />
        </div>
        <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-5', isBrief && 'max-lg:hidden')}>
          <TextCard
            {...{ document, text, facts, canChange }}
            sentences={editor.sentences}
            missing={editor.missing}
            isComposing={editor.isComposing}
            onRewrite={editor.rewrite}
          />
          {document.version > 0 ? <ScoreCard document={document} draft={text.draft} isDirty={text.isDirty} /> : null}
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
  editor: { canChange, text, saving, isWriting },
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
      {isWriting && document.runId ? (
        <Card aria-label="State of the run" className="mb-4 p-5">
          <RunProgress
            runId={document.runId}
            title="Writing the document"
            isReadOnly={!canChange}
            onFinished={() => saving.refresh()}
          />
        </Card>
      ) : null}
    </>
  );
}
