import type { ReactNode } from 'react';
import { Brand } from '@/components/ui/brand';
import { Button } from '@/components/ui/button';
import { useSignOut } from '@/hooks/use-sign-out';
import { cn } from '@/lib/cn';
import { navigation } from '@/lib/strings';
import { STEPS, type StepName } from './steps';

/** Frame of the onboarding: logo, current step, ways to skip. */
export function OnboardingFrame({
  step,
  skipping,
  onSkip,
  children,
}: {
  step: StepName;
  skipping: boolean;
  onSkip: () => void;
  children: ReactNode;
}) {
  const leave = useSignOut();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-16 w-full max-w-4xl items-center justify-between gap-4 px-4 sm:px-6">
        <Brand />
        <div className="flex items-center gap-1">
          {step === 'done' ? null : (
            <Button variant="ghost" size="sm" busy={skipping} onClick={onSkip}>
              Skip for now
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={leave}>
            {navigation.logOut}
          </Button>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-2xl flex-1 px-4 py-8 sm:px-6 sm:py-12">
        <Steps current={step} />
        <div className="mt-10">{children}</div>
      </main>
    </div>
  );
}

function Steps({ current }: { current: StepName }) {
  const at = STEPS.findIndex(({ name }) => name === current);
  return (
    <ol aria-label="Steps" className="grid grid-cols-4 gap-2">
      {STEPS.map(({ name, label }, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined} className="grid gap-2 text-[0.8125rem]">
          <span aria-hidden="true" className={cn('h-1 rounded-full', index <= at ? 'bg-primary' : 'bg-muted')} />
          <span className={index === at ? 'font-medium' : 'text-muted-foreground'}>
            {label}
            <span className="sr-only">{index < at ? ' (done)' : ''}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
