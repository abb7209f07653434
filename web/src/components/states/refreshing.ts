/** Marks rows that a new filter is about to replace: a line at the top. Dimming them would cost text its contrast. */
export const REFRESHING = 'shadow-[inset_0_2px_0_0_var(--primary)]';

/** The same line over a part whose rows have backgrounds. */
export const REFRESHING_OVER =
  "relative after:absolute after:inset-x-0 after:top-0 after:h-0.5 after:bg-primary after:content-['']";
