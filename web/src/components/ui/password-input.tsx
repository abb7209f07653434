import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from '@/lib/cn';
import { Input } from './field';

/** Password field with a show/hide button and a caps-lock hint. `name` names the field in the button's label. */
export function PasswordInput({
  className,
  revealLabel = 'password',
  ...rest
}: ComponentProps<'input'> & { revealLabel?: string }) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className="grid gap-1.5">
      <div className="relative">
        <Input
          {...rest}
          type={visible ? 'text' : 'password'}
          className={cn('pr-11', className)}
          onKeyUp={(event) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-muted-foreground hover:text-foreground"
          aria-label={`${visible ? 'Hide' : 'Show'} ${revealLabel}`}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      </div>
      {capsLock ? <p className="text-[0.8125rem] text-warning">Caps Lock is on</p> : null}
    </div>
  );
}
