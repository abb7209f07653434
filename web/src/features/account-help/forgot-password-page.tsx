import { PageHeader } from '@/components/ui/page-header';

export default function Page() {
  return <PageHeader title="forgot-password" />;
}
