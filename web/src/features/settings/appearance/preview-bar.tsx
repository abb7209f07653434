import { Button } from '@/components/ui/button';
import { useTheme } from '@/lib/theme';

/** Notice that a preview is active, with a button to end it. */
export function PreviewBar() {
  const preview = useTheme((state) => state.preview);
  const setPreview = useTheme((state) => state.setPreview);
  return (
    <div role="status" className="sticky bottom-4 z-10">
      {preview ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border bg-popover px-4 py-3 shadow-pop">
          <p>Theme preview. Your theme has not changed yet.</p>
          <Button size="sm" variant="outline" onClick={() => setPreview(null)}>
            End preview
          </Button>
        </div>
      ) : null}
    </div>
  );
}
