import { cn } from '@/lib/cn';
import { PRODUCT_NAME } from '@/lib/strings';

/** The logo: two peaks, and the lode under them. */
export function BrandMark({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <rect x="0.5" y="0.5" width="31" height="31" rx="8" className="fill-card stroke-border" />
      <path
        d="M6.5 22.5 11.7 9.5 16 17.8 20.3 9.5 25.5 22.5"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="23" r="2.3" className="fill-primary" />
    </svg>
  );
}

/** Logo and name of the product. */
export function Brand({ className, nameClassName }: { className?: string; nameClassName?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5 text-[0.9375rem] font-semibold tracking-tight', className)}>
      <BrandMark />
      <span className={nameClassName}>{PRODUCT_NAME}</span>
    </span>
  );
}
