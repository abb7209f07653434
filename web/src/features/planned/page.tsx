import { useLocation } from 'react-router';
import { NotFound } from '@/components/states/not-found';
import { ButtonLink } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { plannedScreen } from './planned-screens';
import { StoredData } from './stored-data';

/** A path without its own screen yet: its purpose, and related parts of the product. */
export default function PlannedPage() {
  const { pathname } = useLocation();
  const screen = plannedScreen(pathname);
  if (!screen) return <NotFound />;
  return (
    <>
      <PageHeader title={screen.title} description={screen.purpose} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <CardHeader title="Planned data sources" />
          <CardBody>
            <p>{screen.filledBy}</p>
            <p className="mt-3 text-muted-foreground">
              This page is not available yet. Use the keyword finder for the same data.
            </p>
            <div className="mt-5 flex flex-wrap gap-3">
              <ButtonLink to="/keyword-finder">Open the keyword finder</ButtonLink>
              <ButtonLink to="/dashboard" variant="outline">
                See all engines
              </ButtonLink>
            </div>
          </CardBody>
        </Card>
        <StoredData />
      </div>
    </>
  );
}
