import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CodeField, sentCode } from './factor-fields';

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
        onSubmit(sentCode(code));
      }}
    >
      <CodeField label={label} value={code} error={error} onChange={setCode} />
      <div>
        <Button needsNetwork type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
