import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { versionApi, versionQueries } from '@/api/engine-versions';
import { errorText } from '@/api/errors';
import type { Engine, EngineVersion, EngineVersions } from '@/api/types';
import { label } from '@/components/engines/result/result-words';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { toastFailure } from '@/lib/failed';
import { formatNumber, formatPercent, NO_VALUE } from '@/lib/format';
import { NewVersionDialog } from './new-version-dialog';

/** In the order of the list. */
const ROLES: Record<string, { word: string; tone: Tone }> = {
  champion: { word: 'Champion', tone: 'success' },
  challenger: { word: 'Challenger', tone: 'info' },
  retired: { word: 'Retired', tone: 'neutral' },
};

/** Champion and challengers of an engine with their scores. */
export function VersionsCard({ engine }: { engine: Engine }) {
  const query = useQuery(versionQueries.list(engine.id));
  const [adding, setAdding] = useState(false);
  const change = useChange(engine.id);
  const isPromoted = query.data?.versions.some((version) => version.role === 'champion' && version.name !== 'prior');
  return (
    <Card aria-label="Versions" className="overflow-clip">
      <CardHeader
        title="Versions"
        description={<Explained data={query.data} />}
        className="pb-3"
        actions={
          <>
            {isPromoted ? <Back engineId={engine.id} busy={change.isPending} onChange={change.mutate} /> : null}
            <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
              New challenger
            </Button>
          </>
        }
      />
      <QueryPanel query={query} fallback="Failed to load the versions.">
        {(data) => (
          <>
            <Naive data={data} name={engine.name} />
            <Versions data={data} busy={change.isPending} onChange={change.mutate} engineId={engine.id} />
          </>
        )}
      </QueryPanel>
      {adding ? <NewVersionDialog engine={engine} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

type Change = () => Promise<EngineVersions>;

/** A call that changes versions; its response is shown next. */
function useChange(engineId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (call: Change) => call(),
    onSuccess: (answer) => {
      queries.setQueryData(versionQueries.list(engineId).queryKey, answer);
      queries.invalidateQueries({ queryKey: ['engines', 'parameters', engineId] });
    },
    onError: (error) => toastFailure('Failed to change the version', errorText(error)),
  });
}

function Explained({ data }: { data: EngineVersions | undefined }) {
  return (
    <>
      Each forecast records its version.{' '}
      {data?.scoredAt ? (
        <>
          Scored by the report of the learning engine <RelativeTime at={data.scoredAt} />.
        </>
      ) : (
        'The report of the learning engine scores them once outcomes are known.'
      )}
    </>
  );
}

/** Note for a version that is worse than the naive forecast. */
function Naive({ data, name }: { data: EngineVersions; name: string }) {
  const champions = data.versions.filter((version) => version.role === 'champion');
  const score = champions.find((version) => version.score?.losesToNaive)?.score;
  if (!score) return null;
  return (
    <Callout tone="warning" className="mx-5 mb-3" title={`The ${name} engine is less accurate than the naive forecast`}>
      Its errors are {formatNumber(score.mase, 2)} times those of the naive forecast, over {score.outcomes} outcomes.
      Prefer the naive forecast until this improves.
    </Callout>
  );
}

interface ListProps {
  data: EngineVersions;
  engineId: string;
  busy: boolean;
  onChange: (call: Change) => void;
}

function Versions({ data, ...rest }: ListProps) {
  return (
    <Table stacked label="Versions with their scores" className="border-t border-border sm:min-w-180">
      <thead>
        <tr>
          <Th className="pl-5">Version</Th>
          <Th numeric>Outcomes</Th>
          <Th numeric title="Mean squared error of claims; lower is better">
            Brier
          </Th>
          <Th numeric title="Share of outcomes inside the 80% interval">
            Coverage
          </Th>
          <Th numeric title="Mean interval score; lower is better">
            Interval score
          </Th>
          <Th numeric title="Scaled error; below 1 is better than the naive forecast">
            MASE
          </Th>
          <Th>Paired test</Th>
          <Th className="pr-5">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {byAction(data.versions).map((version) => (
          <Row key={`${version.action} ${version.name}`} version={version} {...rest} />
        ))}
      </tbody>
    </Table>
  );
}

/** Sorts versions: the champion of each action above its challengers. */
function byAction(versions: readonly EngineVersion[]): EngineVersion[] {
  const actions = versions.map(({ action }) => action);
  const roles = Object.keys(ROLES);
  const places = ({ action, role }: EngineVersion) => [actions.indexOf(action), roles.indexOf(role)] as const;
  return [...versions].sort((one, other) => {
    const [[action, role], [otherAction, otherRole]] = [places(one), places(other)];
    return action - otherAction || role - otherRole;
  });
}

function Row({ version, engineId, busy, onChange }: Omit<ListProps, 'data'> & { version: EngineVersion }) {
  const { score } = version;
  const { word, tone } = ROLES[version.role] ?? { word: version.role, tone: 'neutral' };
  return (
    <tr>
      <Td stack="line" className="pl-5 sm:max-w-72">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {nameOf(version)} <Badge tone={tone}>{word}</Badge>
        </span>
        <span className="block text-xs wrap-anywhere text-muted-foreground">{about(version)}</span>
      </Td>
      <Td numeric label="Outcomes">
        {score ? formatNumber(score.outcomes, 0) : NO_VALUE}
      </Td>
      <Td numeric label="Brier">
        {formatNumber(score?.brier, 3)}
      </Td>
      <Td numeric label="Coverage">
        {formatPercent(score?.coverage, 0)}
      </Td>
      <Td numeric label="Interval score">
        {formatNumber(score?.intervalScore, 1)}
      </Td>
      <Td numeric label="MASE">
        {formatNumber(score?.mase, 2)}
      </Td>
      <Td label="Paired test">{testText(version)}</Td>
      <Td stack="line" className="pr-5 whitespace-nowrap sm:text-right">
        {version.id && version.role === 'challenger' ? (
          <ChallengerActions version={version} id={version.id} engineId={engineId} busy={busy} onChange={onChange} />
        ) : null}
      </Td>
    </tr>
  );
}

/** Name of a version; the one with default parameters is the baseline. */
function nameOf({ name }: EngineVersion): string {
  return name === 'prior' ? 'Baseline' : name;
}

/** Action, parameters and note of a version. */
function about({ action, parameters, note }: EngineVersion): string {
  const set = Object.entries(parameters).map(([name, value]) => `${label(name)} ${JSON.stringify(value)}`);
  return [action ?? '', set.join(', '), note].filter((part) => part !== '').join(' · ');
}

function testText({ score }: EngineVersion): string {
  const test = score?.againstChampion;
  if (!test) return NO_VALUE;
  const pairs = `${test.pairs} pairs on ${test.dueDays} days`;
  if (test.p === null) return `${test.decision} (${pairs})`;
  return `${test.decision === 'promote' ? 'better' : 'not better'}, p = ${formatNumber(test.p, 3)} (${pairs})`;
}

function ChallengerActions({
  version,
  id,
  engineId,
  busy,
  onChange,
}: Omit<ListProps, 'data'> & { version: EngineVersion; id: string }) {
  const [asking, setAsking] = useState(false);
  const isProposed = version.score?.againstChampion?.decision === 'promote';
  return (
    <>
      <Button
        needsNetwork
        size="sm"
        variant={isProposed ? 'primary' : 'outline'}
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        Promote <span className="sr-only">{version.name}</span>
      </Button>{' '}
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => onChange(() => versionApi.retire(engineId, id))}>
        Retire <span className="sr-only">{version.name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onChange(() => versionApi.promote(engineId, id));
        }}
        title={`Promote ${version.name}?`}
        text={
          isProposed
            ? 'The paired test shows better forecasts. Later runs use its parameters. You can roll back.'
            : 'The paired test does not show better forecasts. Later runs use its parameters. You can roll back.'
        }
        action="Promote"
      />
    </>
  );
}

function Back({ engineId, busy, onChange }: Omit<ListProps, 'data'>) {
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        title="Undo the last promotion"
        disabled={busy}
        onClick={() => onChange(() => versionApi.rollBack(engineId))}
      >
        Roll back
      </Button>
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => onChange(() => versionApi.reset(engineId))}>
        Reset to baseline
      </Button>
    </>
  );
}
