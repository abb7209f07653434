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
        description="Enter the website that you want to improve. The first results take a few minutes."
      />
      <AddWebsiteForm submitLabel="Continue" onAdded={onWebsite} />
      <p className="mt-8 text-muted-foreground">
        No website yet?{' '}
        <Button variant="link" size="inline" onClick={onContinue}>
          Continue without one
        </Button>{' '}
        and use sample data.
      </p>
    </>
  );
}
