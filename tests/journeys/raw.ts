/** Requests exactly as they are written: no client in between mends the path or refuses the method. */
import { request } from "node:http";
import { type APIRequestContext, expect } from "@playwright/test";
import { newPerson, shopUrl } from "./shop.ts";

export interface RawAnswer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: string;
}

/** Sends a request with that very path. A connection that is cut off counts as status 0. */
export function raw(
	method: string,
	path: string,
	headers: Record<string, string> = {},
	body?: string,
): Promise<RawAnswer> {
	const { hostname, port } = new URL(shopUrl());
	return new Promise((resolve) => {
		const cut = () => resolve({ status: 0, headers: {}, body: "" });
		const sent = request({ hostname, port, method, path, headers, timeout: 30_000 }, (answer) => {
			const chunks: Buffer[] = [];
			answer.on("data", (chunk: Buffer) => chunks.push(chunk));
			answer.on("error", cut);
			answer.on("end", () =>
				resolve({
					status: answer.statusCode ?? 0,
					headers: answer.headers,
					body: Buffer.concat(chunks).toString(),
				}),
			);
		});
		sent.on("error", cut);
		sent.on("timeout", () => sent.destroy());
		sent.end(body);
	});
}

/** What would tell how the shop is built, or hold what is nobody's to read. */
export const telling =
	/node_modules|\.(ts|mjs|astro):\d|\n\s+at |SQLITE|D1_ERROR|drizzle|sk_test|whsec_|AUTH_SECRET|\/(home|root|work|tmp|usr)\//;

/** Somebody new: token and cookie of their own. */
export async function person(request: APIRequestContext, name?: string) {
	const { email, password, ...rest } = newPerson();
	const headers = { Origin: shopUrl() };
	const signedUp = await request.post("/api/auth/sign-up/email", {
		headers,
		data: { name: name ?? rest.name, email, password },
	});
	expect(signedUp.status()).toBe(200);
	const data = { email };
	const issued = await request.put(`/api/user/${encodeURIComponent(email)}`, { headers, data });
	const { token } = await issued.json();
	const { cookies } = await request.storageState();
	const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
	return { email, password, bearer: `Bearer ${token}`, cookie };
}
