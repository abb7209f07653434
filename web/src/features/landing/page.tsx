import { PageHeader } from '@/components/ui/page-header';

export function LandingPage() {
  return <PageHeader title="Motherlode" />;
}
