/// <reference types="astro/client" />
/// <reference path="../worker-configuration.d.ts" />

declare namespace Cloudflare {
	interface Env {
		/** A secret that may be missing, and so does not stand among the required ones. */
		GOOGLE_CLIENT_SECRET?: string;
	}
}
