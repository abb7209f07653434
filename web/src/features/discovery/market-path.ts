/** Address of the page of a market. */
export function marketPath({ vertical, placeId }: { vertical: string; placeId: string }): string {
  return `/dominator/markets/${encodeURIComponent(vertical)}/${encodeURIComponent(placeId)}`;
}
