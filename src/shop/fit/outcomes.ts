/** What a verdict can be. */
export const outcomes = ["fits", "does-not-fit", "not-known"] as const;
export type Outcome = (typeof outcomes)[number];
