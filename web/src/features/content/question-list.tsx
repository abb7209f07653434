import { Check, Circle, CircleHelp } from 'lucide-react';
import type { Score } from './use-scoring';

export type Answered = Score['questions'][number];

/** Questions of the brief, and the section that answers each by the check of the text. */
export function QuestionList({
  questions,
  answers,
}: {
  questions: readonly string[];
  /** What the check has found; null if the text was not checked. */
  answers: readonly Answered[] | null;
}) {
  if (questions.length === 0) return null;
  const byQuestion = new Map((answers ?? []).map((answer) => [answer.question, answer]));
  const isAnswered = (name: string) => typeof byQuestion.get(name)?.block === 'number';
  const answered = questions.filter(isAnswered).length;
  return (
    <section aria-label="Questions">
      <h3 className="mb-1.5 font-medium">
        Questions{' '}
        <span className="font-normal text-muted-foreground">
          {answers ? `${answered} of ${questions.length}` : questions.length}
        </span>
      </h3>
      <ul className="grid gap-1.5">
        {questions.map((name) => (
          <li key={name} className="flex items-start gap-2">
            <Mark answer={byQuestion.get(name)} />
            <span className="min-w-0 wrap-anywhere">
              {name}
              {byQuestion.get(name)?.section ? (
                <span className="block text-muted-foreground">Answered under “{byQuestion.get(name)?.section}”</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {answers ? null : (
        <p className="mt-1.5 text-muted-foreground">Check the text to see which questions it answers.</p>
      )}
    </section>
  );
}

function Mark({ answer }: { answer: Answered | undefined }) {
  const look = 'mt-0.5 shrink-0';
  if (!answer) {
    return <CircleHelp size={14} className={`${look} text-muted-foreground`} aria-label="Not checked:" />;
  }
  return typeof answer.block === 'number' ? (
    <Check size={14} className={`${look} text-success`} aria-label="Answered:" />
  ) : (
    <Circle size={14} className={`${look} text-muted-foreground`} aria-label="Not answered:" />
  );
}
