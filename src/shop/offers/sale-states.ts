/** The states of a sale. Imports nothing, because the tables need them. */
export const saleStates = ["planned", "running", "ended"] as const;
export type SaleState = (typeof saleStates)[number];
