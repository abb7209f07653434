import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Website } from '@/api/types';
import { websiteQueries } from '@/api/websites';
import { EmptyPanel } from '@/components/states/panels';
import { QueryPanel } from '@/components/states/query-panel';
import { UpdatedStamp } from '@/components/states/updated-stamp';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Table, Td, Th } from '@/components/ui/table';
import { formatNumber } from '@/lib/format';

/** A value of a website; null, not zero, without imports. */
function held(website: Website, figure: 'queries' | 'clicks' | 'impressions'): number | null {
  return website.lastImportAt === null ? null : website[figure];
}

/** Websites with the amount of their search data. */
export function StoredData() {
  const websites = useQuery(websiteQueries.list());
  return (
    <Card>
      <CardHeader
        title="Available data"
        description="Imported search data of your websites."
        actions={
          <UpdatedStamp at={websites.dataUpdatedAt} busy={websites.isFetching} onRefresh={() => websites.refetch()} />
        }
      />
      <div className="p-2 pt-3">
        <QueryPanel
          query={websites}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyPanel
              title="No website yet"
              text="Add a website and import its search data to use the engines."
              action={
                <ButtonLink to="/projects/new" size="sm">
                  Add a website
                </ButtonLink>
              }
            />
          }
        >
          {(all) => (
            <Table label="Websites and their data">
              <thead>
                <tr>
                  <Th>Website</Th>
                  <Th numeric>Queries</Th>
                  <Th numeric>Clicks</Th>
                  <Th numeric>Impressions</Th>
                </tr>
              </thead>
              <tbody>
                {all.map((website) => (
                  <tr key={website.id}>
                    <Td>
                      <Link to={`/projects/${website.id}`} className="font-medium hover:underline">
                        {website.name}
                      </Link>
                    </Td>
                    <Td numeric>{formatNumber(held(website, 'queries'), 0)}</Td>
                    <Td numeric>{formatNumber(held(website, 'clicks'), 0)}</Td>
                    <Td numeric>{formatNumber(held(website, 'impressions'), 0)}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </QueryPanel>
      </div>
    </Card>
  );
}
