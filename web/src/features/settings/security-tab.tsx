import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useSignOut } from '@/hooks/use-sign-out';
import { navigation } from '@/lib/strings';

export function SecurityTab() {
  const signOut = useSignOut();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
  };
  return (
    <Card>
      <CardHeader
        title="This session"
        description="Signing out ends the session on the server and removes your data from this browser, in all its tabs."
      />
      <CardBody>
        <Button variant="outline" busy={busy} onClick={leave}>
          {navigation.logOut}
        </Button>
      </CardBody>
    </Card>
  );
}
