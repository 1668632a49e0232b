/** Helpers for local HTTP servers. */
import type { Server } from "node:http";

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

/** Whether a Host header names this machine, whatever the port. */
export function isLocalHost(host: string): boolean {
	return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
