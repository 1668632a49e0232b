/// <reference types="astro/client" />
/// <reference path="../worker-configuration.d.ts" />

declare namespace Cloudflare {
	interface Env {
		/** An optional secret. `wrangler types` lists only the required ones. */
		GOOGLE_CLIENT_SECRET?: string;
	}
}
