import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import type { ContentDocument, DocumentBrief } from '@/api/documents';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field, Textarea } from '@/components/ui/field';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { answeredShare, COVERED, hasWords } from './coverage';
import { type Draft, plainText, textOf } from './draft';
import { OfferedQuestions } from './offered-questions';
import { type Answered, QuestionList } from './question-list';
import { linesOf, VIEWER_REASON } from './words';

type Lists = Required<Pick<DocumentBrief, 'questions' | 'outline' | 'words'>>;

const listsOf = ({ questions = [], outline = [], words = [] }: DocumentBrief): Lists => ({ questions, outline, words });

/** Questions, outline and words of the brief, and which of them the text covers. */
export function ListsCard({
  document,
  draft,
  answers,
  canChange,
  busy,
  onSave,
}: {
  document: ContentDocument;
  draft: Draft;
  /** Which questions the checked text answers; null if it was not checked. */
  answers: readonly Answered[] | null;
  canChange: boolean;
  busy: boolean;
  onSave: (lists: Lists, done: () => void) => void;
}) {
  const [isEditing, setEditing] = useState(false);
  const lists = listsOf(document.brief);
  const isEmpty = lists.questions.length + lists.outline.length + lists.words.length === 0;
  return (
    <Card aria-label="Questions and words">
      <CardHeader
        title="Questions and words"
        actions={
          isEditing ? null : (
            <Button
              variant="outline"
              size="sm"
              disabled={!canChange}
              title={canChange ? undefined : VIEWER_REASON}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          )
        }
      />
      <div className="grid gap-4 p-5 pt-3 text-[0.8125rem]">
        {isEditing ? (
          <ListsForm
            lists={lists}
            busy={busy}
            onSave={(next) => onSave(next, () => setEditing(false))}
            onClose={() => setEditing(false)}
          />
        ) : isEmpty ? (
          <p className="text-muted-foreground">
            List what readers ask, headings, and words that the page must contain. You then see what is still missing.
          </p>
        ) : (
          <Coverage lists={lists} draft={draft} answers={answers} />
        )}
        {isEditing ? null : (
          <OfferedQuestions
            {...{ document, canChange, busy }}
            onAdd={(question) => onSave({ ...lists, questions: [...lists.questions, question] }, () => undefined)}
          />
        )}
      </div>
    </Card>
  );
}

function Coverage({ lists, draft, answers }: { lists: Lists; draft: Draft; answers: readonly Answered[] | null }) {
  const text = plainText(draft);
  const passages = (draft.blocks ?? []).map(({ sentences }) => textOf(sentences));
  return (
    <>
      <QuestionList questions={lists.questions} answers={answers} />
      <Covered
        title="Outline"
        items={lists.outline.map((name) => ({ name, isCovered: answeredShare(passages, name) >= COVERED }))}
      />
      {lists.words.length > 0 ? (
        <section aria-label="Words">
          <h3 className="mb-1.5 font-medium">
            Words{' '}
            <span className="font-normal text-muted-foreground">
              {lists.words.filter((word) => hasWords(text, word)).length} of {lists.words.length}
            </span>
          </h3>
          <ul className="flex flex-wrap gap-1.5">
            {lists.words.map((word) => (
              <li key={word} className="max-w-full">
                <Badge tone={hasWords(text, word) ? 'success' : 'neutral'}>
                  {hasWords(text, word) ? <Check size={12} aria-label="In the text:" /> : null}
                  {word}
                </Badge>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Covered({ title, items }: { title: string; items: readonly { name: string; isCovered: boolean }[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium">
        {title}{' '}
        <span className="font-normal text-muted-foreground">
          {items.filter(({ isCovered }) => isCovered).length} of {items.length}
        </span>
      </h3>
      <ul className="grid gap-1">
        {items.map(({ name, isCovered }) => (
          <li key={name} className="flex items-start gap-2">
            {isCovered ? (
              <Check size={14} className="mt-0.5 shrink-0 text-success" aria-label="Covered:" />
            ) : (
              <Circle size={14} className="mt-0.5 shrink-0 text-muted-foreground" aria-label="Missing:" />
            )}
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ListsForm({
  lists,
  busy,
  onSave,
  onClose,
}: {
  lists: Lists;
  busy: boolean;
  onSave: (lists: Lists) => void;
  onClose: () => void;
}) {
  const first = {
    questions: lists.questions.join('\n'),
    outline: lists.outline.join('\n'),
    words: lists.words.join('\n'),
  };
  const [typed, setTyped] = useState(first);
  const fields = [
    { name: 'questions', label: 'Questions of readers' },
    { name: 'outline', label: 'Headings' },
    { name: 'words', label: 'Words to cover' },
  ] as const;
  const isDirty = fields.some(({ name }) => typed[name] !== first[name]);
  const save = () =>
    onSave({ questions: linesOf(typed.questions), outline: linesOf(typed.outline), words: linesOf(typed.words) });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      {fields.map(({ name, label }) => (
        <Field key={name} label={label} hint="One per line">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={typed[name]}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" needsNetwork busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
