import { type LucideIcon, Pause, Play, Rocket, Square } from 'lucide-react';
import { useState } from 'react';
import type { Campaign } from '@/api/campaigns';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LaunchReview } from './launch-review';
import { useCampaignAction } from './use-campaign-action';

/** What a person can do with a campaign: launch, pause, resume, stop. In a list, none of them is the page's main action. */
export function CampaignButtons({ campaign, isMain = false }: { campaign: Campaign; isMain?: boolean }) {
  const [asked, setAsked] = useState<'launch' | 'resume' | 'stop' | null>(null);
  const action = useCampaignAction(campaign);
  const { name, status } = campaign;
  const close = () => setAsked(null);
  const busy = (step: string) => action.isPending && action.variables === step;
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'draft' ? (
        <StepButton verb="Launch" name={name} icon={Rocket} isMain={isMain} onClick={() => setAsked('launch')} />
      ) : null}
      {status === 'active' ? (
        <StepButton verb="Pause" name={name} icon={Pause} busy={busy('pause')} onClick={() => action.mutate('pause')} />
      ) : null}
      {status === 'paused' ? (
        <StepButton
          verb="Resume"
          name={name}
          icon={Play}
          isMain={isMain}
          busy={busy('resume')}
          onClick={() => setAsked('resume')}
        />
      ) : null}
      {status === 'active' || status === 'paused' ? (
        <StepButton verb="Stop" name={name} icon={Square} busy={busy('stop')} onClick={() => setAsked('stop')} />
      ) : null}
      <LaunchReview
        campaign={campaign}
        step={asked === 'resume' ? 'resume' : 'launch'}
        open={asked === 'launch' || asked === 'resume'}
        busy={action.isPending}
        onClose={close}
        onResume={() => action.mutate('resume', { onSettled: close })}
      />
      <ConfirmDialog
        open={asked === 'stop'}
        onClose={close}
        onConfirm={() => action.mutate('stop', { onSettled: close })}
        busy={action.isPending}
        title={`Stop ${name} for good?`}
        text="It starts no more sites and cannot be resumed. Sites that were started stay, and live sites stay live."
        action="Stop campaign"
      />
    </div>
  );
}

function StepButton({
  verb,
  name,
  icon: Icon,
  isMain = false,
  busy = false,
  onClick,
}: {
  verb: string;
  /** Name of the campaign. */
  name: string;
  icon: LucideIcon;
  isMain?: boolean;
  busy?: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="sm"
      variant={isMain ? 'primary' : 'outline'}
      needsNetwork
      busy={busy}
      aria-label={`${verb} ${name}`}
      onClick={onClick}
    >
      <Icon size={14} aria-hidden="true" />
      {verb}
    </Button>
  );
}
