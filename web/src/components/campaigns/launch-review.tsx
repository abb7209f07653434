import { useMutation, useQuery } from '@tanstack/react-query';
import type { Campaign } from '@/api/campaigns';
import { marketQueries } from '@/api/market-data';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { CampaignFacts } from './campaign-facts';
import { useLaunch } from './launch';

/** Shows what a campaign will do, before it is launched or resumed. */
export function LaunchReview({
  campaign,
  step,
  open,
  busy,
  onClose,
  onResume,
}: {
  campaign: Campaign;
  step: 'launch' | 'resume';
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onResume: () => void;
}) {
  const launch = useMutation({ mutationFn: useLaunch(), onSettled: onClose });
  const verb = step === 'launch' ? 'Launch' : 'Resume';
  const confirm = () => {
    if (step === 'resume') return onResume();
    launch.mutate(campaign);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${verb} ${campaign.name}?`}
      description="Each day it starts sites by these rules. Every site waits for your approval before it is public."
      className="w-[min(38rem,calc(100vw-2rem))]"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button needsNetwork busy={busy || launch.isPending} onClick={confirm}>
            {verb} campaign
          </Button>
        </>
      }
    >
      {open ? <Facts campaign={campaign} /> : null}
    </Dialog>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const { data = [] } = useQuery(marketQueries.verticals());
  return <CampaignFacts plan={campaign} verticals={data} />;
}
