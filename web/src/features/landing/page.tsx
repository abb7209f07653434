import { PublicFrame } from '@/components/ui/public-frame';
import { useTitle } from '@/hooks/use-title';
import { PRODUCT_NAME } from '@/lib/strings';
import { CallToAction } from './call-to-action';
import { Capabilities } from './capabilities';
import { Hero } from './hero';
import { Method } from './method';
import { RevenueStreams } from './revenue-streams';

export function LandingPage() {
  useTitle(PRODUCT_NAME);
  return (
    <PublicFrame>
      <Hero />
      <Method />
      <Capabilities />
      <RevenueStreams />
      <CallToAction />
    </PublicFrame>
  );
}
