/** What a verdict can be. Apart from fit.ts, which scripts of the cart do not need. */
export const outcomes = ["fits", "does-not-fit", "not-known"] as const;
export type Outcome = (typeof outcomes)[number];
