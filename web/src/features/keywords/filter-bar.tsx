import { Download, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { downloadFile } from '@/api/download';
import { errorText } from '@/api/errors';
import { type KeywordFilter, keywordExportPath } from '@/api/keywords';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { Menu, MenuItem } from '@/components/ui/menu';
import { TypedFilter } from '@/components/ui/typed-filter';
import { useShortcut } from '@/hooks/use-shortcut';
import { localDay } from '@/lib/days';
import { showToast } from '@/lib/toast';
import { humanise, INTENTS, WIN_KINDS } from '@/lib/words';
import { ColumnsButton } from './column-dialog';
import type { ColumnLayout } from './column-layout';
import { type FinderState, isFiltered, NO_FILTER } from './finder-state';

type Change = (change: Partial<FinderState>) => void;

/** Filters, columns and export of the keyword table. */
export function FilterBar({
  state,
  filter,
  clusterName,
  onChange,
  layout,
  onLayout,
  actions,
}: {
  state: FinderState;
  filter: KeywordFilter;
  /** Name of the filtered cluster, if known. */
  clusterName: string | null;
  onChange: Change;
  layout: ColumnLayout;
  onLayout: (change: Partial<ColumnLayout>) => void;
  /** Buttons for the shown keywords. */
  actions?: ReactNode;
}) {
  return (
    <search
      aria-label="Filter keywords"
      className="grid grid-cols-2 items-center gap-2 px-4 py-3 sm:flex sm:flex-wrap sm:px-5"
    >
      <TypedFilter
        label="Keyword contains"
        value={state.q}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:w-56"
        icon
      />
      <Select
        aria-label="Intent"
        className="h-9 w-full min-w-0 sm:w-auto"
        value={state.intent}
        onChange={(event) => onChange({ intent: event.target.value })}
      >
        <option value="">Any intent</option>
        {INTENTS.map((intent) => (
          <option key={intent} value={intent}>
            {humanise(intent)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Quick win"
        className="h-9 w-full min-w-0 sm:w-auto"
        value={state.win}
        onChange={(event) => onChange({ win: event.target.value })}
      >
        <option value="">Any quick win</option>
        {WIN_KINDS.map((win) => (
          <option key={win.kind} value={win.kind}>
            {win.name}
          </option>
        ))}
      </Select>
      <LeastImpressions value={state.min} onChange={(min) => onChange({ min })} />
      {state.cluster ? (
        <Button variant="secondary" size="sm" onClick={() => onChange({ cluster: '' })}>
          <span className="max-w-48 truncate">Cluster: {clusterName ?? state.cluster}</span>
          <X size={13} aria-hidden="true" />
          <span className="sr-only">, remove</span>
        </Button>
      ) : null}
      {isFiltered(state) ? (
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2 max-sm:col-span-2">
        {actions}
        <ColumnsButton layout={layout} onChange={onLayout} />
        <ExportMenu filter={filter} />
      </div>
    </search>
  );
}

function LeastImpressions({ value, onChange }: { value: string; onChange: (min: string) => void }) {
  return (
    <TypedFilter
      label="Minimum impressions"
      placeholder="Min. impressions"
      value={value}
      numeric
      onChange={onChange}
      className="sm:w-40"
    />
  );
}

function ExportMenu({ filter }: { filter: KeywordFilter }) {
  const [busy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'json') => {
    setBusy(true);
    const day = localDay(new Date());
    try {
      await downloadFile(keywordExportPath(filter, format), `keywords-${day}.${format}`);
    } catch (error) {
      showToast({ title: 'The export failed', description: errorText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  useShortcut({
    id: 'export',
    keys: 'e',
    label: 'Export these rows as CSV',
    group: 'On this page',
    run: () => void save('csv'),
  });
  return (
    <Menu
      label="Export"
      trigger={
        <Button variant="outline" size="sm" busy={busy}>
          {busy ? null : <Download size={14} aria-hidden="true" />}
          Export
        </Button>
      }
    >
      <MenuItem onSelect={() => save('csv')}>These rows as CSV</MenuItem>
      <MenuItem onSelect={() => save('json')}>These rows as JSON</MenuItem>
    </Menu>
  );
}
