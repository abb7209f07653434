import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '@/api/account';
import { eventName } from '@/components/audit/audit-words';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import { deviceName } from '@/lib/user-agent';

/** Recent security events of the account. */
export function ActivityCard() {
  const audit = useQuery(accountQueries.audit());
  return (
    <Card>
      <CardHeader title="Recent activity" description="If you do not recognize an event, change your password." />
      <CardBody className="pt-2">
        <QueryPanel
          query={audit}
          fallback="Failed to load the activity."
          isEmpty={(lines) => lines.length === 0}
          empty={<EmptyPanel title="No activity yet" text="Sign-ins and account changes appear here." />}
        >
          {(lines) => (
            <ul className="divide-y divide-border">
              {lines.map((line) => (
                <li key={line.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
                  <span className="font-medium">{eventName(line.action)}</span>
                  <span className="text-[0.8125rem] text-muted-foreground">
                    {deviceName(line.userAgent)}, {line.address}, <RelativeTime at={line.at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryPanel>
      </CardBody>
    </Card>
  );
}
