import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { engineQueries } from '@/api/engines';
import { ApiError, errorText } from '@/api/errors';
import type { Run, Website } from '@/api/types';
import { ParameterForm } from '@/components/engines/parameter-form';
import { useExecute } from '@/components/engines/use-execute';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { currencySign } from '@/lib/format';
import { type FormField, type FormValues, formFields, readForm, withWebsiteSettings } from '@/lib/json-schema';
import { readParameters, rememberParameters } from '@/lib/remembered-parameters';
import { failures } from '@/lib/strings';

/** Starts an analysis with parameters of one's own. The fields come from the engine's schema. */
export function RunPanel({
  website,
  focus,
  busy,
  onStarted,
  onClose,
}: {
  website: Website;
  /** Parameter that takes the focus. */
  focus: string;
  /** A run is under way. */
  busy: boolean;
  onStarted: (run: Run) => void;
  onClose?: () => void;
}) {
  const schema = useQuery(engineQueries.parameters('keyword'));
  return (
    <Card aria-label="Run the keyword engine">
      <CardHeader
        title="Run the keyword engine"
        description={`Groups the queries of ${website.name}, estimates their value and finds quick wins. Leave a field empty to use its default.`}
        actions={
          onClose ? (
            <Button variant="ghost" size="sm" onClick={onClose}>
              Close
            </Button>
          ) : null
        }
      />
      <CardBody>
        <QueryPanel
          query={schema}
          fallback="Failed to load the parameters."
          loading={<LoadingRows rows={3} className="content-start p-0 min-h-100 sm:min-h-91" />}
        >
          {(parameters) => (
            <RunForm
              key={website.id}
              fields={withWebsiteSettings(formFields(parameters), website.settings)}
              website={website}
              focus={focus}
              busy={busy}
              onStarted={onStarted}
            />
          )}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}

/** Messages of the server by parameter: "/parameters/minImpressions" speaks of "minImpressions". */
function serverErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([path, text]) => [path.split('/').at(-1) ?? path, text]));
}

function RunForm({
  fields,
  website,
  focus,
  busy,
  onStarted,
}: {
  fields: FormField[];
  website: Website;
  focus: string;
  busy: boolean;
  onStarted: (run: Run) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<FormValues>(() => readParameters('keyword', website.id));
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const execute = useExecute({ onStarted, onRefused: setRefusal });
  const { parameters, errors } = useMemo(() => readForm(fields, values), [fields, values]);
  const shown = { ...serverErrors(refusal), ...(tried ? errors : {}) };
  useEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(focus)}"]`)?.focus();
  }, [focus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setRefusal(null);
    const wrong = Object.keys(errors)[0];
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong)}"]`)?.focus();
      return;
    }
    rememberParameters('keyword', website.id, values);
    execute.mutate({ engineId: 'keyword', action: 'analyse', websiteId: website.id, parameters });
  };
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      <ParameterForm
        fields={fields}
        values={values}
        errors={shown}
        currencySign={currencySign(website.settings.currency)}
        websiteId={website.id}
        onChange={(name, text) => setValues((now) => ({ ...now, [name]: text }))}
      />
      {refusal ? (
        <Callout tone="danger" title={failures.executeEngine}>
          {errorText(refusal, failures.executeEngine)}
        </Callout>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={execute.isPending} needsNetwork disabled={busy}>
          {execute.isPending ? null : <Play size={14} aria-hidden="true" />}
          Run analysis
        </Button>
        {busy ? <p className="text-[0.8125rem] text-muted-foreground">A run is in progress. See above.</p> : null}
      </div>
    </form>
  );
}
