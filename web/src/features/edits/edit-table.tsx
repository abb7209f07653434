import { Link } from 'react-router';
import type { ListedEdit } from '@/api/edits';
import { EditStatusBadge } from '@/components/edits/edit-status-badge';
import { wayName } from '@/components/edits/edit-words';
import { RelativeTime } from '@/components/ui/relative-time';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber, plural } from '@/lib/format';

/** Edits as rows, for wide windows. */
export function EditTable({ edits }: { edits: ListedEdit[] }) {
  return (
    <Table label="Edits">
      <thead>
        <tr>
          <Th className="pl-5">Edit</Th>
          <Th>Status</Th>
          <Th>Website</Th>
          <Th numeric>Changes</Th>
          <Th numeric className="pr-5">
            Created
          </Th>
        </tr>
      </thead>
      <tbody>
        {edits.map((edit) => (
          <tr key={edit.id} className="hover:bg-accent/50">
            <th
              scope="row"
              className="border-b border-border py-2.5 pr-3 pl-5 text-left font-normal in-[tr:last-child]:border-b-0"
            >
              <Title edit={edit} />
              <span className="block text-xs text-muted-foreground">{wayName(edit.way)}</span>
            </th>
            <Td>
              <EditStatusBadge status={edit.status} />
            </Td>
            <Td>{edit.websiteName}</Td>
            <Td numeric>{formatNumber(edit.changeCount, 0)}</Td>
            <Td numeric className="pr-5 whitespace-nowrap">
              <RelativeTime at={edit.createdAt} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Edits as cards, for phones. */
export function EditCards({ edits }: { edits: ListedEdit[] }) {
  return (
    <ul className="divide-y divide-border">
      {edits.map((edit) => (
        <li key={edit.id} className="grid gap-1.5 px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <Title edit={edit} />
            <EditStatusBadge status={edit.status} />
          </div>
          <p className="text-xs text-muted-foreground">
            {edit.websiteName} · {plural(edit.changeCount, 'change')} · <RelativeTime at={edit.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Title({ edit }: { edit: ListedEdit }) {
  return (
    <Link
      to={`/edits/${edit.id}`}
      className="inline-flex min-h-6 items-center font-medium wrap-anywhere underline-offset-4 hover:underline"
    >
      {edit.title}
    </Link>
  );
}
