import { useQuery } from '@tanstack/react-query';
import { documentQueries, type VersionInfo } from '@/api/documents';
import { QueryPanel } from '@/components/states/query-panel';
import { Fold } from '@/components/ui/fold';
import { InOrder } from '@/components/ui/in-order';
import { ScrollBox } from '@/components/ui/scroll-box';
import { formatMoney } from '@/lib/format';

/** What a run with a language model has recorded. */
interface Writing {
  sent: { system: string; user: string; costMicros: number | null }[];
  removed: { text: string; reason: string }[];
  withheld: string[];
  /** Sentences that only the second reading found supported, and sections where it failed. */
  kept: string[];
  unread: { heading: string; reason: string }[];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Most prompts cost less than a cent. */
function costText(micros: number): string {
  return micros > 0 && micros < 10_000 ? 'less than $0.01' : formatMoney(micros / 10_000);
}

/** Reads a record, whatever version of the server has written it. */
function readRecord(prompts: unknown): Writing {
  const { sent, removed, withheldFacts, secondReading } = fieldsOf(prompts);
  const { kept, failed } = fieldsOf(secondReading);
  return {
    sent: listOf(sent)
      .map(fieldsOf)
      .map(({ system, user, costMicros }) => ({
        system: textOf(system),
        user: textOf(user),
        costMicros: typeof costMicros === 'number' ? costMicros : null,
      })),
    removed: listOf(removed)
      .map(fieldsOf)
      .map(({ text, reason }) => ({ text: textOf(text), reason: textOf(reason) })),
    withheld: listOf(withheldFacts).map(textOf),
    kept: listOf(kept).map((line) => textOf(fieldsOf(line).text)),
    unread: listOf(failed)
      .map(fieldsOf)
      .map(({ heading, reason }) => ({ heading: textOf(heading), reason: textOf(reason) })),
  };
}

/** How a language model wrote a version: its cost, the sentences that were removed, and the prompts. */
export function ModelRecord({ documentId, version }: { documentId: string; version: VersionInfo }) {
  const query = useQuery(documentQueries.version(documentId, version.number));
  return (
    <QueryPanel query={query} fallback="Failed to load the details.">
      {({ version: { prompts } }) => <RecordView record={readRecord(prompts)} version={version} />}
    </QueryPanel>
  );
}

function RecordView({ record, version: { model, costMicros } }: { record: Writing; version: VersionInfo }) {
  const { sent, removed, withheld, kept, unread } = record;
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-muted-foreground">Model</dt>
        <dd className="wrap-anywhere">{model ?? 'Unknown'}</dd>
        <dt className="text-muted-foreground">Cost</dt>
        <dd className="tabular">{costText(costMicros)}</dd>
        <dt className="text-muted-foreground">Prompts sent</dt>
        <dd className="tabular">{sent.length}</dd>
      </dl>
      <Removed removed={removed} />
      <SecondReading kept={kept} unread={unread} />
      {withheld.length > 0 ? (
        <p className="wrap-anywhere">
          Facts that the model did not get, because they read like instructions: {withheld.join(', ')}.
        </p>
      ) : null}
      <InOrder items={sent}>
        {(prompt, index) => (
          <Fold
            title={
              <span>
                Prompt {index + 1}
                {prompt.costMicros === null ? null : (
                  <span className="text-muted-foreground">, {costText(prompt.costMicros)}</span>
                )}
              </span>
            }
          >
            <PromptText label={`Instructions of prompt ${index + 1}`} text={prompt.system} />
            <PromptText label={`Task of prompt ${index + 1}`} text={prompt.user} />
          </Fold>
        )}
      </InOrder>
    </div>
  );
}

function Removed({ removed }: { removed: Writing['removed'] }) {
  if (removed.length === 0) return <p>No sentence was removed: each is supported by a fact.</p>;
  return (
    <section aria-label="Removed sentences" className="grid gap-1.5">
      <h3 className="font-medium">Removed sentences ({removed.length})</h3>
      <ul className="grid gap-2">
        <InOrder items={removed}>
          {({ text, reason }) => (
            <li className="wrap-anywhere">
              <del className="text-muted-foreground">{text}</del>
              <span className="block text-destructive">Removed: {reason}</span>
            </li>
          )}
        </InOrder>
      </ul>
    </section>
  );
}

function SecondReading({ kept, unread }: Pick<Writing, 'kept' | 'unread'>) {
  if (kept.length === 0 && unread.length === 0) return null;
  return (
    <section aria-label="Second reading" className="grid gap-1.5">
      <h3 className="font-medium">Kept by the second reading ({kept.length})</h3>
      <ul className="grid gap-2">
        <InOrder items={kept}>{(text) => <li className="wrap-anywhere">{text}</li>}</InOrder>
      </ul>
      <InOrder items={unread}>
        {({ heading, reason }) => (
          <p className="wrap-anywhere text-warning">
            It failed for “{heading}”: {reason}. The rules alone decided there.
          </p>
        )}
      </InOrder>
    </section>
  );
}

function PromptText({ label, text }: { label: string; text: string }) {
  if (text === '') return null;
  return (
    <ScrollBox
      label={label}
      className="mt-1.5 max-h-64 overflow-y-auto rounded-md bg-muted px-2.5 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </ScrollBox>
  );
}
