import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Globe } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Site, SitePage } from '@/api/sites';
import { useWidth } from '@/components/charts/use-width';
import { EmptyPanel, ErrorPanel } from '@/components/states/panels';
import { buttonStyle } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/field';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { useMedia } from '@/hooks/use-media';
import { useOnline } from '@/hooks/use-online';
import { cn } from '@/lib/cn';
import { OFFLINE_REASON } from '@/lib/strings';
import { previewQuery } from './preview-document';

type Device = 'desktop' | 'phone';

/** Size of the window that a preview imitates, in pixels. */
const SIZES: Record<Device, { width: number; height: number }> = {
  desktop: { width: 1280, height: 860 },
  phone: { width: 390, height: 720 },
};

/** The latest release in a frame without scripts, at the width of a phone or of a desktop. */
export function PreviewCard({ site, pages }: { site: Site; pages: SitePage[] }) {
  const isWide = useMedia('(min-width: 768px)');
  const [chosen, setDevice] = useState<Device | null>(null);
  const [path, setPath] = useState('/');
  const isOnline = useOnline();
  const device = chosen ?? (isWide ? 'desktop' : 'phone');
  if (!site.previewUrl) {
    return (
      <Card aria-label="Preview">
        <CardHeader title="Preview" />
        <EmptyPanel icon={Globe} title="No preview yet" text="The preview appears when the first release is built." />
      </Card>
    );
  }
  const address = addressOf(site.previewUrl, path);
  return (
    <Card aria-label="Preview" className="overflow-hidden">
      <CardHeader
        title="Preview"
        description={`Release ${site.latestRelease?.number ?? ''}, as visitors will see it. Forms are not sent from here.`}
      />
      <div className="flex flex-wrap items-center gap-2 px-5 py-3">
        <Select
          aria-label="Page"
          className="h-9 min-w-0 flex-1 basis-40"
          value={path}
          onChange={(event) => setPath(event.target.value)}
        >
          {(pages.length > 0 ? pages : [{ path: '/', label: 'Home' }]).map((page) => (
            <option key={page.path} value={page.path}>
              {page.label} ({page.path})
            </option>
          ))}
        </Select>
        <Segmented
          label="Width"
          value={device}
          options={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
          onChange={setDevice}
        />
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label="Open the preview in a new tab"
          className={buttonStyle({ variant: 'outline', size: 'icon', className: 'size-9' })}
        >
          <ExternalLink size={15} aria-hidden="true" />
        </a>
      </div>
      {isOnline ? (
        <Frame key={device} title={`Preview of ${site.name}`} address={address} device={device} />
      ) : (
        <p className="border-t border-border bg-muted px-5 py-16 text-center text-muted-foreground">{OFFLINE_REASON}</p>
      )}
    </Card>
  );
}

/** The address of a page in a preview. Of the preview only the path counts: a frame may show this origin alone. */
export function addressOf(previewUrl: string, path: string): string {
  const preview = URL.canParse(previewUrl) ? new URL(previewUrl).pathname : previewUrl;
  return `${preview.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

function Frame({ title, address, device }: { title: string; address: string; device: Device }) {
  const page = useQuery(previewQuery(address));
  const ref = useRef<HTMLDivElement>(null);
  const room = useWidth(ref);
  const [loaded, setLoaded] = useState('');
  const { width, height } = SIZES[device];
  const scale = Math.min(1, room / width);
  // An empty frame is white, also in the dark.
  const isLoaded = loaded === address && page.data !== undefined;
  if (page.isError) {
    return <ErrorPanel error={page.error} fallback="Failed to load the preview." onRetry={() => page.refetch()} />;
  }
  return (
    <div className="border-t border-border bg-muted">
      <div ref={ref} className="relative overflow-hidden" style={{ height: Math.round(height * scale) }}>
        {!isLoaded && <Skeleton className="absolute inset-0 rounded-none" />}
        {page.data === undefined ? null : (
          <iframe
            key={address}
            title={title}
            srcDoc={page.data}
            onLoad={() => setLoaded(address)}
            sandbox="allow-forms"
            referrerPolicy="no-referrer"
            className={cn('absolute top-0 left-1/2 origin-top bg-white', !isLoaded && 'invisible')}
            style={{ width, height, marginLeft: -width / 2, transform: `scale(${scale})` }}
          />
        )}
      </div>
    </div>
  );
}
