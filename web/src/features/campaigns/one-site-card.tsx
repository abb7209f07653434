import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { deploymentApi } from '@/api/deployments';
import { SelectField, TextField } from '@/components/form/fields';
import { useSaveForm } from '@/components/form/use-save-form';
import { OperatorNotice } from '@/components/sites/operator-notice';
import { useTargetOptions } from '@/components/sites/use-targets';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { failures } from '@/lib/strings';

const EMPTY = { keyword: '', targetId: '' };
const CHARS = 200;

/** Builds one site at once, without a rule: a keyword names its trade and its place. */
export function OneSiteCard() {
  const form = useOneSite();
  const targets = useTargetOptions();
  const started = form.answer?.deployment;
  return (
    <Card aria-label="One site">
      <CardHeader
        title="Build one site"
        description="Without a rule: a keyword that names a trade and a place becomes a site. It is public only after your approval."
      />
      <CardBody>
        <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={form.submit}>
          <OperatorNotice />
          {form.error ? (
            <Callout tone="danger" title={failures.pipeline}>
              {form.error === failures.pipeline ? null : form.error}
            </Callout>
          ) : null}
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              control={form.control}
              name="keyword"
              label="Keyword"
              hint="Trade, city and state, for example water damage restoration tulsa ok."
              maxLength={CHARS}
              required="Enter a trade and a place, for example plumbing tulsa ok."
            />
            <SelectField control={form.control} name="targetId" label="Target" options={targets} />
          </div>
          <div>
            <Button type="submit" variant="outline" needsNetwork busy={form.isBusy}>
              Build the site
            </Button>
          </div>
          {started && !form.isBusy ? (
            <Callout
              tone="success"
              title={`Building ${started.name}`}
              action={
                <ButtonLink to="/dominator/goldmine-deployment" variant="outline" size="sm">
                  Open the deployments
                </ButtonLink>
              }
            >
              It waits for your approval there when the gate has passed it.
            </Callout>
          ) : null}
        </form>
      </CardBody>
    </Card>
  );
}

/** Form that starts a deployment once: repeating a failed call with the same values uses the same key. */
function useOneSite() {
  const keys = useRef(new Map<string, string>());
  const queries = useQueryClient();
  return useSaveForm({
    defaultValues: EMPTY,
    save: ({ keyword, targetId }: typeof EMPTY) => {
      const body = { keyword: keyword.trim(), ...(targetId ? { targetId } : {}) };
      return deploymentApi.generateAndDeploy(body, keyOf(keys.current, JSON.stringify(body)));
    },
    after: (_, { targetId }) => ({ keyword: '', targetId }),
    failure: failures.pipeline,
    onSaved: () => {
      keys.current.clear();
      return Promise.all(
        ['deployments', 'sites', 'pipeline', 'runs'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      );
    },
  });
}

/** Key of a body that was not sent successfully yet. */
function keyOf(keys: Map<string, string>, body: string): string {
  const key = keys.get(body) ?? crypto.randomUUID();
  keys.set(body, key);
  return key;
}
