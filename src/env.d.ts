/// <reference path="../.astro/types.d.ts" />
/// <reference path="./bindings.d.ts" />

declare namespace App {
	interface Locals {
		/** The shop's origin, for pages that the Worker renders. */
		origin?: string;
	}
}
