import { cn } from '@/lib/cn';
import type { Path, Sentence } from './draft';
import { idOf } from './use-sentences';

/** The text of a sentence, which takes the focus. Only the current one is a stop of the Tab key; J and K reach the others. */
export function SentenceSpan({
  path,
  sentence,
  isBold,
  isUncited,
  isShown,
  isCurrent,
  onFocus,
  onHover,
  onEdit,
}: {
  path: Path;
  sentence: Sentence;
  isBold: boolean;
  isUncited: boolean;
  isShown: boolean;
  isCurrent: boolean;
  onFocus: () => void;
  onHover: (over: boolean) => void;
  /** Null for readers who cannot change the text. */
  onEdit: (() => void) | null;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button does not wrap like text
    <span
      id={idOf(path)}
      role="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-expanded={isShown}
      title={isUncited && !isShown ? 'No fact supports this sentence' : undefined}
      className={cn(
        'cursor-text rounded-sm decoration-2 underline-offset-4 outline-offset-2 transition-colors hover:bg-brand-soft',
        isShown && 'bg-brand-soft',
        isBold && 'font-semibold',
        isUncited && 'underline decoration-warning decoration-dotted',
      )}
      onFocus={onFocus}
      onClick={onFocus}
      onDoubleClick={onEdit ?? undefined}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !onEdit) return;
        event.preventDefault();
        onEdit();
      }}
    >
      {sentence.text}
    </span>
  );
}
