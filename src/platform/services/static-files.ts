/** Reads static files of the build. */
import { env } from "cloudflare:workers";

/** Returns a file by its path from the root of the site. Throws if there is none. */
export async function readStaticFile(path: string): Promise<ArrayBuffer> {
	// The binding looks at the path alone.
	const response = await env.ASSETS.fetch(`https://static.test${path}`);
	if (!response.ok) throw new Error(`The build has no ${path}: ${response.status}.`);
	return response.arrayBuffer();
}
