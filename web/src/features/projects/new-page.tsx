import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Website } from '@/api/types';
import { ImportPanel } from '@/components/imports/import-flow';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { AddWebsiteForm } from '@/components/websites/add-website-form';
import { navigation } from '@/lib/strings';

/** New project: first the website, then its search data. */
export default function NewProjectPage() {
  const [website, setWebsite] = useState<Website | null>(null);
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={navigation.newProject} description="A project is a website with its search data." />
      {website ? (
        <Card>
          <CardHeader
            title={`Search data of ${website.host}`}
            description="The engines need it. You can also do this later."
            actions={
              <ButtonLink variant="ghost" size="sm" to={`/projects/${website.id}`}>
                Later
              </ButtonLink>
            }
          />
          <CardBody>
            <ImportPanel websiteId={website.id} offerSample={false} />
          </CardBody>
        </Card>
      ) : (
        <div className="grid gap-6">
          <Card>
            <CardHeader title="Add a website" />
            <CardBody>
              <AddWebsiteForm onAdded={setWebsite} />
            </CardBody>
          </Card>
          <Card>
            <CardHeader
              title="Or start from a file"
              description="An export contains its website address, so you do not need to add the website first."
            />
            <CardBody>
              <ImportPanel onImported={(record) => record.websiteId && navigate(`/projects/${record.websiteId}`)} />
            </CardBody>
          </Card>
        </div>
      )}
      {website ? (
        <p className="mt-4">
          <Button variant="link" size="inline" onClick={() => setWebsite(null)}>
            Add another website
          </Button>
        </p>
      ) : null}
    </div>
  );
}
