import { useInfiniteQuery } from '@tanstack/react-query';
import { adminQueries } from '@/api/admin';
import { eventDetail, eventName } from '@/components/audit/audit-words';
import { Table, Td, Th } from '@/components/ui/table';
import { formatDateTime, NO_VALUE } from '@/lib/format';
import { deviceName } from '@/lib/user-agent';
import { PagedCard } from './pages';

export function AuditLog() {
  const audit = useInfiniteQuery(adminQueries.audit());
  const users = useInfiniteQuery(adminQueries.users(''));
  const emails = new Map((users.data ?? []).map(({ id, email }) => [id, email]));
  return (
    <PagedCard
      title="Audit log"
      description="Security events of all accounts, newest first."
      query={audit}
      empty="No events yet"
    >
      {(lines) => (
        <Table stacked label="Audit log">
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
                <Td stack="line" className="text-muted-foreground sm:whitespace-nowrap">
                  {formatDateTime(line.at)}
                </Td>
                <Td stack="title" className="font-medium" title={line.action}>
                  {eventName(line.action)}
                </Td>
                <Td stack="line" className="truncate sm:max-w-44" title={line.userId ?? undefined}>
                  {line.userId === null ? NO_VALUE : (emails.get(line.userId) ?? 'Other account')}
                </Td>
                <Td stack="line" className="text-muted-foreground" title={line.userAgent}>
                  {line.address}, {deviceName(line.userAgent)}
                </Td>
                <Td stack="line" className="text-muted-foreground sm:max-w-72" title={JSON.stringify(line.detail)}>
                  {eventDetail(line.detail)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </PagedCard>
  );
}
