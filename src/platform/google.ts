/**
 * Sign-in with Google: what better-auth needs for it and whom it lets in. Why the rules are these
 * stands in docs/decisions/2026-11-21-google-linking.md.
 */
import { APIError, type BetterAuthOptions, type BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { and, eq } from "drizzle-orm";
import * as v from "valibot";
import { accounts } from "../db/auth-tables.ts";
import * as messages from "../messages.ts";
import { email, longest, requiredText } from "../shop/values.ts";
import { database } from "./database.ts";
import { type GoogleClient, googleClient } from "./settings.ts";

/** Google's name among the sign-in providers. */
export const google = "google";

/** better-auth's own paths that sign in with Google. */
const paths = ["/api/auth/sign-in/social", `/api/auth/callback/${google}`];

export interface GoogleRules {
	plugins: BetterAuthPlugin[];
	account: NonNullable<BetterAuthOptions["account"]>;
	databaseHooks: NonNullable<BetterAuthOptions["databaseHooks"]>;
	validateUserInfo: NonNullable<NonNullable<BetterAuthOptions["user"]>["validateUserInfo"]>;
}

/** What better-auth needs to answer an address that signs in with Google; undefined for any other, or where Google is off. */
export function googleRulesFor(url: URL): GoogleRules | undefined {
	const client = googleClient();
	if (!client || !paths.includes(url.pathname)) return undefined;
	return {
		plugins: [openIdProvider(client), noBareIdTokens],
		account: {
			accountLinking: {
				enabled: true,
				// Nobody is believed unseen: Google must say that the e-mail is verified, and so must we.
				trustedProviders: [],
				requireLocalEmailVerified: true,
				allowDifferentEmails: false,
			},
			updateAccountOnSignIn: false,
		},
		databaseHooks: { account: { create: { before: keepNoTokens } } },
		validateUserInfo,
	};
}

function openIdProvider({ discoveryUrl, clientId, clientSecret }: GoogleClient): BetterAuthPlugin {
	return genericOAuth({
		config: [
			{
				providerId: google,
				discoveryUrl,
				requireIdTokenVerification: true,
				clientId,
				clientSecret,
				scopes: ["openid", "email", "profile"],
				prompt: "select_account",
				mapProfileToUser: ({ name, email, email_verified }) => ({
					name: nameFrom(name, email),
					emailVerified: email_verified === true,
					// The shop shows no faces.
					image: "",
				}),
			},
		],
	});
}

/** Google's name for somebody as our own form would take it; without one, what stands before the @. */
function nameFrom(name: unknown, email: unknown): string {
	const given = v.safeParse(requiredText(longest.name, messages.nameRequired), name);
	return given.success ? given.output : String(email).split("@")[0]?.slice(0, longest.name) || "?";
}

/** Signing in takes the way over Google's page, which binds the ID token to this browser by its nonce. */
const noBareIdTokens: BetterAuthPlugin = {
	id: "no-bare-id-tokens",
	hooks: {
		before: [
			{
				matcher: ({ body }) => Boolean(body?.idToken),
				handler: createAuthMiddleware(async () => {
					throw new APIError("BAD_REQUEST", { message: messages.refusals.malformed });
				}),
			},
		],
	},
};

/** We only ask who somebody is: Google's tokens are not kept. */
async function keepNoTokens<T>(account: T) {
	const none = { accessToken: null, refreshToken: null, idToken: null };
	return { data: { ...account, ...none } };
}

const validateUserInfo: GoogleRules["validateUserInfo"] = async ({ user, source }) => {
	if (source.action === "create-user" && !user.emailVerified) {
		return { error: "email_not_verified" };
	}
	if (source.action === "create-user" && !isOurs(user.email)) return { error: "email_refused" };
	// An address that Google has given to somebody else since is not its former holder.
	if (source.action === "link-account" && (await hasGoogle(String(user.id)))) {
		return { error: "other_google_account" };
	}
	return undefined;
};

/** Whether an e-mail is written as our own form would have it: any other could never sign in there. */
function isOurs(given: unknown): boolean {
	const asked = v.safeParse(email, given);
	return asked.success && asked.output === given;
}

async function hasGoogle(userId: string): Promise<boolean> {
	const found = await database()
		.select({ id: accounts.id })
		.from(accounts)
		.where(and(eq(accounts.userId, userId), eq(accounts.providerId, google)));
	return found.length > 0;
}

/** What to say of an error code that came back in the address; never the code itself. */
export function googleRefusal(code: string | null): string | undefined {
	if (code === null) return undefined;
	const known: Record<string, string> = messages.googleMessages;
	return Object.hasOwn(known, code) ? known[code] : messages.googleMessages.unknown;
}
