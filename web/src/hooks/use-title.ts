import { useEffect } from 'react';
import { PRODUCT_NAME } from '@/lib/strings';

/** Names the browser tab after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
