import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber } from '@/lib/format';
import type { PlotProps } from './plot-props';

/** Maximum number of displayed groups; the file has all. */
const SHOWN = 100;

/** Groups of similar texts, largest first. */
export function GroupPlots({ result }: PlotProps<'keyword.cluster'>) {
  if (!('groups' in result) || result.groups.length === 0) return null;
  const { groups } = result;
  return (
    <section aria-label="Groups">
      <h3 className="mb-2 font-semibold">
        {formatNumber(groups.length, 0)} {groups.length === 1 ? 'group' : 'groups'}
      </h3>
      <Table label="Groups">
        <thead>
          <tr>
            <Th>Head term</Th>
            <Th numeric>Texts</Th>
            <Th>Members</Th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, SHOWN).map(({ cluster, size, texts: [first, ...others] }) => (
            <tr key={cluster}>
              <Td>{first}</Td>
              <Td numeric>{formatNumber(size, 0)}</Td>
              <Td>{others.join(', ')}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {groups.length > SHOWN ? <p className="mt-2 text-muted-foreground">Save the result to get all of them.</p> : null}
    </section>
  );
}
