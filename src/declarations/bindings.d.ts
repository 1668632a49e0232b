/// <reference path="../../worker-configuration.d.ts" />

declare namespace Cloudflare {
	interface Env {
		/** An optional secret. `wrangler types` lists only the required ones. */
		GOOGLE_CLIENT_SECRET?: string;
		/** Optional settings that override shop.config.ts. */
		MAIL_FROM?: string;
		DIGEST_TO?: string;
		LOW_STOCK?: string;
		ORDER_HOLD_MINUTES?: string;
		PHONE_ORDER_HOLD_DAYS?: string;
		MAX_OPEN_ORDERS?: string;
		MAX_HELD_PIECES?: string;
		MAX_OPEN_ORDERS_UNVERIFIED?: string;
		MAX_HELD_PIECES_UNVERIFIED?: string;
		HOLD_MINUTES_UNVERIFIED?: string;
		STOCK_PERCENT_UNVERIFIED?: string;
		MAX_OPEN_ORDERS_NETWORK?: string;
		MAX_HELD_PIECES_NETWORK?: string;
		MAILS_A_DAY_NETWORK?: string;
		REVIEWS_A_DAY?: string;
		UPLOADS_A_DAY?: string;
		ADMIN_UPLOADS_A_DAY?: string;
	}
}

declare namespace App {
	interface Locals {
		/** The shop's origin, for pages that the Worker renders. */
		origin?: string;
		/** The name of who is signed in, on pages that are not cached. */
		userName?: string;
		/** What the shop goes by now: for components, on pages that the Worker renders. */
		settings: () => Promise<import("../shop/settings/settings.server.ts").ShopSettings>;
	}
}

/** The hashes of the styles that islands insert, for the content policy: astro.config.mjs. */
declare const INSERTED_STYLES: readonly string[];

/** The routes of calls and files, as Astro names them: all others are pages. astro.config.mjs. */
declare const FILE_ROUTES: readonly string[];
