/** How tests ask a server of this machine by another name than its own. */
import { request } from "node:http";

/** The status a server answers to a GET that carries this Host header. */
export function statusByName(url: string, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const asked = request(url, { headers: { Host: host } }, (answer) => {
			answer.resume();
			resolve(answer.statusCode);
		});
		asked.on("error", reject);
		asked.end();
	});
}
