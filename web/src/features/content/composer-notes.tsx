import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import type { Composed } from './use-composed';
import { VIEWER_REASON } from './words';

/** What the composer could not write, with the fact that would mend it, and its notes. */
export function ComposerNotes({
  composed,
  canChange,
  onAnswer,
}: {
  composed: Composed | null;
  canChange: boolean;
  /** Opens a new fact that answers a question. */
  onAnswer: (question: string) => void;
}) {
  const { notes = [], unanswered = [], missingSections = [] } = composed ?? {};
  if (notes.length + unanswered.length + missingSections.length === 0) return null;
  return (
    <Card aria-label="Notes of the composer">
      <CardHeader title="Notes of the composer" />
      <div className="grid gap-4 p-5 pt-3 text-[0.8125rem]">
        {unanswered.length > 0 ? (
          <section aria-label="Questions without an answer" className="grid gap-2">
            <h3 className="font-medium">Questions without an answer</h3>
            <ul className="grid gap-2">
              {unanswered.map((question) => (
                <li key={question} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <span className="min-w-0 wrap-anywhere">{question}</span>
                  <Button
                    variant="outline"
                    size="sm"
                    disabled={!canChange}
                    title={canChange ? undefined : VIEWER_REASON}
                    aria-label={`Add an answer to: ${question}`}
                    onClick={() => onAnswer(question)}
                  >
                    Add an answer
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {missingSections.length > 0 ? (
          <section aria-label="Headings without a section" className="grid gap-2">
            <h3 className="font-medium">Headings without a section</h3>
            <ul className="grid list-disc gap-1 pl-4">
              {missingSections.map((heading) => (
                <li key={heading} className="wrap-anywhere">
                  {heading}
                </li>
              ))}
            </ul>
            <p className="text-muted-foreground">
              No fact and no statement of the vertical is about them. Add facts, or write the section by hand.
            </p>
          </section>
        ) : null}
        {notes.map((note) => (
          <p key={note} className="text-muted-foreground">
            {note.endsWith('.') ? note : `${note}.`}
          </p>
        ))}
      </div>
    </Card>
  );
}
