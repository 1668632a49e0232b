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
import { email, maxLengths, requiredText } from "../shop/fields.ts";
import { database } from "./database.ts";
import { type GoogleClient, googleClient } from "./settings.ts";

/** Google's name among the sign-in providers. */
export const googleProviderId = "google";

/** better-auth's own paths that sign in with Google. */
const googlePaths = ["/api/auth/sign-in/social", `/api/auth/callback/${googleProviderId}`];

export interface GoogleOptions {
	plugins: BetterAuthPlugin[];
	account: NonNullable<BetterAuthOptions["account"]>;
	databaseHooks: NonNullable<BetterAuthOptions["databaseHooks"]>;
	validateUserInfo: NonNullable<NonNullable<BetterAuthOptions["user"]>["validateUserInfo"]>;
}

/** What better-auth needs to answer an address that signs in with Google; undefined for any other, or where Google is off. */
export function googleOptionsFor(url: URL): GoogleOptions | undefined {
	const client = googleClient();
	if (!client || !googlePaths.includes(url.pathname)) return undefined;
	return {
		plugins: [openIdProvider(client), rejectDirectIdTokens],
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
		databaseHooks: { account: { create: { before: dropProviderTokens } } },
		validateUserInfo,
	};
}

function openIdProvider({ discoveryUrl, clientId, clientSecret }: GoogleClient): BetterAuthPlugin {
	return genericOAuth({
		config: [
			{
				providerId: googleProviderId,
				discoveryUrl,
				requireIdTokenVerification: true,
				clientId,
				clientSecret,
				scopes: ["openid", "email", "profile"],
				prompt: "select_account",
				mapProfileToUser: ({ name, email, email_verified }) => ({
					name: profileName(name, email),
					emailVerified: email_verified === true,
					// The shop shows no faces.
					image: "",
				}),
			},
		],
	});
}

/** Google's name for somebody as our own form would take it; without one, what stands before the @. */
function profileName(name: unknown, email: unknown): string {
	const parsed = v.safeParse(requiredText(maxLengths.name, messages.nameRequired), name);
	return parsed.success
		? parsed.output
		: String(email).split("@")[0]?.slice(0, maxLengths.name) || "?";
}

/** Signing in takes the way over Google's page, which binds the ID token to this browser by its nonce. */
const rejectDirectIdTokens: BetterAuthPlugin = {
	id: "no-bare-id-tokens",
	hooks: {
		before: [
			{
				matcher: ({ body }) => Boolean(body?.idToken),
				handler: createAuthMiddleware(async () => {
					throw new APIError("BAD_REQUEST", { message: messages.errorMessages.malformed });
				}),
			},
		],
	},
};

/** We only ask who somebody is: Google's tokens are not kept. */
async function dropProviderTokens<T>(account: T) {
	const noTokens = { accessToken: null, refreshToken: null, idToken: null };
	return { data: { ...account, ...noTokens } };
}

const validateUserInfo: GoogleOptions["validateUserInfo"] = async ({ user, source }) => {
	if (source.action === "create-user" && !user.emailVerified) {
		return { error: "email_not_verified" };
	}
	if (source.action === "create-user" && !isNormalizedEmail(user.email))
		return { error: "email_refused" };
	// An address that Google has given to somebody else since is not its former holder.
	if (source.action === "link-account" && (await hasGoogleAccount(String(user.id)))) {
		return { error: "other_google_account" };
	}
	return undefined;
};

/** Whether an e-mail is written as our own form would have it: any other could never sign in there. */
function isNormalizedEmail(value: unknown): boolean {
	const parsed = v.safeParse(email, value);
	return parsed.success && parsed.output === value;
}

async function hasGoogleAccount(userId: string): Promise<boolean> {
	const found = await database()
		.select({ id: accounts.id })
		.from(accounts)
		.where(and(eq(accounts.userId, userId), eq(accounts.providerId, googleProviderId)));
	return found.length > 0;
}

/** What to say of an error code that came back in the address; never the code itself. */
export function googleErrorMessage(code: string | null): string | undefined {
	if (code === null) return undefined;
	const messagesByCode: Record<string, string> = messages.googleErrorMessages;
	return Object.hasOwn(messagesByCode, code)
		? messagesByCode[code]
		: messages.googleErrorMessages.unknown;
}
