import { useEffect, useRef } from 'react';
import { PermissionPanel } from '@/components/states/panels';
import { Card } from '@/components/ui/card';
import { Segmented } from '@/components/ui/segmented';
import { useAuth } from '@/hooks/use-auth';
import { useUrlState } from '@/hooks/use-url-state';
import { Acting } from './acting';
import { AuditLog } from './audit-log';
import { Messages } from './messages';
import { Monitoring } from './monitoring';
import { Outbox } from './outbox';
import { Prices } from './prices';
import { Users } from './users';

const DEFAULTS = { section: 'monitoring' };
const SECTIONS = [
  { value: 'monitoring', label: 'Monitoring', panel: Monitoring },
  { value: 'users', label: 'Users', panel: Users },
  { value: 'audit', label: 'Audit log', panel: AuditLog },
  { value: 'messages', label: 'Messages', panel: Messages },
  { value: 'outbox', label: 'Outbox', panel: Outbox },
  { value: 'acting', label: 'Execution', panel: Acting },
  { value: 'prices', label: 'Prices', panel: Prices },
] as const;

/** System tab for administrators. Its queries are sent for administrators only. */
export default function SystemTab() {
  const { user } = useAuth();
  if (user?.role !== 'admin') {
    return (
      <Card>
        <PermissionPanel />
      </Card>
    );
  }
  return <Sections />;
}

function Sections() {
  const [{ section }, change] = useUrlState(DEFAULTS);
  const current = SECTIONS.find(({ value }) => value === section) ?? SECTIONS[0];
  const Panel = current.panel;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the chosen section may be outside the part in view.
    box.current
      ?.querySelector('input:checked')
      ?.parentElement?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div ref={box} className="grid grid-cols-1 gap-6">
      <Segmented
        label="Section"
        value={current.value}
        options={SECTIONS}
        onChange={(value) => change({ section: value }, { replace: false })}
        className="max-w-full min-w-0 justify-self-start overflow-x-auto whitespace-nowrap"
      />
      <Panel />
    </div>
  );
}
