/** Joins the live channels to the session and the data. */
export function LiveBridge() {
  return null;
}
