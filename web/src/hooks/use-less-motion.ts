import { useBrowserSettings } from '@/lib/browser-settings';
import { useTheme } from '@/lib/theme';
import { useMedia } from './use-media';

/** Returns whether motion is reduced: by the system, the user's preference, or a theme without animations. */
export function useLessMotion(): boolean {
  const isOfSystem = useMedia('(prefers-reduced-motion: reduce)');
  const isOfReader = useBrowserSettings(({ lessMotion }) => lessMotion);
  const isOfTheme = useTheme(({ snapshot, preview }) => (preview?.snapshot ?? snapshot)?.motion === false);
  return isOfSystem || isOfReader || isOfTheme;
}
