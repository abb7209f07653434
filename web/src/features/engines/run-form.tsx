import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Play, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { engineQueries } from '@/api/engines';
import { ApiError, errorText } from '@/api/errors';
import type { Engine, Run, Website } from '@/api/types';
import { actionName } from '@/components/engines/action-words';
import { ParameterForm } from '@/components/engines/parameter-form';
import { useExecute } from '@/components/engines/use-execute';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Drawer } from '@/components/ui/dialog';
import { useShortcut } from '@/hooks/use-shortcut';
import { currencySign } from '@/lib/format';
import { type FormField, type FormValues, formFields, readForm, withWebsiteSettings } from '@/lib/json-schema';
import { readParameters, rememberParameters } from '@/lib/remembered-parameters';
import { rememberSeries, seriesIn } from '@/lib/run-series';
import { failures } from '@/lib/strings';
import { exampleInput } from './input/examples';
import { gather, type OwnValues } from './input/own-field';
import { ownFields } from './input/own-fields';
import { JsonInput, OwnInputForm } from './input/own-input-form';

interface FormProps {
  engine: Engine;
  action: string;
  website: Website | null;
  /** Initial values of the user's own fields, by name. */
  given: OwnValues;
  busy: boolean;
  /** Fields are on the page before the first result, and in a drawer afterwards. */
  hasResult: boolean;
  onStarted: (run: Run) => void;
}

/** Form for the input and parameters of an action, which runs it. */
export function RunForm(props: FormProps) {
  // The parent waits for the same query; refetching a failed one here would make the form flicker.
  const schema = useQuery({ ...engineQueries.parameters(props.engine.id, props.action), retryOnMount: false });
  return (
    <QueryPanel query={schema} loading={<LoadingRows rows={2} className="p-0" />}>
      {(parameters) => (
        <Form {...props} fields={withWebsiteSettings(formFields(parameters), props.website?.settings)} />
      )}
    </QueryPanel>
  );
}

/** Error messages of the server by field: "/parameters/hours" is the field "hours". */
function serverErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([path, text]) => [path.split('/').at(-1) ?? path, text]));
}

function Form({
  engine,
  action,
  website,
  given,
  busy,
  hasResult,
  onStarted,
  fields,
}: FormProps & { fields: FormField[] }) {
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const memory = `${engine.id}.${action}`;
  const own = ownFields(engine.id, action);
  const [values, setValues] = useState<FormValues>(() => readParameters(memory, website?.id ?? 'none'));
  const [ownValues, setOwnValues] = useState<OwnValues>(given);
  const [isOpen, setOpen] = useState(hasResult && Object.keys(given).length > 0);
  const [wrongField, setWrongField] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const started = (run: Run) => {
    rememberSeries(run.id, seriesIn(gathered.input));
    queries.invalidateQueries({ queryKey: ['engines', 'history'] });
    setOpen(false);
    onStarted(run);
  };
  const refused = (error: unknown) => {
    setRefusal(error);
    if (Object.keys(serverErrors(error)).length > 0) setOpen(true);
  };
  const execute = useExecute({ onStarted: started, onRefused: refused });
  const read = useMemo(() => readForm(fields, values), [fields, values]);
  const gathered = useMemo(() => gather(own, ownValues), [own, ownValues]);
  const errors = { ...serverErrors(refusal), ...(tried ? { ...read.errors, ...gathered.errors } : {}) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setRefusal(null);
    const wrong = Object.keys({ ...gathered.errors, ...read.errors })[0];
    if (wrong) {
      setOpen(true);
      setWrongField(wrong);
      return;
    }
    rememberParameters(memory, website?.id ?? 'none', values);
    execute.mutate({
      engineId: engine.id,
      action,
      parameters: read.parameters,
      ...(website ? { websiteId: website.id } : {}),
      ...(Object.keys(gathered.input).length > 0 ? { input: gathered.input } : {}),
    });
  };
  // An effect, because the drawer of the field may open only now.
  useEffect(() => {
    if (wrongField === null) return;
    form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wrongField)}"]`)?.focus();
    setWrongField(null);
  }, [wrongField]);
  useShortcut({
    id: 'run-action',
    keys: 'mod+Enter',
    label: `Run ${actionName(action).toLowerCase()}`,
    group: 'On this page',
    run: () => form.current?.requestSubmit(),
  });
  const runButton = (
    <Button type="submit" busy={execute.isPending} needsNetwork disabled={busy}>
      {execute.isPending ? null : <Play size={14} aria-hidden="true" />}
      Run {actionName(action).toLowerCase()}
    </Button>
  );
  const ownForm = {
    fields: own,
    values: ownValues,
    errors,
    example: exampleInput(engine.id, action),
    onChange: (name: string, text: string) => setOwnValues((now) => ({ ...now, [name]: text })),
  };
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      <Fields isFolded={hasResult} isOpen={isOpen} onClose={() => setOpen(false)} runButton={runButton}>
        <OwnInputForm {...ownForm} />
        {fields.length > 0 ? (
          <ParameterForm
            fields={fields}
            values={values}
            errors={errors}
            currencySign={currencySign(website?.settings.currency)}
            websiteId={website?.id}
            onChange={(name, text) => setValues((now) => ({ ...now, [name]: text }))}
          />
        ) : null}
        <JsonInput {...ownForm} />
        {refusal ? (
          <Callout tone="danger" title={failures.executeEngine}>
            {errorText(refusal, failures.executeEngine)}
          </Callout>
        ) : null}
      </Fields>
      <div className="flex flex-wrap items-center gap-3">
        {runButton}
        {hasResult ? (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <SlidersHorizontal size={14} aria-hidden="true" />
            Parameters
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
