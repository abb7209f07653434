import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '@/api/errors';
import { type Pack, type PackFinding, type PackKey, packApi, packQueries } from '@/api/packs';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, Input } from '@/components/ui/field';
import { LeaveGuard } from '@/components/ui/leave-guard';
import { showToast } from '@/lib/toast';
import { beforeLeaving } from '@/lib/unsaved';
import { Findings } from './findings';

/** Problems of a refused text, each with its line: "Line 12: ...". */
function findingsOf(error: unknown): PackFinding[] {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  return errors.map(({ detail }) => {
    const line = /^Line (\d+): /.exec(detail);
    return { level: 'error', line: line ? Number(line[1]) : null, at: '', problem: detail.replace(/^Line \d+: /, '') };
  });
}

/** The pack as text, saved as the workspace's own one; a translation begins with the text `start`. */
export function PackEditor({
  path,
  pack,
  start = null,
  onClose,
}: {
  path: PackKey;
  pack: Pack;
  start?: string | null;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [first] = useState(start ?? pack.content?.text ?? '');
  const [text, setText] = useState(first);
  const [note, setNote] = useState('');
  const save = useMutation({
    mutationFn: () => packApi.save(path, { text, note, revision: pack.revision }),
    onSuccess: ({ isNew }) => {
      queries.invalidateQueries({ queryKey: packQueries.all() });
      showToast({ title: isNew ? 'Own pack saved' : 'Nothing has changed' });
      onClose();
    },
  });
  const goToLine = (line: number) => {
    const node = field.current;
    if (!node) return;
    const lines = text.split('\n');
    const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    node.focus();
    node.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    node.scrollTop = (node.scrollHeight / lines.length) * Math.max(0, line - 4);
  };
  const refused = findingsOf(save.error);
  return (
    <Card aria-label="Text of the pack">
      <LeaveGuard isDirty={text !== first && !save.isSuccess} />
      <CardHeader
        title="Text of the pack"
        description="Saved as your own pack, which overrides the built-in one. Every save is checked, and stays in the history."
      />
      <CardBody className="grid gap-4">
        {save.isError ? (
          <Callout tone="danger" title={refused.length > 0 ? 'The pack was refused' : errorText(save.error)}>
            <Findings findings={refused} onLine={goToLine} />
          </Callout>
        ) : (
          <Findings findings={pack.content?.findings ?? []} onLine={goToLine} />
        )}
        <FormatNote language={path.language} />
        <Field label="Text" hint="Markdown, in the format of the built-in packs.">
          {(control) => (
            <textarea
              {...control}
              ref={field}
              spellCheck
              className="block h-[32rem] w-full resize-y rounded-md border border-input bg-background px-3 py-2 font-mono text-[0.8125rem] leading-5 text-foreground"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Field label="Note for the history">
          {(control) => (
            <Input {...control} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={() => beforeLeaving(onClose)}>
            Cancel
          </Button>
          <Button needsNetwork busy={save.isPending} disabled={text === first} onClick={() => save.mutate()}>
            Save own pack
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

/** Which words of a translation stay. */
function FormatNote({ language }: { language: string }) {
  if (language === 'en') return null;
  return (
    <p className="text-[0.8125rem] text-muted-foreground">
      Keep headings of sections, tags and ids in English: they belong to the format. Pages are composed in English only.
    </p>
  );
}
