import { useState } from 'react';
import { cn } from '@/lib/cn';
import { initials } from '@/lib/user-name';

/** Only pictures of this site, because the content security policy refuses others. */
function ownPicture(url: string | null | undefined): string | null {
  return url && /^\/(?!\/)/.test(url) ? url : null;
}

/** Picture or initials of a person. Decorative: the name is next to it. */
export function Avatar({ name, url, className }: { name: string; url?: string | null; className?: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = ownPicture(url);
  const frame = cn('size-8 shrink-0 rounded-full border border-border', className);
  if (picture && picture !== broken) {
    return <img src={picture} alt="" className={cn(frame, 'object-cover')} onError={() => setBroken(picture)} />;
  }
  return (
    <span aria-hidden="true" className={cn(frame, 'grid place-items-center bg-secondary text-xs font-semibold')}>
      {initials(name)}
    </span>
  );
}
