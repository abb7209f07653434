import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { scheduleQueries } from '@/api/schedules';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ScheduleForm } from './form';
import { ScheduleTable } from './schedule-table';

/** Engine runs at fixed times. */
export default function SchedulesTab() {
  const schedules = useQuery(scheduleQueries.list());
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <CardHeader
          title="New schedule"
          description="Runs an engine at fixed times under your account. Leave at least 15 minutes between two runs."
        />
        <CardBody>
          <ScheduleForm />
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title="Schedules"
          description="Schedules of this workspace. After an outage, a missed run is started once."
        />
        <div className="p-2 pt-3">
          <QueryPanel
            query={schedules}
            fallback="Failed to load the schedules."
            isEmpty={(list) => list.length === 0}
            empty={
              <EmptyPanel
                icon={CalendarClock}
                title="No schedule yet"
                text="Schedules that you create are listed here."
              />
            }
          >
            {(list) => <ScheduleTable schedules={list} />}
          </QueryPanel>
        </div>
      </Card>
    </div>
  );
}
