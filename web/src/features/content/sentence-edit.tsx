import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Keys } from '@/components/ui/keys';

/** Field that edits a sentence in its place. `onDone` receives null if nothing is to change. */
export function SentenceEdit({ text, onDone }: { text: string; onDone: (text: string | null) => void }) {
  const [typed, setTyped] = useState(text);
  return (
    <span className="my-1 block">
      <textarea
        aria-label="Text of the sentence"
        // biome-ignore lint/a11y/noAutofocus: the reader has just asked to edit this sentence
        autoFocus
        rows={Math.min(8, 1 + Math.ceil(typed.length / 70))}
        maxLength={2000}
        className="block w-full resize-y rounded-md border border-ring bg-background px-3 py-2 text-base leading-7 font-normal text-foreground"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            onDone(null);
          }
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            event.stopPropagation();
            onDone(typed);
          }
        }}
      />
      <span className="mt-1.5 flex flex-wrap items-center gap-2 text-[0.8125rem] font-normal text-muted-foreground">
        <Button size="sm" onClick={() => onDone(typed)}>
          Done
        </Button>
        <Button size="sm" variant="outline" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <span className="max-sm:hidden">
          <Keys keys="Enter" /> done, <Keys keys="Escape" /> cancels. An empty text removes the sentence.
        </span>
      </span>
    </span>
  );
}
