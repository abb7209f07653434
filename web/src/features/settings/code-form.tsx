import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';

/** Field for a code, and the button that submits it. */
export function CodeForm({
  label,
  action,
  busy,
  error,
  onSubmit,
}: {
  label: string;
  action: string;
  busy: boolean;
  error: string | null;
  onSubmit: (code: string) => void;
}) {
  const [code, setCode] = useState('');
  return (
    <form
      className="grid max-w-xs gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code.replaceAll(/\s/g, ''));
      }}
    >
      <Field label={label} error={error}>
        {(control) => (
          <Input
            {...control}
            autoComplete="one-time-code"
            required
            className="font-mono tracking-widest"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button needsNetwork type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
