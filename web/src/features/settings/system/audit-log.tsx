import { useInfiniteQuery } from '@tanstack/react-query';
import { adminQueries } from '@/api/admin';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDateTime } from '@/lib/format';
import { deviceName } from '@/lib/user-agent';
import { PagedCard } from './pages';

export function AuditLog() {
  const audit = useInfiniteQuery(adminQueries.audit());
  return (
    <PagedCard
      title="Audit log"
      description="Security events of all accounts, newest first."
      query={audit}
      empty="No events yet"
    >
      {(lines) => (
        <Table label="Audit log">
          <thead>
            <tr>
              <Th>Time</Th>
              <Th>Event</Th>
              <Th>Account</Th>
              <Th>From</Th>
              <Th>Details</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <Td className="whitespace-nowrap text-muted-foreground">{formatDateTime(line.at)}</Td>
                <Td className="font-medium whitespace-nowrap">{line.action}</Td>
                <Td className="font-mono text-xs">{line.userId ?? '—'}</Td>
                <Td className="whitespace-nowrap text-muted-foreground" title={line.userAgent}>
                  {line.address}, {deviceName(line.userAgent)}
                </Td>
                <Td className="max-w-72 truncate font-mono text-xs text-muted-foreground">
                  {Object.keys(line.detail).length > 0 ? JSON.stringify(line.detail) : ''}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </PagedCard>
  );
}
