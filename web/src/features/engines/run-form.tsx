import { useQuery } from '@tanstack/react-query';
import { Play, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { engineQueries } from '@/api/engines';
import { errorText } from '@/api/errors';
import { ParameterForm } from '@/components/engines/parameter-form';
import { runPhrase } from '@/components/engines/run-words';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Drawer } from '@/components/ui/dialog';
import { useShortcut } from '@/hooks/use-shortcut';
import { currencySign } from '@/lib/format';
import { type FormField, formFields, withWebsiteSettings } from '@/lib/json-schema';
import { failures } from '@/lib/strings';
import { exampleInput } from './input/examples';
import { JsonInput, OwnInputForm } from './input/own-input-form';
import { type RunFormProps, useRunForm } from './use-run-form';

/** Form for the input and parameters of an action, which runs it. */
export function RunForm(props: RunFormProps) {
  // The parent waits for the same query; refetching a failed one here would make the form flicker.
  const schema = useQuery({ ...engineQueries.parameters(props.engine.id, props.action), retryOnMount: false });
  return (
    <QueryPanel
      query={schema}
      fallback="Failed to load the parameters."
      loading={<LoadingRows rows={2} className="p-0" />}
    >
      {(parameters) => (
        <Form {...props} fields={withWebsiteSettings(formFields(parameters), props.website?.settings)} />
      )}
    </QueryPanel>
  );
}

function Form(props: RunFormProps & { fields: FormField[] }) {
  const { engine, action, website, busy, hasResult, fields } = props;
  const state = useRunForm(props);
  const { form, values, errors, isOpen, setOpen, refusal } = state;
  const phrase = runPhrase(engine.id, action);
  useShortcut({
    id: 'run-action',
    keys: 'mod+Enter',
    label: phrase,
    group: 'On this page',
    run: () => form.current?.requestSubmit(),
  });
  const runButton = (
    <Button type="submit" busy={state.execute.isPending} needsNetwork disabled={busy}>
      {state.execute.isPending ? null : <Play size={14} aria-hidden="true" />}
      {phrase}
    </Button>
  );
  const ownForm = {
    fields: state.own,
    values: state.ownValues,
    errors,
    example: exampleInput(engine.id, action),
    onChange: (field: string, text: string) => state.setOwnValues((now) => ({ ...now, [field]: text })),
  };
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={state.submit}>
      <Fields isFolded={hasResult} isOpen={isOpen} onClose={() => setOpen(false)} runButton={runButton}>
        <OwnInputForm {...ownForm} />
        {fields.length > 0 ? (
          <ParameterForm
            fields={fields}
            values={values}
            errors={errors}
            currencySign={currencySign(website?.settings.currency)}
            websiteId={website?.id}
            onChange={(field, text) => state.setValues((now) => ({ ...now, [field]: text }))}
          />
        ) : null}
        <JsonInput {...ownForm} />
        {refusal ? (
          <Callout tone="danger" title={failures.executeEngine}>
            {errorText(refusal, failures.executeEngine)}
          </Callout>
        ) : null}
      </Fields>
      <div className="flex flex-wrap items-center gap-2">
        {runButton}
        {hasResult ? (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <SlidersHorizontal size={14} aria-hidden="true" />
            <span className="max-sm:sr-only">Parameters</span>
          </Button>
        ) : null}
        {busy ? <p className="text-[0.8125rem] text-muted-foreground">A run is in progress. See above.</p> : null}
        {hasResult && !isOpen && refusal ? (
          <p role="alert" className="text-[0.8125rem] text-destructive">
            {errorText(refusal, failures.executeEngine)}
          </p>
        ) : null}
      </div>
    </form>
  );
}

/** The fields of the form: on the page, or in a drawer with a button that runs the action. */
function Fields({
  isFolded,
  isOpen,
  onClose,
  runButton,
  children,
}: {
  isFolded: boolean;
  isOpen: boolean;
  onClose: () => void;
  runButton: ReactNode;
  children: ReactNode;
}) {
  if (!isFolded) return children;
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      title="Parameters"
      description="An empty field uses its default."
      footer={runButton}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </Drawer>
  );
}
