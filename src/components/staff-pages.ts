/**
 * All pages of the dashboard for staff: the place of each, and who may see it. The menu, the tabs of a place, Find anything
 * and the tests of the pages' guards read this list. Names are in messages/dashboard.ts.
 */

import { may, type Permission, type Role } from "../access/roles.ts";
import type { IconName } from "../islands/ui/icons.ts";
import {
	type Place,
	placeNames,
	type StaffPage,
	staffPageTexts,
	staffViewTexts,
} from "../messages/dashboard.ts";
import { sitePaths } from "../paths/site.ts";
import { staffPaths } from "../paths/staff.ts";

const paths = {
	...sitePaths,
	...staffPaths,
	homePage: staffPaths.settingsOf("home"),
	navigation: staffPaths.settingsOf("navigation"),
	mails: staffPaths.settingsOf("mails"),
};

const access: Record<StaffPage, [place: Place, permission: Permission]> = {
	overview: ["overview", "sales"],
	orders: ["orders", "orders"],
	manageOrders: ["orders", "orders"],
	toShip: ["orders", "shipping"],
	packing: ["orders", "shipping"],
	returns: ["orders", "orders"],
	newOrder: ["orders", "orders"],
	products: ["products", "products"],
	manageProducts: ["products", "products"],
	imports: ["products", "products"],
	manageCategories: ["products", "products"],
	makers: ["products", "products"],
	suppliers: ["products", "products"],
	addProducts: ["products", "products"],
	customers: ["customers", "admin"],
	makeAdmin: ["customers", "admin"],
	offers: ["marketing", "products"],
	giftCards: ["marketing", "orders"],
	partners: ["marketing", "sales"],
	searches: ["marketing", "products"],
	reviews: ["reviews", "reviews"],
	questions: ["reviews", "reviews"],
	invoices: ["finance", "sales"],
	exports: ["finance", "products"],
	pages: ["content", "admin"],
	homePage: ["content", "admin"],
	navigation: ["content", "admin"],
	mails: ["content", "admin"],
	settings: ["settings", "admin"],
	audit: ["settings", "history"],
	health: ["settings", "admin"],
	myProfile: ["settings", "shipping"],
};

const placeIcons: Record<Place, IconName> = {
	overview: "chart",
	orders: "box",
	products: "tool",
	customers: "people",
	marketing: "tag",
	reviews: "star",
	finance: "receipt",
	content: "list",
	settings: "gear",
};

/** The entries of the specification, which the menu always has below the places. */
const always: readonly StaffPage[] = [
	"myProfile",
	"makeAdmin",
	"addProducts",
	"manageOrders",
	"manageProducts",
];
/** What a place's pages have as a button beside their heading: no tab. */
const actions: readonly StaffPage[] = ["newOrder", "addProducts"];

export const staffPages = (Object.keys(staffPageTexts) as StaffPage[]).map((page) => {
	const [[name, detail], [place, permission]] = [staffPageTexts[page], access[page]];
	return { page, path: paths[page], name, detail, place, permission };
});

export type StaffPart = (typeof staffPages)[number];

/** The addresses that Find anything has beside the pages of the menu. */
const views: Record<keyof typeof staffViewTexts, Permission> = {
	unlistedProducts: "products",
	lowStock: "products",
	partnersCsv: "sales",
	tools: "orders",
	review: "orders",
};
const staffViews = (Object.keys(views) as (keyof typeof views)[]).map((view) => {
	const [name, detail] = staffViewTexts[view];
	return { path: paths[view], name, detail, permission: views[view] };
});

const isFor = (role: Role) => (page: { permission: Permission }) => may(role, page.permission);

/** What Find anything has for a role: the pages of its menu, and views of them. */
export const findablePagesOf = (role: Role) => [...staffPages, ...staffViews].filter(isFor(role));

/** Whether an address is a page or below it, and has its parameters. */
function isAt(path: string, url: URL): boolean {
	const page = new URL(path, url);
	return (
		`${url.pathname}/`.startsWith(`${page.pathname}/`) &&
		[...page.searchParams].every(([name, value]) => url.searchParams.get(name) === value)
	);
}

/** The lists of pages that have the specification's addresses, or that customers see too. */
const listOf: Record<string, string> = { orders: staffPaths.orders, update: staffPaths.products };

/** The page of an address, or the one that it is below: the longest path that it begins with. */
export function staffPageAt(url: URL) {
	const list = new URL(listOf[url.pathname.split("/")[1] ?? ""] ?? url, url);
	return staffPages
		.filter(({ path }) => isAt(path, list))
		.toSorted((one, other) => other.path.length - one.path.length)[0];
}

/** Views of one list: from one to another the state and the search stay. */
const viewsOfLists: readonly (readonly StaffPage[])[] = [
	["orders", "manageOrders", "toShip", "packing"],
	["products", "manageProducts"],
];

/** The path of a part of a place, with the state and the search of an address of the same list. */
export function partPath({ page, path }: StaffPart, at: StaffPart, { searchParams }: URL): string {
	const isOfList = viewsOfLists.some((views) => views.includes(page) && views.includes(at.page));
	const kept = [...searchParams].filter(([name, value]) => value && ["tab", "q"].includes(name));
	return isOfList && kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path;
}

/**
 * The menu of a role at a page: the places, of which the open one has its other parts below it, then the entries that always
 * stand there. A place leads to its first part that the role may see.
 */
export function staffMenuOf(role: Role, at: StaffPart | undefined) {
	const pages = staffPages.filter(isFor(role));
	const own = pages.filter(({ page }) => always.includes(page));
	const places = (Object.keys(placeNames) as Place[]).flatMap((place) => {
		const parts = pages.filter((page) => page.place === place);
		const [first] = parts;
		if (!first || own.includes(first)) return [];
		const name = placeNames[place];
		const others = parts.filter((part) => !own.includes(part) && part.name !== name);
		const isOpen = place === at?.place;
		return { name, path: first.path, icon: placeIcons[place], isOpen, parts, others };
	});
	return {
		places: places.map((place) => ({
			...place,
			// With one place alone there is room for its parts.
			others: place.isOpen || places.length === 1 ? place.others : [],
			tabs: place.parts.filter(({ page }) => !actions.includes(page)),
		})),
		own: always.flatMap((page) => own.filter((one) => one.page === page)),
	};
}

/** Where a role begins: the first place; undefined for customers. */
export const firstPageOf = (role: Role) => staffMenuOf(role, undefined).places[0];
