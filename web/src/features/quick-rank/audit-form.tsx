import { useQueryClient } from '@tanstack/react-query';
import { type PageAudit, pageAuditApi, pageAuditQueries } from '@/api/page-audits';
import { TextField } from '@/components/form/fields';
import { Form } from '@/components/form/form';
import { useSaveForm } from '@/components/form/use-save-form';
import { Button } from '@/components/ui/button';
import { useShortcut } from '@/hooks/use-shortcut';

interface Values {
  url: string;
  keyword: string;
}

/** Asks for a page and its keyword, and starts the audit. */
export function AuditForm({
  start,
  canChange,
  onStarted,
}: {
  /** Values of the audit that is shown. */
  start: Values;
  canChange: boolean;
  onStarted: (audit: PageAudit) => void;
}) {
  const queries = useQueryClient();
  const form = useSaveForm({
    defaultValues: start,
    save: ({ url, keyword }: Values) => pageAuditApi.start({ url: url.trim(), keyword: keyword.trim() }),
    failure: 'Failed to start the audit',
    onSaved: ({ pageAudit }) => {
      queries.invalidateQueries({ queryKey: pageAuditQueries.latest().queryKey });
      onStarted(pageAudit);
    },
  });
  useShortcut({
    id: 'analyze-page',
    keys: 'mod+Enter',
    label: 'Analyze the page',
    group: 'On this page',
    run: canChange ? () => void form.submit() : null,
  });
  return (
    <Form form={form} aria-label="Page and keyword">
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_auto]">
        <TextField
          control={form.control}
          name="url"
          label="URL of the page"
          hint="For example https://example.com/prices."
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          maxLength={2000}
          required="Enter the URL of a page."
        />
        <TextField
          control={form.control}
          name="keyword"
          label="Keyword"
          hint="For example emergency plumber austin."
          autoComplete="off"
          maxLength={200}
          required="Enter the keyword that the page should appear for."
        />
        <Button
          type="submit"
          needsNetwork
          busy={form.isBusy}
          disabled={!canChange}
          title={canChange ? 'Ctrl Enter' : 'Viewers of a workspace cannot start audits.'}
          className="md:mt-[1.6875rem]"
        >
          Analyze
        </Button>
      </div>
    </Form>
  );
}
