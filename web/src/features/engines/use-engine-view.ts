import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { OwnValues } from './input/own-field';

/** Prefix of input fields in the address, so that a link opens a filled form. */
const FIELD = 'in.';

/** State of an engine's page in the URL: action, run, the run to compare with, and the open tab. */
export function useEngineView(actions: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const first = actions[0] ?? '';
  const wanted = params.get('action') ?? first;
  const text = params.toString();
  const given = useMemo(() => fieldsOf(new URLSearchParams(text)), [text]);
  const change = (entries: Record<string, string>, keep: readonly string[], options = {}) =>
    setParams((now) => {
      const next = new URLSearchParams([...now].filter(([key]) => keep.includes(key)));
      for (const [key, value] of Object.entries(entries)) if (value) next.set(key, value);
      return next;
    }, options);
  const action = actions.includes(wanted) ? wanted : first;
  return {
    action,
    runId: params.get('run') ?? '',
    compareId: params.get('compare') ?? '',
    panel: params.get('panel') ?? '',
    given,
    open: (to: string, fields: OwnValues = {}) => {
      const named = Object.entries(fields).map(([name, value]) => [`${FIELD}${name}`, value]);
      change({ action: to === first ? '' : to, ...Object.fromEntries(named) }, ['website']);
    },
    show: (run: string) => change({ run }, ['website', 'action', 'panel']),
    compare: (compare: string) => change({ compare }, ['website', 'action', 'run', 'panel']),
    openPanel: (panel: string) => change({ panel }, ['website', 'action', 'run', 'compare'], { replace: true }),
  };
}

function fieldsOf(params: URLSearchParams): OwnValues {
  const own = [...params].filter(([key]) => key.startsWith(FIELD));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(FIELD.length), value]));
}
