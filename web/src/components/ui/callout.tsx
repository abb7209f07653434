import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

const TONES = {
  info: { icon: Info, style: 'bg-info-soft', mark: 'text-info' },
  success: { icon: CircleCheck, style: 'bg-success-soft', mark: 'text-success' },
  warning: { icon: TriangleAlert, style: 'bg-warning-soft', mark: 'text-warning' },
  danger: { icon: CircleAlert, style: 'bg-destructive-soft', mark: 'text-destructive' },
} as const;

/** A message in the page. Errors are announced at once (`role="alert"`). */
export function Callout({
  tone = 'info',
  title,
  children,
  action,
  className,
}: {
  tone?: keyof typeof TONES;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  const { icon: Icon, style, mark } = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={cn(
        'flex items-start gap-3 rounded-md max-sm:flex-wrap px-3.5 py-3 text-[0.8125rem]',
        style,
        className,
      )}
    >
      <Icon size={16} aria-hidden="true" className={cn('mt-0.5 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
      {action ? <div className="shrink-0 max-sm:w-full max-sm:pl-7">{action}</div> : null}
    </div>
  );
}
