/** The screens in the contact sheets, by who sees them. */
import { demoAccounts } from "../../local/demo/accounts.ts";
import { adminPages, customerPages } from "../journeys/guarded-pages.ts";

export type Viewer = "visitor" | "customer" | "administrator";

export interface Screen {
	path: string;
	viewer: Viewer;
}

const publicPaths = [
	...["/", "/tools", "/tools/c", "/tools/c/wheels", "/tools/torque-wrench", "/tools/headset-press"],
	...[
		"/tools?q=chain+skips",
		"/tools?q=nothing+like+it",
		"/compare?tool=torque-wrench&tool=y-hex-key",
	],
	...["/jobs", "/jobs/replace-chain", "/jobs/true-wheel", "/review", "/blogs", "/portfolio"],
	...[
		"/fit",
		"/fit?kind=road&brand=shimano",
		"/fit?cassette=hg-8-10&chain=9",
		"/fit/bottom-bracket",
	],
	...["/cart", "/login", "/signup", "/forgot", "/widgets", "/legal/returns", "/nope", "/design"],
];

/** The account that looks at the screens of staff and of customers. */
export const accountOf = (viewer: Viewer) =>
	demoAccounts.find(({ role }) => role === (viewer === "administrator" ? "admin" : "user"));

const ofViewer = (viewer: Viewer, paths: readonly string[]): Screen[] =>
	paths.map((path) => ({ path, viewer }));

export const screens: readonly Screen[] = [
	...ofViewer("visitor", publicPaths),
	...ofViewer("customer", Object.keys(customerPages)),
	...ofViewer("administrator", Object.keys(adminPages)),
];

/** The widths and colour schemes, each of which has a sheet. */
export const looks = [390, 768, 1440].flatMap((width) =>
	(["light", "dark"] as const).map((scheme) => ({ width, scheme, name: `${width}-${scheme}` })),
);
export type Look = (typeof looks)[number];
