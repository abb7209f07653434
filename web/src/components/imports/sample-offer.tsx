import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { errorText } from '@/api/errors';
import { type ImportStarted, importApi } from '@/api/imports';
import { Button } from '@/components/ui/button';
import { showToast } from '@/lib/toast';

/** Offer to import the bundled sample data. */
export function SampleOffer({ onStarted }: { onStarted: (started: ImportStarted) => void }) {
  const queries = useQueryClient();
  const sample = useMutation({
    mutationFn: importApi.sample,
    onSuccess: (started) => {
      for (const noun of ['imports', 'websites']) queries.invalidateQueries({ queryKey: [noun] });
      onStarted(started);
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-border px-4 py-3">
      <div className="flex min-w-0 items-start gap-3">
        <FlaskConical size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-brand" />
        <p className="text-[0.8125rem]">
          <span className="font-medium">No export yet?</span>{' '}
          <span className="text-muted-foreground">
            The sample data is simulated, marked as such, and can be undone.
          </span>
        </p>
      </div>
      <Button variant="outline" size="sm" busy={sample.isPending} needsNetwork onClick={() => sample.mutate()}>
        Use sample data
      </Button>
    </div>
  );
}
