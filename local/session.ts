/** Coming into a shop over HTTP, as its own pages do: what the bench and the crash test begin with. */
import * as v from "valibot";

/** Somebody signed in: the cookie of their pages and the token of their calls. */
export interface Person {
	email: string;
	cookie: string;
	token: string;
}

const tokenSchema = v.object({ token: v.string() });

/** Signs somebody in, or up where a name is given, and gets their token. Throws on a refusal. */
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
		throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
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
