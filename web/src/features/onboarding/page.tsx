import { useSearchParams } from 'react-router';
import { PageLoader } from '@/components/states/page-loader';
import { useUrlState } from '@/hooks/use-url-state';
import { DoneStep } from './done-step';
import { EngineStep } from './engine-step';
import { ImportStep } from './import-step';
import { OnboardingFrame } from './onboarding-frame';
import { STEPS, type StepName } from './steps';
import { useComplete } from './use-complete';
import { useResume } from './use-resume';
import { WelcomeStep } from './welcome-step';

/** State in the URL; without a step, the server's state determines where to continue. */
const DEFAULTS = { step: 'welcome', websiteId: '', runId: '', crawlId: '' };

/** Four short steps from an empty account to a first result. Each can be skipped. */
export default function OnboardingPage() {
  const [params] = useSearchParams();
  const [address, change] = useUrlState(DEFAULTS);
  const resume = useResume(!params.has('step'));
  const complete = useComplete();
  if (resume === null) return <PageLoader />;
  const state = params.has('step') ? address : resume;
  const step: StepName = STEPS.find(({ name }) => name === state.step)?.name ?? 'welcome';
  const go = (to: StepName, more: { websiteId?: string; runId?: string; crawlId?: string } = {}) => {
    change({ step: to, ...more }, { replace: false });
    window.scrollTo(0, 0);
  };

  return (
    <OnboardingFrame step={step} skipping={complete.isPending} onSkip={() => complete.mutate(null)}>
      {step === 'welcome' ? (
        <WelcomeStep onWebsite={(website) => go('import', { websiteId: website.id })} onContinue={() => go('import')} />
      ) : null}
      {step === 'import' ? (
        <ImportStep
          websiteId={state.websiteId}
          busy={complete.isPending}
          onImported={(websiteId) => change({ websiteId })}
          onConnect={() => complete.mutate('/settings?tab=connections')}
          onCrawl={(crawlId) => go('done', { crawlId })}
          onContinue={(websiteId) => go('engine', { websiteId })}
        />
      ) : null}
      {step === 'engine' ? (
        <EngineStep
          websiteId={state.websiteId}
          runId={state.runId}
          onStarted={(runId) => change({ runId })}
          onContinue={() => go('done')}
          onBack={() => go('import')}
        />
      ) : null}
      {step === 'done' ? (
        <DoneStep
          websiteId={state.websiteId}
          crawlId={state.crawlId}
          busy={complete.isPending}
          onFinish={(to) => complete.mutate(to)}
        />
      ) : null}
    </OnboardingFrame>
  );
}
