import { Download } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Segmented } from '@/components/ui/segmented';
import { Table, Td, Th } from '@/components/ui/table';
import { toCsv } from '@/lib/csv';
import { saveFile, saveText } from '@/lib/save-file';
import { showToast } from '@/lib/toast';
import { pngOf, svgText } from './save-picture';

type Cell = string | number | null;

export interface ChartTable {
  headers: readonly string[];
  /** Unformatted values for the file. */
  rows: readonly (readonly Cell[])[];
  /** Format of a column's values; without one they are shown unchanged. */
  formats?: readonly (((value: Cell) => string) | null)[];
}

/** Maximum number of displayed rows; the file has all. */
const SHOWN = 200;

const MODES = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

/** Frame of every chart: title, summary, and the data as a table and as a file. */
export function ChartFrame({
  title,
  description,
  table,
  fileName,
  children,
}: {
  title: string;
  description: string;
  table: ChartTable;
  /** Name without the extension. */
  fileName: string;
  children: ReactNode;
}) {
  const [mode, setMode] = useState<'chart' | 'table'>('chart');
  const figure = useRef<HTMLElement>(null);
  return (
    <figure ref={figure} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <figcaption className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
          <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">{description}</p>
        </div>
        <div className="flex items-center gap-2 print:hidden">
          <Segmented label="Show as" value={mode} options={MODES} onChange={setMode} />
          <SaveMenu title={title} table={table} fileName={fileName} figure={figure} isDrawn={mode === 'chart'} />
        </div>
      </figcaption>
      {mode === 'chart' ? children : <Figures title={title} table={table} />}
    </figure>
  );
}

/** Menu to save the data as CSV, and the visible chart as an image. */
function SaveMenu({
  title,
  table,
  fileName,
  figure,
  isDrawn,
}: {
  title: string;
  table: ChartTable;
  fileName: string;
  figure: RefObject<HTMLElement | null>;
  isDrawn: boolean;
}) {
  const drawing = () => figure.current?.querySelector<SVGSVGElement>('svg[data-chart]') ?? null;
  const saveCsv = () => saveText(toCsv(table.headers, table.rows), `${fileName}.csv`, 'text/csv;charset=utf-8');
  const saveSvg = () => {
    const svg = drawing();
    if (svg) saveText(svgText(svg), `${fileName}.svg`, 'image/svg+xml');
  };
  const savePng = async () => {
    const svg = drawing();
    if (!svg) return;
    const blob = await pngOf(svg).catch(() => null);
    if (blob) saveFile(blob, `${fileName}.png`);
    else showToast({ title: 'Failed to create the image', variant: 'destructive' });
  };
  return (
    <Menu
      label={`Save "${title}"`}
      trigger={
        <Button variant="outline" size="icon-sm" aria-label={`Save "${title}"`} title="Save">
          <Download size={14} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={saveCsv}>Data as CSV</MenuItem>
      <MenuItem disabled={!isDrawn} onSelect={savePng}>
        Image as PNG
      </MenuItem>
      <MenuItem disabled={!isDrawn} onSelect={saveSvg}>
        Image as SVG
      </MenuItem>
    </Menu>
  );
}

function Figures({ title, table }: { title: string; table: ChartTable }) {
  const show = (value: Cell, column: number) => table.formats?.[column]?.(value) ?? value;
  const isNumeric = (column: number) => typeof table.rows[0]?.[column] === 'number';
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table label={title}>
        <thead>
          <tr>
            {table.headers.map((header, column) => (
              <Th key={header} numeric={isNumeric(column)}>
                {header}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, SHOWN).map((row) => (
            <tr key={row.join('|')}>
              {row.map((value, column) => (
                <Td key={table.headers[column]} numeric={isNumeric(column)}>
                  {show(value, column)}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
