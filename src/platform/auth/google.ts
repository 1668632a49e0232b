/**
 * Sign-in with Google: better-auth's options for it and the rules for accounts. The reasons are in
 * docs/decisions/2026-11-21-google-linking.md.
 */
import { APIError, type BetterAuthOptions, type BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { and, eq, isNotNull } from "drizzle-orm";
import * as v from "valibot";
import { accounts, users } from "../../db/auth-tables.ts";
import * as messages from "../../messages/messages.ts";
import { email, maxLengths, requiredPersonName } from "../../values/fields.ts";
import { database } from "../database/database.ts";
import { type GoogleClient, googleClient } from "../settings/settings.ts";

/** The provider id of Google. */
export const googleProviderId = "google";

/** better-auth's paths for sign-in with Google. */
const googlePaths = ["/api/auth/sign-in/social", `/api/auth/callback/${googleProviderId}`];

export interface GoogleOptions {
	plugins: BetterAuthPlugin[];
	account: NonNullable<BetterAuthOptions["account"]>;
	databaseHooks: NonNullable<BetterAuthOptions["databaseHooks"]>;
	validateUserInfo: NonNullable<NonNullable<BetterAuthOptions["user"]>["validateUserInfo"]>;
}

/** Returns better-auth's options for a URL that signs in with Google; undefined for other URLs, or if Google is not configured. */
export function googleOptionsFor(url: URL): GoogleOptions | undefined {
	const client = googleClient();
	if (!client || !googlePaths.includes(url.pathname)) return undefined;
	return {
		plugins: [openIdProvider(client), rejectDirectIdTokens],
		account: {
			accountLinking: {
				enabled: true,
				// No provider is trusted: the e-mail must be verified by Google and by the shop.
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
					// The shop shows no profile images.
					image: "",
				}),
			},
		],
	});
}

/**
 * Returns Google's name of a user without what our own form rejects, otherwise the part of the e-mail before
 * the @: nobody is locked out by the name they have elsewhere.
 */
function profileName(name: unknown, email: unknown): string {
	const [localPart] = String(email).split("@");
	const accepted = [name, localPart]
		.map((text) => v.safeParse(requiredPersonName, cleanName(text)))
		.find(({ success }) => success);
	return accepted?.success ? accepted.output : "?";
}

function cleanName(name: unknown): unknown {
	if (typeof name !== "string") return undefined;
	const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ");
	return line.replaceAll(/\s+/g, " ").trim().slice(0, maxLengths.name);
}

/** Rejects sign-ins with an ID token in the body. Only the redirect flow binds the ID token to this browser, by its nonce. */
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

/** Removes Google's tokens, so that they are not stored: the shop does not call Google's APIs. */
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
	if (source.action !== "create-user" && (await isBlocked(String(user.id)))) {
		return { error: "account_blocked" };
	}
	// Google may have given the e-mail to another person since.
	if (source.action === "link-account" && (await hasGoogleAccount(String(user.id)))) {
		return { error: "other_google_account" };
	}
	return undefined;
};

/** Whether our own form would leave an e-mail unchanged. Its user could not sign in there otherwise. */
function isNormalizedEmail(value: unknown): boolean {
	const parsed = v.safeParse(email, value);
	return parsed.success && parsed.output === value;
}

async function isBlocked(userId: string): Promise<boolean> {
	const blocked = await database()
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.id, userId), isNotNull(users.blockedAt)));
	return blocked.length > 0;
}

async function hasGoogleAccount(userId: string): Promise<boolean> {
	const linked = await database()
		.select({ id: accounts.id })
		.from(accounts)
		.where(and(eq(accounts.userId, userId), eq(accounts.providerId, googleProviderId)));
	return linked.length > 0;
}

/** Returns the message for an error code in the callback's URL, never the code itself. */
export function googleErrorMessage(code: string | null): string | undefined {
	if (code === null) return undefined;
	const messagesByCode: Record<string, string> = messages.googleErrorMessages;
	return Object.hasOwn(messagesByCode, code)
		? messagesByCode[code]
		: messages.googleErrorMessages.unknown;
}
