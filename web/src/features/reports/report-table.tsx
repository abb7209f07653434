import { ScrollBox } from '@/components/ui/scroll-box';

/** Figures in a row: name, value, change. */
export function Figures({ figures }: { figures: readonly [name: string, value: string, change: string][] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4 print:grid-cols-4">
      {figures.map(([name, value, change]) => (
        <div key={name} className="min-w-0">
          <dt className="text-[0.8125rem] text-muted-foreground">{name}</dt>
          <dd className="tabular text-2xl font-semibold">{value}</dd>
          {change ? <dd className="text-xs text-muted-foreground">{change}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** A table with its name above; the first column is text, the others are figures. */
export function Rows({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <div className="print:break-inside-avoid-page">
      <h3 className="mb-2 text-[0.8125rem] font-medium">{label}</h3>
      <ScrollBox label={label} className="overflow-x-auto">
        <table className="w-full text-left text-[0.8125rem]">
          <thead>
            <tr className="border-b border-border text-muted-foreground">
              {head.map((cell, index) => (
                <th key={cell} scope="col" className={index === 0 ? 'py-2 pr-3' : 'py-2 pl-3 text-right'}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {rows.map((row) => (
              <tr key={row.join('|')}>
                {row.map((cell, index) => (
                  <td
                    key={head[index]}
                    className={index === 0 ? 'min-w-40 py-2 pr-3 wrap-anywhere' : 'tabular py-2 pl-3 text-right'}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}
