import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/app';
import { ROOT_NOT_FOUND } from '@/lib/strings';
import { followTheme } from '@/lib/theme';
import '@/styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error(ROOT_NOT_FOUND);

followTheme();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
