/** The screens in the contact sheets, by who sees them. */
import { demoAccounts } from "../../local/demo/accounts.ts";
import { adminPages, customerPages } from "../journeys/guarded-pages.ts";
import { pathsWithStates } from "../journeys/stored-states.ts";

/** A guest has tools in the cart and an order that is not paid; a rider's browser has stored all that it can. */
export type Viewer = "visitor" | "rider" | "guest" | "customer" | "administrator";

export interface Screen {
	/** `:order` is that of the guest, or the first that the customer's list links to. */
	path: string;
	viewer: Viewer;
}

const publicPaths = [
	"/",
	"/tools",
	"/tools/c",
	"/tools/c/wheels",
	"/tools/torque-wrench",
	"/tools/headset-press",
	"/tools?q=chain+skips",
	"/tools?q=nothing+like+it",
	"/compare?tool=torque-wrench&tool=y-hex-key",
	"/jobs",
	"/jobs/replace-chain",
	"/jobs/true-wheel",
	"/symptoms",
	"/symptoms/creaks",
	"/gift",
	"/gift?kind=road&mends=unknown",
	"/gift?kind=road&mends=gears&up-to=100",
	"/review",
	"/blogs",
	"/portfolio",
	"/fit",
	"/fit?kind=road&brand=shimano",
	"/fit?cassette=hg-8-10&chain=9",
	"/fit/bottom-bracket",
	"/cart",
	"/login",
	"/signup",
	"/forgot",
	"/widgets",
	"/legal/returns",
	"/nope",
	"/design",
	"/design/forms",
	"/blogs/first-tools",
	"/tools/torque-wrench/questions",
	"/tools?sale=1",
	"/tools/chains",
	"/withdraw",
	"/legal/accessibility",
];

const guestPaths = ["/cart", "/checkout", "/payment/:order", "/orders/:order", "/cart/basic"];

/** An order that is paid, from placing it to the parcel. */
const orderPaths = ["/payment/:order", "/orders/:order", "/orders/:order/return"];

/** The account that looks at the screens of staff and of customers. */
export const accountOf = (viewer: Viewer) =>
	demoAccounts.find(({ role }) => role === (viewer === "administrator" ? "admin" : "user"));

const ofViewer = (viewer: Viewer, paths: readonly string[]): Screen[] =>
	paths.map((path) => ({ path, viewer }));

export const screens: readonly Screen[] = [
	...ofViewer("visitor", publicPaths),
	...ofViewer("rider", pathsWithStates),
	...ofViewer("guest", guestPaths),
	...ofViewer("customer", [...Object.keys(customerPages), ...orderPaths]),
	...ofViewer("administrator", Object.keys(adminPages)),
];

/** The widths and colour schemes, each of which has a sheet. */
export const looks = [390, 768, 1440].flatMap((width) =>
	(["light", "dark"] as const).map((scheme) => ({ width, scheme, name: `${width}-${scheme}` })),
);
export type Look = (typeof looks)[number];
