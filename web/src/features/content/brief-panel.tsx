import { useState } from 'react';
import type { ContentDocument, DocumentBrief, Fact } from '@/api/documents';
import type { Website } from '@/api/types';
import { AboutCard } from './about-card';
import { ComposerNotes } from './composer-notes';
import { type Draft, pathsOf, sentenceAt } from './draft';
import { FactsCard } from './facts-card';
import { ListsCard } from './lists-card';
import type { Answered } from './question-list';
import { useChange } from './use-change';
import type { Composed } from './use-composed';

function usedFacts(draft: Draft): Set<string> {
  return new Set(pathsOf(draft).flatMap((path) => sentenceAt(draft, path)?.factIds ?? []));
}

/** What the page must say: subject, facts, questions, outline and words. */
export function BriefPanel({
  document,
  draft,
  composed,
  answers,
  websites,
  canChange,
}: {
  document: ContentDocument;
  draft: Draft;
  /** What the composer reports about the current version. */
  composed: Composed | null;
  answers: readonly Answered[] | null;
  websites: readonly Website[];
  canChange: boolean;
}) {
  const change = useChange(document);
  const { brief, conflicts } = document;
  const [opened, setOpened] = useState<Fact | null>(null);
  const hasText = (draft.blocks ?? []).length > 0;
  const setBrief = (part: Partial<DocumentBrief>, done?: () => void) =>
    change.mutate({ brief: { ...brief, ...part } }, { onSuccess: done });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <FactsCard
        facts={brief.facts ?? []}
        used={hasText ? usedFacts(draft) : null}
        conflicts={conflicts}
        opened={opened}
        canChange={canChange}
        busy={change.isPending}
        onOpen={setOpened}
        onSave={(facts: Fact[], done) => setBrief({ facts }, done)}
      />
      <ComposerNotes
        composed={composed}
        canChange={canChange}
        onAnswer={(value) => setOpened({ kind: 'question', value, detail: '', source: '' })}
      />
      <ListsCard
        document={document}
        draft={draft}
        answers={answers}
        canChange={canChange}
        busy={change.isPending}
        onSave={(lists, done) => setBrief(lists, done)}
      />
      <AboutCard document={document} websites={websites} canChange={canChange} change={change} />
    </div>
  );
}
