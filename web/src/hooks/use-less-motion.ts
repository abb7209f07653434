import { useBrowserSettings } from '@/lib/browser-settings';
import { useTheme } from '@/lib/theme';
import { useMedia } from './use-media';

/** Whether nothing may move by itself: by the system's wish, the reader's own, or a theme without animations. */
export function useLessMotion(): boolean {
  const isOfSystem = useMedia('(prefers-reduced-motion: reduce)');
  const isOfReader = useBrowserSettings(({ lessMotion }) => lessMotion);
  const isOfTheme = useTheme(({ snapshot, preview }) => (preview?.snapshot ?? snapshot)?.motion === false);
  return isOfSystem || isOfReader || isOfTheme;
}
