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
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <Td stack="line" className="text-muted-foreground sm:whitespace-nowrap">
                  {formatDateTime(line.at)}
                </Td>
                <Td stack="title" title={line.action}>
                  <span className="font-medium">{eventName(line.action)}</span>
                  <span
                    className="block text-xs font-normal wrap-anywhere text-muted-foreground"
                    title={JSON.stringify(line.detail)}
                  >
                    {eventDetail(line.detail)}
                  </span>
                </Td>
                <Td stack="line" title={line.userId ?? undefined}>
                  <span className="wrap-anywhere">
                    {line.userId === null ? NO_VALUE : (emails.get(line.userId) ?? 'Other account')}
                  </span>
                  <span className="block text-xs text-muted-foreground" title={line.userAgent}>
                    {line.address}, {deviceName(line.userAgent)}
                  </span>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </PagedCard>
  );
}
