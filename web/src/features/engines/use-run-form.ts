import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Engine, Run, Website } from '@/api/types';
import { useExecute } from '@/components/engines/use-execute';
import { type FormField, type FormValues, readForm } from '@/lib/json-schema';
import { readParameters, rememberParameters } from '@/lib/remembered-parameters';
import { rememberSeries, seriesIn } from '@/lib/run-series';
import { gather, type OwnValues } from './input/own-field';
import { ownFields } from './input/own-fields';

export interface RunFormProps {
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

/** Error messages of the server by field: "/parameters/hours" is the field "hours". */
function serverErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([path, text]) => [path.split('/').at(-1) ?? path, text]));
}

/** Values, errors and submission of the form that runs an action, and whether the drawer of its fields is open. */
export function useRunForm(props: RunFormProps & { fields: FormField[] }) {
  const { engine, action, website, given, hasResult, onStarted, fields } = props;
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
  const errors = { ...serverErrors(refusal), ...(tried ? { ...read.errors, ...gathered.errors } : {}) };
  return { form, own, values, setValues, ownValues, setOwnValues, isOpen, setOpen, refusal, errors, submit, execute };
}
