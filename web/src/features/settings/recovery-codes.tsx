import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { CopyButton } from '@/components/ui/copy-button';
import { saveFile } from '@/lib/save-file';

/** Recovery codes for signing in without the phone. They are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <div className="grid gap-4">
      <Callout tone="warning" title="Save these recovery codes">
        <p>Each code signs you in once if you lose your phone. They are shown only once.</p>
      </Callout>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-2 font-mono text-[0.8125rem] sm:grid-cols-3">
        {codes.map((code) => (
          <li key={code} className="rounded-md bg-muted px-3 py-2 select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'motherlode-recovery-codes.txt')}
        >
          Save as a file
        </Button>
        <Button size="sm" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
