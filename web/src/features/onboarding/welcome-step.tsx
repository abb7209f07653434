import type { Website } from '@/api/types';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { AddWebsiteForm } from '@/components/websites/add-website-form';
import { useAuth } from '@/hooks/use-auth';

export function WelcomeStep({
  onWebsite,
  onContinue,
}: {
  onWebsite: (website: Website) => void;
  onContinue: () => void;
}) {
  const { user } = useAuth();
  const name = user?.firstName?.trim();
  return (
    <>
      <PageHeader
        title={name ? `Welcome, ${name}` : 'Welcome'}
        description="Which website should do better in search? In a few minutes you see what it should do first."
      />
      <AddWebsiteForm submitLabel="Continue" onAdded={onWebsite} />
      <p className="mt-8 text-muted-foreground">
        No website of your own yet?{' '}
        <Button variant="link" size="inline" onClick={onContinue}>
          Go on without one
        </Button>{' '}
        and look around with sample data.
      </p>
    </>
  );
}
