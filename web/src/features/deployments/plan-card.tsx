import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeploymentLimits, deploymentApi } from '@/api/deployments';
import { errorText } from '@/api/errors';
import type { PipelineMarket } from '@/api/pipeline';
import type { SiteTheme } from '@/api/sites';
import { ThemeChoice } from '@/components/sites/theme-choice';
import { useTargetOptions } from '@/components/sites/use-targets';
import { Button, ButtonLink } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field, Input, Select } from '@/components/ui/field';
import { Keys } from '@/components/ui/keys';
import { useShortcut } from '@/hooks/use-shortcut';
import { plural } from '@/lib/format';
import { failures } from '@/lib/strings';
import { showToast } from '@/lib/toast';
import { DeploySummary } from './deploy-summary';
import { useRefreshDeployments } from './use-deployment-actions';

/** Theme, target and name of a deployment; what will happen; and its start. */
export function PlanCard({
  markets,
  isReady,
  limits,
  onStarted,
}: {
  markets: PipelineMarket[];
  /** False while the operator is unknown or incomplete. */
  isReady: boolean;
  limits: DeploymentLimits | undefined;
  onStarted: () => void;
}) {
  const [theme, setTheme] = useState('');
  const [targetId, setTargetId] = useState('');
  const [name, setName] = useState('');
  const start = useStart(() => {
    setName('');
    onStarted();
  });
  const canStart = isReady && markets.length > 0 && !start.isPending;
  const deploy = () => {
    if (!canStart) return;
    start.mutate({
      markets: markets.map(({ vertical, placeId }) => ({ vertical, place: placeId })),
      ...(theme ? { theme: theme as SiteTheme } : {}),
      ...(targetId ? { targetId } : {}),
      ...(name.trim() ? { name: name.trim() } : {}),
    });
  };
  useShortcut({ id: 'deploy', keys: 'mod+Enter', label: 'Build the sites', group: 'On this page', run: deploy });
  return (
    <Card aria-label="Plan">
      <CardHeader title="2. Choose how they look and where they go" />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ThemeChoice any value={theme} onChange={setTheme} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TargetField value={targetId} onChange={setTargetId} />
          <Field label="Name of the deployment (optional)" hint="For example Oklahoma, first round.">
            {(control) => (
              <Input {...control} maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
        </div>
        <DeploySummary markets={markets} limits={limits} />
        {start.isError ? (
          <Callout tone="danger" title={failures.deployment}>
            {errorText(start.error, failures.deployment)}
          </Callout>
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          <Button needsNetwork busy={start.isPending} disabled={!canStart} onClick={deploy}>
            {markets.length > 0 ? `Build ${plural(markets.length, 'site')}` : 'Build sites'}
          </Button>
          <span className="hidden lg:inline-flex">
            <Keys keys="mod+Enter" />
          </span>
          {markets.length === 0 ? (
            <span className="text-[0.8125rem] text-muted-foreground">Choose at least one market.</span>
          ) : null}
        </div>
      </CardBody>
    </Card>
  );
}

function TargetField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const targets = useTargetOptions();
  return (
    <Field
      label="Target"
      hint={
        <ButtonLink to="/dominator/targets" variant="link" size="inline" className="min-h-6 text-[0.8125rem]">
          Add a target
        </ButtonLink>
      }
    >
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {targets.map((target) => (
            <option key={target.value} value={target.value}>
              {target.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Starts a deployment once: repeating a failed call uses the same key. */
function useStart(onStarted: () => void) {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const refresh = useRefreshDeployments();
  return useMutation({
    mutationFn: (body: Parameters<typeof deploymentApi.deployGoldmines>[0]) => deploymentApi.deployGoldmines(body, key),
    onSuccess: ({ deployment, skipped }) => {
      setKey(crypto.randomUUID());
      showToast({
        title: `Building ${plural(deployment.sitesPlanned, 'site')}`,
        description:
          skipped.length > 0
            ? `${plural(skipped.length, 'market was', 'markets were')} skipped. ${skipped[0]?.reason ?? ''}`
            : 'They wait for your approval when the gate has passed them.',
      });
      onStarted();
    },
    onSettled: refresh,
  });
}
