/** Requests exactly as written: no client normalizes the path or rejects the method. */
import { request } from "node:http";
import { openSession } from "../../local/session.ts";
import { newPerson, shopUrl } from "./fixtures.ts";

export interface RawResponse {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: string;
}

/** Sends a request with exactly that path. A closed connection counts as status 0. */
export function rawRequest(
	method: string,
	path: string,
	headers: Record<string, string> = {},
	body?: string,
): Promise<RawResponse> {
	const { hostname, port } = new URL(shopUrl());
	return new Promise((resolve) => {
		const resolveCut = () => resolve({ status: 0, headers: {}, body: "" });
		const clientRequest = request(
			{ hostname, port, method, path, headers, timeout: 30_000 },
			(response) => {
				const chunks: Buffer[] = [];
				response.on("data", (chunk: Buffer) => chunks.push(chunk));
				response.on("error", resolveCut);
				response.on("end", () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						body: Buffer.concat(chunks).toString(),
					}),
				);
			},
		);
		clientRequest.on("error", resolveCut);
		clientRequest.on("timeout", () => clientRequest.destroy());
		clientRequest.end(body);
	});
}

/** Text that would leak internals or secrets. */
export const leakPattern =
	/node_modules|\.(ts|mjs|astro):\d|\n\s+at |SQLITE|D1_ERROR|drizzle|sk_test|whsec_|AUTH_SECRET|\/(home|root|work|tmp|usr)\//;

/** Signs up a new user by API; returns their token and cookie. */
export async function signUpByApi(name?: string) {
	const person = { ...newPerson(), ...(name && { name }) };
	const { cookie, token } = await openSession(shopUrl(), person);
	return { ...person, bearer: `Bearer ${token}`, cookie };
}
