import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { CopyButton } from '@/components/ui/copy-button';

/** A new key or signing secret, which the server shows only once. */
export function NewSecret({
  title,
  secret,
  onDone,
  children,
}: {
  title: string;
  secret: string;
  onDone: () => void;
  /** How to use it. */
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-4">
      <Callout tone="warning" title={title}>
        <p>It is shown only once.</p>
      </Callout>
      <code className="rounded-md bg-muted px-3 py-2 font-mono text-[0.8125rem] break-all select-all">{secret}</code>
      {children}
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} />
        <Button size="sm" onClick={onDone}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
