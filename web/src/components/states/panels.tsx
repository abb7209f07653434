import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, CloudOff, Inbox, Lock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText, isForbidden } from '@/api/errors';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';
import { formatDateTime } from '@/lib/format';
import { useOffline } from '@/lib/offline';
import { timeout } from '@/lib/strings';

interface PanelProps {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
  className?: string;
}

function Panel({ icon: Icon, title, text, action, role, className }: PanelProps) {
  return (
    <div
      role={role}
      className={cn('flex flex-col items-center justify-center gap-3 px-6 py-12 text-center', className)}
    >
      <span className="grid size-11 place-items-center rounded-full bg-muted text-muted-foreground">
        <Icon size={20} aria-hidden="true" />
      </span>
      <div className="max-w-md text-balance">
        <p className="font-semibold">{title}</p>
        {text ? <div className="mt-1 text-muted-foreground">{text}</div> : null}
      </div>
      {action ? <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

/** Empty state: one sentence of explanation, one action. */
export function EmptyPanel({
  title,
  text,
  action,
  icon = Inbox,
  className,
}: Omit<PanelProps, 'role' | 'icon'> & { icon?: LucideIcon }) {
  return <Panel icon={icon} title={title} text={text} action={action} className={className} />;
}

/** Error state with Retry. A 403 becomes the permission panel. `fallback` is the catalogue's text for this call. */
export function ErrorPanel({
  error,
  fallback,
  onRetry,
  className,
}: {
  error: unknown;
  fallback?: string;
  onRetry?: () => void;
  className?: string;
}) {
  if (isForbidden(error)) return <PermissionPanel className={className} />;
  const detail = errorText(error, fallback);
  const title = fallback ?? detail;
  return (
    <Panel
      icon={CircleAlert}
      role="alert"
      title={title}
      text={detail === title ? undefined : detail}
      className={className}
      action={
        onRetry ? (
          <Button variant="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        ) : null
      }
    />
  );
}

/** Line above data that could not be refreshed: the reason, the age of the data, and a retry. It replaces nothing. */
export function StaleNote({
  query: { error, dataUpdatedAt, refetch },
  fallback,
}: {
  query: Pick<UseQueryResult, 'error' | 'dataUpdatedAt' | 'refetch'>;
  fallback: string;
}) {
  if (isForbidden(error)) return <PermissionPanel />;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warning-soft px-5 py-2 text-[0.8125rem]"
    >
      <p className="min-w-0 flex-1 text-pretty" title={errorText(error, fallback)}>
        {fallback.replace(/\.$/, '')}. The data are from {formatDateTime(new Date(dataUpdatedAt).toISOString())}.
      </p>
      <Button variant="outline" size="sm" onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
}

export function PermissionPanel({ className }: { className?: string }) {
  return (
    <Panel
      icon={Lock}
      title="You do not have access"
      text="Ask an owner of this workspace or the operator of this installation for access."
      className={className}
    />
  );
}

/** Banner over data that may be outdated, because the server is unreachable. */
export function OfflineBanner() {
  const since = useOffline((state) => state.cachedAt);
  return (
    <div role="status" className="flex items-center gap-2.5 rounded-md bg-warning-soft px-3.5 py-2.5 text-[0.8125rem]">
      <CloudOff size={16} aria-hidden="true" className="shrink-0 text-warning" />
      <p>
        Offline{since ? ` - showing data from ${formatDateTime(since)}` : ' - the server cannot be reached'}. Changes
        cannot be saved until the connection is back.
      </p>
    </div>
  );
}

/** Note over the page while data takes long to load. It moves nothing. */
export function SlowNote() {
  const isSlow = useOffline(({ slowCalls, cutOff }) => slowCalls > 0 && !cutOff);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center">
      {isSlow ? (
        <p className="rounded-md border border-border bg-popover px-4 py-2.5 text-[0.8125rem] shadow-pop">
          {timeout.slow}
        </p>
      ) : null}
    </div>
  );
}

/** Skeleton rows of a loading list or table. */
export function LoadingRows({ rows = 5, className }: { rows?: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading" className={cn('grid gap-3 p-5', className)}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  );
}
