import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Switch } from '@/components/ui/switch';
import { usePreferences } from '@/hooks/use-preferences';
import { isQuiet, NOTIFICATION_KINDS, QUIET } from '@/lib/live/quiet';

export default function NotificationsTab() {
  const [preferences, change] = usePreferences(QUIET);
  return (
    <Card>
      <CardHeader
        title="Notifications"
        description="Choose which notifications pop up. All of them appear in the notification list. Saved in your account."
      />
      <CardBody className="grid gap-5">
        {NOTIFICATION_KINDS.map(({ type, title, hint }) => (
          <Switch
            key={type}
            label={title}
            hint={hint}
            checked={!isQuiet(preferences, type)}
            // Shown is the default.
            onChange={(isShown) => change({ [type]: isShown ? null : true })}
          />
        ))}
      </CardBody>
    </Card>
  );
}
