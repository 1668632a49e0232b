/** Customers as administrators see them, and what they change about an account. */
import * as v from "valibot";
import { roles } from "../users/roles.ts";

/** A user's new role. */
export const roleChange = v.object({ role: v.picklist(roles) });
