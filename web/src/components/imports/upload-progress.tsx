import { Progress } from '@/components/ui/progress';
import { formatBytes } from '@/lib/format';

/** Progress of one upload, `share` from 0 to 1. */
export function UploadProgress({ title, bytes, share }: { title: string; bytes: number; share: number }) {
  const isSent = share >= 1;
  return (
    <div className="grid content-center gap-3 rounded-lg border border-border px-5 py-6">
      <div className="flex items-baseline justify-between gap-3">
        <p className="truncate font-medium">{title}</p>
        <p className="tabular shrink-0 text-[0.8125rem] text-muted-foreground">{formatBytes(bytes)}</p>
      </div>
      <Progress value={isSent ? null : share * 100} label={`Upload of ${title}`} />
      <p role="status" className="text-[0.8125rem] text-muted-foreground">
        {isSent ? 'Reading columns' : `Uploading, ${Math.round(share * 100)}%`}
      </p>
    </div>
  );
}
