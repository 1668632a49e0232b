/** The roles of users. Imports nothing, because the tables need them. */

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];
