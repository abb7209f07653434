import { SearchX } from 'lucide-react';
import { useLocation } from 'react-router';
import { ButtonLink } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyPanel } from './panels';

/** The page of an unknown address. */
export function NotFound() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyPanel
        icon={SearchX}
        title={`There is nothing at ${pathname}`}
        text="Check the address for typing errors, or go to the home page."
        action={<ButtonLink to="/">Home</ButtonLink>}
      />
    </>
  );
}
