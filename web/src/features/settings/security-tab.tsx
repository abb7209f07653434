import { Callout } from '@/components/ui/callout';
import { useAuth } from '@/hooks/use-auth';
import { failures } from '@/lib/strings';
import { ActivityCard } from './activity-card';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';
import { TwoFactorCard } from './two-factor-card';

export default function SecurityTab() {
  const { user } = useAuth();
  if (!user) return <Callout tone="danger" title={failures.notAuthenticated} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PasswordCard />
      <TwoFactorCard />
      <SessionsCard />
      <ActivityCard />
    </div>
  );
}
