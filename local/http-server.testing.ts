/** How tests ask a server of this machine by another name than its own. */
import { request } from "node:http";

/** The status a server answers to a GET that carries this Host header. */
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
