import { useState } from 'react';
import { useRunActions } from '@/components/runs/use-run';
import { Card } from '@/components/ui/card';
import { useLiveEvent } from '@/hooks/use-live-event';
import { type WrittenSection, withEvent } from './writing';
import { WritingView } from './writing-view';

/** The text of a document while a run writes it, in place of the earlier text. */
export function WritingCard({
  documentId,
  runId,
  canChange,
}: {
  documentId: string;
  runId: string;
  canChange: boolean;
}) {
  const [sections, setSections] = useState<readonly WrittenSection[]>([]);
  const { cancel } = useRunActions();
  useLiveEvent('run:text', (event) => {
    if (event.documentId === documentId && event.runId === runId) setSections((before) => withEvent(before, event));
  });
  const canStop = canChange && !cancel.isPending && !cancel.isSuccess;
  return (
    <Card aria-label="Text" className="px-5 py-6">
      <WritingView sections={sections} onStop={canStop ? () => cancel.mutate(runId) : null} />
    </Card>
  );
}
