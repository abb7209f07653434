import { useQuery } from '@tanstack/react-query';
import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import { type DeployTarget, targetQueries } from '@/api/deploy-targets';
import { DominatorNav } from '@/components/sites/dominator-nav';
import { LoadingRows } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useShortcut } from '@/hooks/use-shortcut';
import { useWorkspaces } from '@/hooks/use-workspaces';
import { TargetCard } from './target-card';
import { TargetDialog } from './target-dialog';

/** Where the files of sites go: the built-in hosting, and targets of your own. */
export default function TargetsPage() {
  const query = useQuery(targetQueries.list());
  const [edited, setEdited] = useState<DeployTarget | 'new' | null>(null);
  const canChange = useWorkspaces().current?.role !== 'viewer';
  const add = () => canChange && setEdited('new');
  useShortcut({ id: 'add-target', keys: 'a', label: 'Add a target', group: 'On this page', run: add });
  return (
    <>
      <DominatorNav />
      <PageHeader
        title="Deploy targets"
        description="Where the files of your sites go. Each site has one target, which you choose when you deploy it."
        actions={
          canChange ? (
            <Button onClick={add}>
              <Plus size={15} aria-hidden="true" />
              Add target
            </Button>
          ) : null
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <HostingCard domain={query.data?.sitesDomain} />
        <QueryPanel
          query={query}
          fallback="Failed to load the targets."
          loading={<LoadingRows rows={3} />}
          isEmpty={({ targets }) => targets.length === 0}
          empty={<NoTargets onAdd={canChange ? add : undefined} />}
        >
          {({ targets }) => (
            <div className="grid gap-4">
              {targets.map((target) => (
                <TargetCard key={target.id} target={target} canChange={canChange} onEdit={() => setEdited(target)} />
              ))}
            </div>
          )}
        </QueryPanel>
      </div>
      <TargetDialog target={edited} onClose={() => setEdited(null)} />
    </>
  );
}

function HostingCard({ domain }: { domain: string | undefined }) {
  return (
    <Card aria-label="Built-in hosting" className="pb-5">
      <CardHeader
        title="Built-in hosting"
        description={`This server serves each site under a name of its own${domain ? ` below ${domain}` : ''}. It needs no setup; domains are set in the settings of a site.`}
        actions={
          <Badge tone="success" dot>
            Ready
          </Badge>
        }
      />
    </Card>
  );
}

function NoTargets({ onAdd }: { onAdd?: () => void }) {
  return (
    <Card className="flex gap-4 border-dashed p-5">
      <Server size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-muted-foreground" />
      <div>
        <p className="font-medium">No target of your own</p>
        <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">
          Add S3-compatible storage, Netlify, Cloudflare Pages, an SFTP server or a folder to host sites elsewhere.
        </p>
        {onAdd ? (
          <Button variant="outline" size="sm" className="mt-3" onClick={onAdd}>
            Choose a kind
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
