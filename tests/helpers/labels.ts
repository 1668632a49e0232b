/** The stand-in for EasyPost in tests. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { easyPostStandIn } from "../../local/easypost.ts";

const api = "https://easypost.example/v2";

/** Sells labels by a new stand-in, until the returned function. `losesAnswer` tells whether the answer to a request is lost. */
export function sellLabels(losesAnswer: (request: string) => boolean = () => false) {
	const service = easyPostStandIn();
	const { fetch } = globalThis;
	vi.stubGlobal("fetch", async (...sent: Parameters<typeof fetch>) => {
		const request = new Request(...sent);
		if (!request.url.startsWith(api)) return fetch(...sent);
		const path = request.url.slice(api.length);
		const response = service.answer(request.method, path, await request.text());
		if (losesAnswer(`${request.method} ${path}`)) throw new TypeError("network error");
		return response;
	});
	Object.assign(env, { EASYPOST_API_KEY: "EZTK1", EASYPOST_API_URL: api });
	const stop = () => {
		vi.stubGlobal("fetch", fetch);
		Object.assign(env, { EASYPOST_API_KEY: "" });
	};
	return { ...service, stop };
}
