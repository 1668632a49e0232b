/** The states of a label. Imports nothing, because the table needs them. */

/** `rated` has prices to choose from; `buying` was asked for and may have been bought. */
export const labelStates = ["rated", "buying", "bought", "voided", "failed"] as const;
