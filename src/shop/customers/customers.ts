/** Customers as administrators see them, and what they change about an account. */
import * as v from "valibot";
import { roles } from "../users/roles.ts";

/** Whether an account is blocked. */
export const blockChange = v.object({ blocked: v.boolean() });

/** A user's new role. */
export const roleChange = v.object({ role: v.picklist(roles) });
