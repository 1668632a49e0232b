/**
 * A stand-in for Google's sign-in: the OpenID provider of oauth2-mock-server (discovery, PKCE, nonce,
 * signed ID tokens) behind our own consent page. It stores nothing: `sub` is derived from the e-mail,
 * so the same e-mail is the same account, also after a restart.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
	Events,
	type MutableRedirectUri,
	type MutableResponse,
	type MutableToken,
	OAuth2Issuer,
	OAuth2Service,
	type TokenRequestIncomingMessage,
} from "oauth2-mock-server";
import { closeServer, listen } from "../http-server.ts";
import { authorizePath, consentPage, errorPage, type Identity, identityFrom } from "./consent.ts";

export interface GoogleOptions {
	/** 0 for any free port. */
	port: number;
	clientId: string;
	clientSecret: string;
	/** The only redirect_uri to accept; absent for any. */
	redirectUri?: string | undefined;
}

export interface RunningGoogle {
	url: string;
	port: number;
	/** The URL of the discovery document: the shop's GOOGLE_DISCOVERY_URL. */
	discoveryUrl: string;
	close(): Promise<void>;
}

/** The path of Google's own consent page. */
const consentPath = "/o/oauth2/v2/auth";

/** An authorization code's grant until it is exchanged. */
interface Grant {
	identity: Identity;
	redirectUri: unknown;
}

type Query = Record<string, string | string[] | undefined>;

/**
 * Starts the stand-in and returns its URLs once it listens. Rejects with EADDRINUSE if the port is in
 * use.
 */
export async function startGoogle(options: GoogleOptions): Promise<RunningGoogle> {
	const issuer = new OAuth2Issuer();
	await issuer.keys.generate("RS256");
	const service = new OAuth2Service(issuer, { authorize: authorizePath });
	setConsentEndpoint(service, issuer);
	addConsentRoute(service, options);
	const grants = new Map<string, Grant>();
	grantCodes(service, grants);
	exchangeCodes(service, grants, options);
	const server = createServer(service.requestHandler);
	await listen(server, options.port);
	const { port } = server.address() as AddressInfo;
	const url = `http://localhost:${port}`;
	issuer.url = url;
	return {
		url,
		port,
		discoveryUrl: `${url}/.well-known/openid-configuration`,
		close: () => closeServer(server),
	};
}

/** Makes the discovery document name our consent page. */
function setConsentEndpoint(service: OAuth2Service, issuer: OAuth2Issuer): void {
	service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }: MutableResponse) => {
		if (body === "") return;
		body.authorization_endpoint = `${issuer.url}${consentPath}`;
		body.token_endpoint_auth_methods_supported = ["client_secret_post", "client_secret_basic"];
	});
}

function addConsentRoute(service: OAuth2Service, options: GoogleOptions): void {
	service.addRoute("GET", consentPath, ({ query }, response) => {
		const error = requestError(query, options);
		const authParams = Object.entries(query).filter(
			(entry): entry is [string, string] => typeof entry[1] === "string",
		);
		const body = error ? errorPage(error) : consentPage(Object.fromEntries(authParams));
		sendPage(response, error ? 400 : 200, body);
	});
}

/** Why Google would reject an authorization request, or undefined. */
function requestError(query: Query, options: GoogleOptions): string | undefined {
	if (query.client_id !== options.clientId) return "The client_id is unknown.";
	if (typeof query.redirect_uri !== "string") return "The redirect_uri is missing.";
	if (options.redirectUri && query.redirect_uri !== options.redirectUri) {
		return "The redirect_uri is not registered.";
	}
	if (query.response_type !== "code") return "The response_type must be code.";
	if (query.code_challenge_method !== "S256" || !query.code_challenge) {
		return "The code_challenge is missing (RFC 7636).";
	}
	return undefined;
}

function sendPage(response: ServerResponse, status: number, body: string): void {
	response.writeHead(status, {
		"Content-Type": "text/html; charset=utf-8",
		"Cache-Control": "no-store",
		// No form-action: browsers also apply it to the redirects that follow, back to the shop.
		"Content-Security-Policy":
			"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
	});
	response.end(body);
}

/** Stores the identity of each code; a cancelled request redirects with an error (RFC 6749, 4.1.2.1). */
function grantCodes(service: OAuth2Service, grants: Map<string, Grant>): void {
	service.on(
		Events.BeforeAuthorizeRedirect,
		({ url }: MutableRedirectUri, request: IncomingMessage & { query: Query }) => {
			const code = url.searchParams.get("code");
			const identity = identityFrom(request.query);
			if (code && identity) {
				grants.set(code, { identity, redirectUri: request.query.redirect_uri });
				return;
			}
			url.searchParams.delete("code");
			url.searchParams.set("error", "access_denied");
		},
	);
}

function exchangeCodes(
	service: OAuth2Service,
	grants: Map<string, Grant>,
	options: GoogleOptions,
): void {
	service.on(
		Events.BeforeTokenSigning,
		({ payload }: MutableToken, request: TokenRequestIncomingMessage) => {
			const grant = grants.get(request.body.code ?? "");
			if (grant) Object.assign(payload, idTokenClaims(grant.identity));
		},
	);
	service.on(
		Events.BeforeResponse,
		(response: MutableResponse, request: TokenRequestIncomingMessage) => {
			const error = tokenError(request, grants, options);
			grants.delete(request.body.code ?? "");
			if (!error) return;
			response.statusCode = error === "invalid_client" ? 401 : 400;
			response.body = { error };
		},
	);
}

/** The claims of an ID token (OpenID Connect Core 1.0, 5.1); `sub` is derived from the e-mail. */
function idTokenClaims({ name, email, verified }: Identity): Record<string, string | boolean> {
	const hash = createHash("sha256").update(email.toLowerCase()).digest();
	return { sub: hash.readBigUInt64BE().toString(), name, email, email_verified: verified };
}

/** The error of a token request (RFC 6749, 5.2), or undefined. */
function tokenError(
	{ headers, body }: TokenRequestIncomingMessage,
	grants: Map<string, Grant>,
	{ clientId, clientSecret }: GoogleOptions,
): string | undefined {
	const form = body as unknown as Record<string, unknown>;
	const basic = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64").toString();
	const validInBody = form.client_id === clientId && form.client_secret === clientSecret;
	if (!validInBody && basic !== `${clientId}:${clientSecret}`) return "invalid_client";
	const grant = grants.get(body.code ?? "");
	const isValid = grant && form.redirect_uri === grant.redirectUri && form.code_verifier;
	return isValid ? undefined : "invalid_grant";
}
