/** Asks better-auth whose session this browser has. */
import * as v from "valibot";
import { ShopError } from "../errors.ts";
import * as messages from "../messages/messages.ts";

export const authUserSchema = v.object({ user: v.object({ email: v.string(), name: v.string() }) });

export type AuthUser = v.InferOutput<typeof authUserSchema>["user"];

/** Returns the user of this browser's session cookie, or undefined. Throws ShopError `unavailable` if there is no response. */
export async function currentUser(): Promise<AuthUser | undefined> {
	const response = await fetch("/api/auth/get-session").catch((cause) => {
		throw new ShopError("unavailable", { message: messages.shopUnreachable, cause });
	});
	if (!response.ok) {
		throw new ShopError("unavailable", { message: messages.shopBusy });
	}
	const parsed = v.safeParse(authUserSchema, await response.json());
	return parsed.success ? parsed.output.user : undefined;
}
