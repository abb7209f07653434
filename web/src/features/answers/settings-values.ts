import type { AnswerConnection, AnswerSettings } from '@/api/answers';

export interface Values {
  /** Names of the own brand, separated by commas. */
  terms: string;
  /** One rival per line: host, then its names, separated by commas. */
  rivals: string;
  /** Model by connection, empty for none; `aiMode` where Google's AI mode is asked instead. */
  engines: {
    connectionId: string;
    model: string;
    webSearch: boolean;
    aiMode: boolean;
    input: string;
    output: string;
  }[];
  /** Percentage points. */
  halfWidth: string;
  mostAnswers: string;
  /** Dollars of a check. */
  budget: string;
  everyDays: string;
  windowDays: string;
  cron: string;
}

const MILLION = 1_000_000;

export function valuesOf(
  settings: AnswerSettings,
  cron: string | null,
  connections: readonly AnswerConnection[],
): Values {
  const price = (micros: number | null | undefined) => (micros == null ? '' : String(micros / MILLION));
  const chosen = (settings.engines ?? []).map((engine) => ({
    connectionId: engine.connectionId,
    model: engine.model ?? '',
    webSearch: engine.webSearch ?? true,
    aiMode: engine.aiMode ?? false,
    input: price(engine.inputMicros),
    output: price(engine.outputMicros),
  }));
  const others = connections
    .filter(({ id }) => !chosen.some((engine) => engine.connectionId === id))
    .map(({ id }) => ({ connectionId: id, model: '', webSearch: true, aiMode: false, input: '', output: '' }));
  return {
    terms: (settings.terms ?? []).join(', '),
    rivals: (settings.rivals ?? []).map(({ host, terms }) => [host, ...(terms ?? [])].join(', ')).join('\n'),
    engines: [...chosen, ...others],
    halfWidth: String(Math.round((settings.halfWidth ?? 0.2) * 100)),
    mostAnswers: String(settings.mostAnswers ?? 10),
    budget: String((settings.budgetMicros ?? MILLION) / MILLION),
    everyDays: String(settings.everyDays ?? 7),
    windowDays: String(settings.windowDays ?? 7),
    cron: cron ?? '',
  };
}

export function settingsOf(values: Values): AnswerSettings {
  const names = (text: string) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  const price = (text: string) => (text.trim() === '' ? null : Math.round(Number(text) * MILLION));
  return {
    terms: names(values.terms),
    rivals: values.rivals
      .split('\n')
      .map(names)
      .flatMap(([host, ...terms]) => (host === undefined ? [] : [{ host, terms }])),
    engines: values.engines
      .filter(({ model, aiMode }) => aiMode || model.trim() !== '')
      .map(({ connectionId, model, webSearch, aiMode, input, output }) => ({
        connectionId,
        model: aiMode ? '' : model.trim(),
        webSearch,
        aiMode,
        inputMicros: aiMode ? null : price(input),
        outputMicros: aiMode ? null : price(output),
      })),
    halfWidth: Number(values.halfWidth) / 100,
    mostAnswers: Number(values.mostAnswers),
    budgetMicros: Math.round(Number(values.budget) * MILLION),
    everyDays: Number(values.everyDays),
    windowDays: Number(values.windowDays),
  };
}
