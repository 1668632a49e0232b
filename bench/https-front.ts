/** HTTPS and HTTP/2 in front of a bench shop, as the platform has them: browsers ask for brotli only over HTTPS. */
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { selfSigned } from "./certificate.ts";

/** Headers of an HTTP/1.1 connection, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const connectionHeaders = ["connection", "keep-alive", "transfer-encoding"];

/** Opens the front on a free port. Browsers need --ignore-certificate-errors. */
export async function openHttpsFront(shopUrl: string) {
	const server = createSecureServer(
		{ ...selfSigned("localhost"), allowHTTP1: true },
		(asked, answer) => {
			const headers = Object.fromEntries(
				Object.entries(asked.headers).filter(([name]) => !name.startsWith(":")),
			);
			const forwarded = request(
				new URL(asked.url, shopUrl),
				{ method: asked.method, headers: { ...headers, host: new URL(shopUrl).host } },
				(response) => {
					for (const [name, value] of Object.entries(response.headers)) {
						if (value !== undefined && !connectionHeaders.includes(name))
							answer.setHeader(name, value);
					}
					answer.writeHead(response.statusCode ?? 502);
					response.pipe(answer.stream ?? answer);
				},
			);
			forwarded.on("error", () => {
				answer.statusCode = 502;
				answer.end();
			});
			asked.pipe(forwarded);
		},
	);
	await new Promise<void>((resolve) => server.listen(0, resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `https://localhost:${port}`, close: () => server.close() };
}
