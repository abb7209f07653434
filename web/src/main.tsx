import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { followBrowserSettings } from '@/lib/browser-settings';
import { followNetwork } from '@/lib/offline';
import { startServiceWorker } from '@/lib/service-worker';
import { ROOT_NOT_FOUND } from '@/lib/strings';
import { followTheme } from '@/lib/theme';
import '@/styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error(ROOT_NOT_FOUND);

followTheme();
followBrowserSettings();
followNetwork();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

if (import.meta.env.PROD) window.addEventListener('load', () => startServiceWorker(), { once: true });
