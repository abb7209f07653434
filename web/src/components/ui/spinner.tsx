import { cn } from '@/lib/cn';
import { SPINNER_PX } from '@/lib/constants';

/** Spinner. Give `label` if no other text on the screen describes the activity. */
export function Spinner({
  size = 'sm',
  label,
  className,
}: {
  size?: keyof typeof SPINNER_PX;
  label?: string;
  className?: string;
}) {
  const px = SPINNER_PX[size];
  return (
    <span role={label ? 'status' : undefined} className={cn('inline-flex', className)}>
      <svg
        width={px}
        height={px}
        viewBox="0 0 24 24"
        fill="none"
        className="animate-spin"
        aria-hidden="true"
        focusable="false"
      >
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.2" strokeWidth="2.5" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
