/** Marks rows that a new filter is about to replace: a line at the top. Dimming them would cost text its contrast. */
export const REFRESHING = 'shadow-[inset_0_2px_0_0_var(--primary)]';
