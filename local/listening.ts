/** Servers of this machine: opened on a port, and closed without waiting for who is still connected. */
import type { Server } from "node:http";

/** Listens on a port, 0 for any free one. Rejects with EADDRINUSE where it is taken. */
export function listen(server: Server, port: number, host = "127.0.0.1"): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			resolve();
		});
	});
}

/** Stops listening and breaks off every connection. */
export async function shut(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeAllConnections();
	await closed;
}
