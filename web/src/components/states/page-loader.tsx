import { BrandMark } from '@/components/ui/brand';
import { Spinner } from '@/components/ui/spinner';
import { loading } from '@/lib/strings';

/** Full-page loading screen. */
export function PageLoader({ text = loading.generic }: { text?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center p-6">
      <div className="flex flex-col items-center gap-5 text-muted-foreground">
        <BrandMark size={40} className="text-foreground" />
        <div className="flex items-center gap-2.5">
          <Spinner />
          <p>{text}</p>
        </div>
      </div>
    </div>
  );
}

/** Loading state inside the frame, while a screen's code loads. */
export function SectionLoader({ text = loading.page }: { text?: string }) {
  return (
    <div role="status" className="flex min-h-80 items-center justify-center gap-2.5 text-muted-foreground">
      <Spinner />
      <p>{text}</p>
    </div>
  );
}
