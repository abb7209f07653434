import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Website } from '@/api/types';
import { AccessCard } from '@/components/edits/access-card';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { DeleteWebsiteDialog } from '@/components/websites/delete-website-dialog';
import { RenameWebsiteDialog } from '@/components/websites/rename-website-dialog';
import { useWebsiteActions } from '@/components/websites/use-website-actions';
import { WebsiteSettingsForm } from '@/components/websites/website-settings-form';
import { useWorkspaces } from '@/hooks/use-workspaces';

/** Settings of a website: defaults of the engines, access to its files, name, archiving and deletion. */
export function SettingsTab({ website }: { website: Website }) {
  const navigate = useNavigate();
  const actions = useWebsiteActions(() => navigate('/projects'));
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const close = () => setDialog(null);
  return (
    <div className="grid max-w-3xl gap-6">
      <Card>
        <CardHeader
          title="Website settings"
          description="Every engine run for this website starts from these values. A value given with a run overrides them."
        />
        <CardBody>
          <WebsiteSettingsForm website={website} />
        </CardBody>
      </Card>
      {website.simulated ? null : <AccessCard website={website} canChange={canChange} />}
      <Card>
        <CardHeader title="Name, archive and deletion" />
        <CardBody className="grid gap-5">
          <Row text={`This website is called ${website.name}.`}>
            <Button variant="outline" onClick={() => setDialog('rename')}>
              Rename website
            </Button>
          </Row>
          {website.archivedAt ? null : (
            <Row text="An archived website keeps its data and leaves your lists. You can restore it at any time.">
              <Button
                variant="outline"
                busy={actions.archive.isPending}
                needsNetwork
                onClick={() => actions.archive.mutate(website)}
              >
                Archive website
              </Button>
            </Row>
          )}
          <Row text="Deletes the website with all of its data. This cannot be undone.">
            <Button variant="destructive" needsNetwork onClick={() => setDialog('delete')}>
              Delete website
            </Button>
          </Row>
        </CardBody>
      </Card>
      {dialog === 'rename' ? <RenameWebsiteDialog website={website} open onClose={close} /> : null}
      <DeleteWebsiteDialog
        website={website}
        open={dialog === 'delete'}
        busy={actions.remove.isPending}
        onClose={close}
        onConfirm={() => actions.remove.mutate(website, { onSettled: close })}
      />
    </div>
  );
}

function Row({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-5 first:border-0 first:pt-0">
      <p className="min-w-60 flex-1 text-muted-foreground">{text}</p>
      {children}
    </div>
  );
}
