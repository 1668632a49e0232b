import type { D1Migration } from "@cloudflare/vitest-plugin";

declare global {
	namespace Cloudflare {
		interface Env {
			MIGRATIONS: D1Migration[];
			/** tests/setup/kept-texts.ts */
			KEPT_TEXTS: Fetcher;
		}
	}
}
