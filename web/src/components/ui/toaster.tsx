import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { cn } from '@/lib/cn';
import { TOAST_HOTKEY, TOAST_SWIPE_PX } from '@/lib/constants';
import { dismissToast, useToasts } from '@/lib/toast';

/** Shows the newest toast. F8 moves the focus to it; a swipe to the right closes it. */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <Primitive.Provider swipeDirection="right" swipeThreshold={TOAST_SWIPE_PX} label="Notification">
      {toasts.map((toast) => (
        <Primitive.Root
          key={toast.id}
          open={toast.open}
          duration={toast.durationMs}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          className={cn(
            'flex items-start gap-3 rounded-lg border bg-popover p-4 text-popover-foreground shadow-pop data-[state=open]:animate-in data-[state=open]:slide-in-from-bottom-2 data-[state=open]:fade-in-0',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            toast.variant === 'destructive' ? 'border-destructive' : 'border-border',
          )}
        >
          <span
            aria-hidden="true"
            className={cn(
              'mt-1.5 size-2 shrink-0 rounded-full',
              toast.variant === 'destructive' ? 'bg-destructive' : 'bg-primary',
            )}
          />
          <div className="min-w-0 flex-1">
            <Primitive.Title className="font-semibold">{toast.title}</Primitive.Title>
            {toast.description ? (
              <Primitive.Description className="mt-0.5 text-[0.8125rem] break-words text-muted-foreground">
                {toast.description}
              </Primitive.Description>
            ) : null}
          </div>
          {toast.action ? (
            <Primitive.Action
              altText={toast.action.altText}
              onClick={toast.action.onAction}
              className="h-8 shrink-0 rounded-md border border-border px-3 text-[0.8125rem] font-medium hover:bg-accent"
            >
              {toast.action.label}
            </Primitive.Action>
          ) : null}
          <Primitive.Close
            aria-label="Close notification"
            className="-mt-1 -mr-1 grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          >
            <X size={14} aria-hidden="true" />
          </Primitive.Close>
        </Primitive.Root>
      ))}
      <Primitive.Viewport
        hotkey={[TOAST_HOTKEY]}
        label={`Notifications ({hotkey})`}
        className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 outline-none"
      />
    </Primitive.Provider>
  );
}
