/** The addresses of the pictures of empty states. Those that are not drawn are left out. */

/// <reference types="astro/client" />

const files = import.meta.glob<string>(
	"../../assets/pictures/{empty-cart,no-results,no-orders,no-reviews,no-sales,all-done,check-mail}.svg",
	{ eager: true, query: "?url&no-inline", import: "default" },
);

export type EmptyPicture =
	| "empty-cart"
	| "no-results"
	| "no-orders"
	| "no-reviews"
	| "no-sales"
	| "all-done"
	| "check-mail";

/** The address of a picture, if there is one. */
export const emptyPicture = (name: EmptyPicture | undefined): string | undefined =>
	name && files[`../../assets/pictures/${name}.svg`];
