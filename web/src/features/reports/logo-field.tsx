import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { errorText } from '@/api/errors';
import { type Report, reportApi, reportQueries } from '@/api/reports';
import { Button } from '@/components/ui/button';

/** The logo of a report, saved as soon as a file is chosen. */
export function LogoField({ report, logo }: { report: Report; logo: string | null }) {
  const id = useId();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: reportQueries.all() });
  const set = useMutation({ mutationFn: (file: File) => reportApi.setLogo(report.id, file), onSuccess: refresh });
  const remove = useMutation({ mutationFn: () => reportApi.removeLogo(report.id), onSuccess: refresh });
  const error = set.error ?? remove.error;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-[0.8125rem] font-medium">
        Logo
      </label>
      {logo ? (
        <img src={logo} alt="Current logo" className="max-h-16 max-w-40 rounded-md bg-white object-contain p-1.5" />
      ) : null}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${id}-hint`}
        className="text-[0.8125rem]"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) set.mutate(file);
        }}
      />
      <p id={`${id}-hint`} className="text-xs text-muted-foreground">
        PNG, JPEG or WebP, at most 256 KiB. It appears in reports made from now on.
      </p>
      {error ? (
        <p role="alert" className="text-[0.8125rem] text-destructive">
          {errorText(error)}
        </p>
      ) : null}
      {logo ? (
        <div>
          <Button needsNetwork variant="outline" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove logo
          </Button>
        </div>
      ) : null}
    </div>
  );
}
