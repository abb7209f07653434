import { Check, Circle } from 'lucide-react';
import { cn } from '@/lib/cn';
import { PASSWORD_MIN_LENGTH } from '@/lib/constants';
import { passwordStrength } from '@/lib/password';

const BARS = ['weak', 'fair', 'good', 'strong'] as const;
const COLOURS = ['', 'bg-destructive', 'bg-warning', 'bg-success', 'bg-success'];

/** Password rules with their state, and a rough strength. */
export function PasswordRules({ password, confirm }: { password: string; confirm: string }) {
  const { score, label } = passwordStrength(password);
  return (
    <div className="grid gap-2.5 text-[0.8125rem]">
      <div className="flex items-center gap-3">
        <div aria-hidden="true" className="grid flex-1 grid-cols-4 gap-1">
          {BARS.map((bar, index) => (
            <span key={bar} className={cn('h-1 rounded-full', index < score ? COLOURS[score] : 'bg-muted')} />
          ))}
        </div>
        <p aria-live="polite" className="w-14 text-right text-muted-foreground">
          <span className="sr-only">Password strength: </span>
          {label}
          {label ? null : <span className="sr-only">none yet</span>}
        </p>
      </div>
      <ul className="grid gap-1.5">
        <Rule met={password.length >= PASSWORD_MIN_LENGTH} text={`At least ${PASSWORD_MIN_LENGTH} characters`} />
        <Rule met={password !== '' && password === confirm} text="Both passwords match" />
      </ul>
    </div>
  );
}

function Rule({ met, text }: { met: boolean; text: string }) {
  const Icon = met ? Check : Circle;
  return (
    <li className={cn('flex items-center gap-2', met ? 'text-success' : 'text-muted-foreground')}>
      <Icon size={14} aria-hidden="true" />
      {text}
      <span className="sr-only">{met ? ' (met)' : ' (not met yet)'}</span>
    </li>
  );
}
