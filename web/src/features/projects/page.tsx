import { useQuery } from '@tanstack/react-query';
import { FolderPlus, Plus } from 'lucide-react';
import { websiteQueries } from '@/api/websites';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { navigation } from '@/lib/strings';
import { ArchiveCard } from './archive-card';
import { WebsiteCard } from './website-card';

/** Websites of the workspace, each with its search data. */
export default function ProjectsPage() {
  const websites = useQuery(websiteQueries.list());
  return (
    <>
      <PageHeader
        title={navigation.projects}
        description="Your websites and their search data."
        actions={
          <>
            <UpdatedStamp at={websites.dataUpdatedAt} busy={websites.isFetching} onRefresh={() => websites.refetch()} />
            <ButtonLink to="/projects/new">
              <Plus size={16} aria-hidden="true" />
              {navigation.newProject}
            </ButtonLink>
          </>
        }
      />
      <QueryPanel
        query={websites}
        fallback="Failed to load the projects."
        loading={<Placeholders />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Card>
            <EmptyPanel
              icon={FolderPlus}
              title="No website yet"
              text="Add your website and import its Search Console export, or use the sample data."
              action={<ButtonLink to="/projects/new">Add a website</ButtonLink>}
            />
          </Card>
        }
      >
        {(all) => (
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {all.map((website) => (
              <li key={website.id}>
                <WebsiteCard website={website} />
              </li>
            ))}
          </ul>
        )}
      </QueryPanel>
      <ArchiveCard />
    </>
  );
}

function Placeholders() {
  return (
    <div role="status" aria-label="Loading" className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} className="h-44 rounded-lg" />
      ))}
    </div>
  );
}
