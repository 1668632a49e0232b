/** Starts and stops the HTTP server, and tells local callers from pages of other origins. */
import type { IncomingMessage, Server } from "node:http";

/** Listens on a port, 0 for any free one. Rejects with EADDRINUSE if it is in use. */
export function listen(server: Server, port: number, host = "127.0.0.1"): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			resolve();
		});
	});
}

/** Stops listening and closes every connection. */
export async function closeServer(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeAllConnections();
	await closed;
}

/**
 * Whether a request comes from a page of another origin or has a Host that is not local: another name
 * may have been pointed here after its page was loaded (DNS rebinding). Other clients than browsers send
 * neither Origin nor Sec-Fetch-Site (Fetch standard: `Origin` header; W3C Fetch Metadata).
 */
export function isCrossOrigin({ headers }: IncomingMessage): boolean {
	const { host = "", origin } = headers;
	const site = headers["sec-fetch-site"] ?? "none";
	const isLocalHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
	if (!isLocalHost || !["none", "same-origin"].includes(String(site))) return true;
	return origin !== undefined && origin !== `http://${host}`;
}
