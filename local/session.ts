/** Signs in to a shop over HTTP as its own pages do, for the bench and the crash test. */
import * as v from "valibot";

/** A signed-in user: the cookie for pages and the token for API calls. */
export interface Person {
	email: string;
	cookie: string;
	token: string;
}

const tokenSchema = v.object({ token: v.string() });

/** Signs a user in, or up if a name is given, and gets their token. Throws if the shop rejects it. */
export async function openSession(
	origin: string,
	account: { email: string; password: string; name?: string },
): Promise<Person> {
	const { email, password, name } = account;
	const headers = { "Content-Type": "application/json", Origin: origin };
	const path = name ? "sign-up" : "sign-in";
	const response = await fetch(`${origin}/api/auth/${path}/email`, {
		method: "POST",
		headers,
		body: JSON.stringify({ email, password, name }),
	});
	if (!response.ok)
		throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
	const cookie = response.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
	const tokenResponse = await fetch(`${origin}/api/user/${encodeURIComponent(email)}`, {
		method: "PUT",
		headers: { ...headers, Cookie: cookie },
		body: JSON.stringify({ email }),
	});
	return { email, cookie, token: v.parse(tokenSchema, await tokenResponse.json()).token };
}
