/** Requests to a local server with another Host header, for tests. */
import { request } from "node:http";

/** The status of a GET request with this Host header. */
export function statusForHost(url: string, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const clientRequest = request(url, { headers: { Host: host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		clientRequest.on("error", reject);
		clientRequest.end();
	});
}
