import { lazy, Suspense, useEffect } from 'react';
import { useInstall, watchInstallOffer } from '@/lib/install-prompt';
import { applyUpdate, UPDATE_EVENT } from '@/lib/service-worker';
import { showToast } from '@/lib/toast';

const InstallCard = lazy(() => import('@/components/install/install-card'));

/** Offers to install the application, or to load a newer version. */
export function Offers() {
  const isOffered = useInstall((state) => state.offer !== null);
  useEffect(watchInstallOffer, []);
  useEffect(() => {
    window.addEventListener(UPDATE_EVENT, offerUpdate);
    return () => window.removeEventListener(UPDATE_EVENT, offerUpdate);
  }, []);
  return <Suspense fallback={null}>{isOffered ? <InstallCard /> : null}</Suspense>;
}

function offerUpdate(event: Event): void {
  const registration = (event as CustomEvent<ServiceWorkerRegistration>).detail;
  showToast({
    title: 'A new version is available',
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: 'Reload', altText: 'Reload the page', onAction: () => applyUpdate(registration) },
  });
}
