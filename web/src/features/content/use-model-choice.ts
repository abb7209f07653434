import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type ContentDocument,
  type DocumentWriter,
  type DraftEstimate,
  documentQueries,
  type ModelChoice,
} from '@/api/documents';
import { ApiError, errorText } from '@/api/errors';
import { tabStorage } from '@/lib/browser-storage';
import type { Part } from './text-view';

/** Delay before a changed choice is estimated, in milliseconds. */
const SETTLE_MS = 400;
const MICROS = 1_000_000;
/** Most dollars of a cap or price. */
const MOST_DOLLARS = 1_000_000;

/** What was entered; null for what has its default. */
export interface Entered {
  connectionId: string | null;
  model: string | null;
  /** Dollars of a million tokens. */
  input: string;
  output: string;
  /** Whether the model reads again what it has written. */
  hasSecondReading: boolean;
}

/** Cost of what is written, of a model with a known price. */
export interface KnownEstimate {
  sections: number;
  micros: number;
  mostMicros: number;
}

const NOTHING: Entered = { connectionId: null, model: null, input: '', output: '', hasSecondReading: true };
const LAST = 'motherlode.document-model';

/** The model that wrote last in this tab, so that the next part needs no entries. */
function lastEntered(): Entered {
  try {
    return { ...NOTHING, ...(JSON.parse(tabStorage.getItem(LAST) ?? '{}') as Partial<Entered>) };
  } catch {
    return NOTHING;
  }
}

/** Dollars as millionths; null for anything that is not an amount. */
export function microsOf(dollars: string): number | null {
  const text = dollars.trim();
  if (!/^(\d+(\.\d*)?|\.\d+)$/.test(text) || Number(text) > MOST_DOLLARS) return null;
  return Math.round(Number(text) * MICROS);
}

/** Millionths of a dollar as cents, rounded up: bounds stay bounds. */
export const centsOf = (micros: number) => Math.ceil(micros / 10_000);

/** The connection and model that the entries and their defaults come to. */
function chosenOf({ connectionId, model }: Entered, writers: readonly DocumentWriter[]) {
  const connection = writers.find(({ id }) => id === connectionId) ?? writers[0];
  const [only, ...others] = connection?.models ?? [];
  return { connection, model: model ?? (others.length === 0 ? (only ?? '') : '') };
}

/** A value once it has stopped changing. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Message about a field of a refused request, or about the whole of it. */
export const refusal = (error: unknown) =>
  (error instanceof ApiError ? Object.values(error.fields)[0] : undefined) ?? errorText(error);

/** An estimate with its amounts; null without a price. */
function amounts(estimate: DraftEstimate | undefined): KnownEstimate | null {
  if (estimate?.micros == null || estimate.mostMicros == null) return null;
  const { sections, micros, mostMicros } = estimate;
  return { sections, micros, mostMicros };
}

/** The chosen model with what it costs to write the document. Prices are asked for only if the server knows none. */
export function useModelChoice(document: ContentDocument, writers: readonly DocumentWriter[], part: Part) {
  const [entered, setEntered] = useState<Entered>(lastEntered);
  const settled = useSettled(entered);
  const { connection, model } = chosenOf(settled, writers);
  // A page, with a second reading, is what is written by default.
  const named: ModelChoice = {
    connectionId: connection?.id ?? '',
    model: model.trim(),
    ...(settled.hasSecondReading ? {} : { secondReading: false }),
    ...(part.scope === 'page' ? {} : part),
  };
  const canAsk = named.connectionId !== '' && named.model !== '';
  const plain = useQuery({ ...documentQueries.draftEstimate(document.id, document.version, named), enabled: canAsk });
  const missingPrice = canAsk ? (plain.data?.missingPrice ?? undefined) : undefined;
  const [inputMicros, outputMicros] = [microsOf(settled.input), microsOf(settled.output)];
  const isPriced = missingPrice !== undefined && inputMicros !== null && outputMicros !== null;
  const choice: ModelChoice = isPriced ? { ...named, inputMicros, outputMicros } : named;
  const priced = useQuery({
    ...documentQueries.draftEstimate(document.id, document.version, choice),
    enabled: isPriced,
  });
  const query = missingPrice === undefined ? plain : priced;
  const isCurrent = settled === entered && canAsk && (missingPrice === undefined || isPriced);
  return {
    entered,
    /** Offers the entries again the next time. */
    remember: () => tabStorage.setItem(LAST, JSON.stringify(entered)),
    set: (change: Partial<Entered>) => setEntered({ ...entered, ...change }),
    shown: chosenOf(entered, writers),
    choice,
    /** Why prices must be entered; undefined if they need not. */
    missingPrice,
    estimate: isCurrent ? amounts(query.data) : null,
    isEstimating: settled !== entered || (isCurrent && query.isFetching),
    problem: isCurrent && query.isError ? refusal(query.error) : null,
  };
}
