/** Tokens of the links that stop mails: an account's stock alerts, or the digest. They need no session and allow nothing else. */
import { env } from "cloudflare:workers";
import { jwtVerify, SignJWT } from "jose";

const algorithm = "HS256";

/** What a link stops. Each kind is an audience of its own, so that no token stops the other. */
const audiences = { alerts: "cogsmith-stop-alerts", digest: "cogsmith-stop-digest" } as const;
type StoppedKind = keyof typeof audiences;

/** The mails that a link stops: the alerts of a user's id, or the digest to an e-mail address. */
export interface Stopped {
	kind: StoppedKind;
	subject: string;
}

function signingKey(): Uint8Array {
	return new TextEncoder().encode(`${env.AUTH_SECRET}:stop-alerts`);
}

/** Signs a token (RFC 7519). It does not expire, because a mail may be read years later. */
export function createStopToken(subject: string, kind: StoppedKind = "alerts"): Promise<string> {
	return new SignJWT()
		.setProtectedHeader({ alg: algorithm })
		.setSubject(subject)
		.setAudience(audiences[kind])
		.sign(signingKey());
}

/** Returns what a token stops, or undefined if it is not one of ours. */
export async function readStopToken(token: string): Promise<Stopped | undefined> {
	for (const kind of ["alerts", "digest"] as const) {
		const options = { algorithms: [algorithm], audience: audiences[kind] };
		const subject = await jwtVerify(token, signingKey(), options).then(
			({ payload }) => payload.sub,
			() => undefined,
		);
		if (subject !== undefined) return { kind, subject };
	}
	return undefined;
}
