import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useOnline } from '@/hooks/use-online';
import { cn } from '@/lib/cn';
import { OFFLINE_REASON } from '@/lib/strings';
import { Spinner } from './spinner';

export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'bg-primary text-primary-foreground hover:bg-[color-mix(in_oklab,var(--primary)_88%,var(--foreground))]',
        secondary:
          'bg-secondary text-secondary-foreground hover:bg-[color-mix(in_oklab,var(--secondary)_85%,var(--foreground))]',
        outline: 'border border-border bg-transparent text-foreground hover:bg-accent',
        ghost: 'text-foreground hover:bg-accent',
        destructive: 'bg-destructive text-destructive-foreground hover:opacity-90',
        link: 'text-brand underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-8 px-3 text-[0.8125rem]',
        md: 'h-10 px-4 text-sm',
        lg: 'h-12 px-6 text-[0.9375rem]',
        icon: 'size-10',
        'icon-sm': 'size-8',
        inline: 'h-auto p-0',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

type Style = VariantProps<typeof buttonStyle>;

/**
 * A button. `busy` shows a spinner and ignores clicks while the text describes the action; `needsNetwork` disables it,
 * with the reason, while the browser is offline.
 */
export function Button({
  variant,
  size,
  busy = false,
  className,
  children,
  disabled,
  needsNetwork = false,
  title,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Style & { busy?: boolean; needsNetwork?: boolean }) {
  const isCutOff = !useOnline() && needsNetwork;
  return (
    <button
      type={type}
      className={cn(buttonStyle({ variant, size }), className)}
      disabled={disabled || busy || isCutOff}
      title={isCutOff ? OFFLINE_REASON : title}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

/** A link of this application that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Style) {
  return <Link data-button="" className={cn(buttonStyle({ variant, size }), className)} {...rest} />;
}
