/**
 * The facts of this shop: its name, looks, seller, money and limits. To make the shop yours, change this
 * file; docs/your-own-shop.md explains each field. The build checks it and names a field that is wrong.
 */
import type { ShopConfig } from "./src/config/schema.ts";

export default {
	name: "Cogsmith",
	/** What the shop sells, as it stands after a colon. */
	tagline: "bicycle tools and parts",
	/** What the shop calls its customers. */
	customers: "riders",
	logo: {
		/** An SVG file in src/assets, drawn in `currentColor`. The header shows it in the primary colour. */
		mark: "logo.svg",
		/** The same for the browser's tab, on a square of the background colour. */
		icon: "icon.svg",
		/** The width of the name beside the mark, in pixels: about 12 a letter. */
		nameWidth: 97,
	},

	/** The theme, by daisyUI's color names. Text has a contrast of at least 4.5:1, or the build fails. */
	colors: {
		// Paper, graphite, anodised orange.
		light: {
			"base-100": "#f7f4ed",
			"base-200": "#ebe6db",
			"base-300": "#d3ccbd",
			"base-content": "#24272b",
			primary: "#b5410b",
			"primary-content": "#fffaf5",
			secondary: "#4a5057",
			"secondary-content": "#f7f4ed",
			accent: "#e2571b",
			"accent-content": "#1d0c03",
			neutral: "#24272b",
			"neutral-content": "#f7f4ed",
			info: "#1f5c86",
			"info-content": "#f5faff",
			success: "#1d6540",
			"success-content": "#f3fbf6",
			warning: "#7d5600",
			"warning-content": "#fffaf0",
			error: "#ad1136",
			"error-content": "#fff5f7",
		},
		dark: {
			"base-100": "#1b1e21",
			"base-200": "#24282c",
			"base-300": "#3a4046",
			"base-content": "#ece7dc",
			primary: "#ff8a4c",
			"primary-content": "#1d0c03",
			secondary: "#b3bac1",
			"secondary-content": "#1b1e21",
			accent: "#ff8a4c",
			"accent-content": "#1d0c03",
			neutral: "#ece7dc",
			"neutral-content": "#24272b",
			info: "#86c1ea",
			"info-content": "#07131c",
			success: "#7fd3a0",
			"success-content": "#06170d",
			warning: "#e5b95c",
			"warning-content": "#1a1200",
			error: "#ff8aa1",
			"error-content": "#26030c",
		},
	},

	fonts: {
		heading: {
			name: "Barlow Condensed",
			/** A font file, from the root of the project. The build keeps only the characters of headings. */
			file: "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2",
			weight: 600,
			fallbacks: ["Arial Narrow", "sans-serif"],
		},
		/** Fonts that devices have: text needs no download. */
		text: ["system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "Ubuntu", "sans-serif"],
	},

	/** ISO 4217. One per shop: don't change it once there are orders. */
	currency: "USD",
	/** BCP 47. How numbers, prices and dates are written; the texts are English. */
	locale: "en-US",
	/** The zone by IANA's list, such as "America/New_York": the overview, lists and exports count its days. */
	timeZone: "UTC",

	contact: {
		email: "hello@cogsmith.test",
		address: ["Cogsmith workshop", "9 Workshop Lane", "Portland, OR 97201"],
	},
	/** Who concludes the contracts, for the legal pages. */
	seller: {
		name: "Cogsmith workshop",
		address: { line1: "9 Workshop Lane", city: "Portland", region: "OR", postalCode: "97201" },
		/** The seller's country, by its code of ISO 3166-1. */
		country: "US",
		/** Optional, as the two below: the imprint and the contact page print what there is. These are invented. */
		phone: "+1 503 555 0142",
		registration: "Oregon Business Registry 0000000-00 (example)",
		taxId: "00-0000000 (example)",
	},
	/** The folder of the blogs, the portfolio and the legal pages: docs/content.md explains its files. */
	content: "content",
	mail: {
		/** The sender of the shop's mails: an address of a domain set up in Cloudflare Email Service. */
		from: "shop@cogsmith.test",
		/** Who gets the digest of new orders and low stock, at most once an hour. `[]` switches it off. */
		digestTo: ["hello@cogsmith.test"],
		/** A tool is low in stock once an order leaves this many items or fewer. */
		lowStock: 5,
	},

	/** Where orders are shipped to, and what it costs. The first rate with the country applies. */
	shipping: { countries: "all", rates: [{ countries: "all", price: 0, days: [4, 14] }] },
	/** Whether prices include a tax, or Stripe Tax calculates it, or there is none. */
	tax: { mode: "none" },

	/** How customers pay: by "card", or with all methods of Stripe's "payment-element". */
	paymentForm: "card",
	/** How many days after it arrived an order can be returned: the law may require at least some. */
	returnDays: 14,
	/** The law that the shop keeps, by where its buyers are: docs/law.md has each rule. The official notice is the owner's to add. */
	law: { regions: ["eu"] },
	/** Optional: what a workshop near your customers takes for an hour, so that a job's page can compare. An example. */
	workshopHour: 90,

	/** What precedes the numbers of orders, which start with 1001: at most 8 letters, - and #. */
	orders: { numberPrefix: "" },
	/** What precedes the year and number of invoices and of credit notes, and when an invoice is made. */
	invoices: { series: "INV-", creditNoteSeries: "CN-", at: "payment" },

	/** How long an unpaid order reserves its stock. */
	reservationMinutes: 1440,
	/** Per account. docs/operation.md explains them. */
	limits: {
		/** Unpaid orders, and the items they reserve in total. */
		openOrders: 20,
		reservedItems: 200,
		/** The same while the account's e-mail is not verified. */
		openOrdersUnverified: 5,
		reservedItemsUnverified: 50,
		/** How long these orders reserve their stock, and how many percent of a tool's stock all of them can reserve together. */
		reservationMinutesUnverified: 30,
		percentUnverified: 50,
		/** These orders of one network, the items they reserve in total, and e-mails a day to addresses that nobody has verified. */
		openOrdersPerNetwork: 10,
		reservedItemsPerNetwork: 100,
		mailsPerDayAndNetwork: 30,
		reviewsPerDay: 10,
		uploadsPerDay: 50,
		adminUploadsPerDay: 500,
	},

	/** The links of the navigation bar. Those for signed-in users follow them. */
	navigation: [
		{ label: "Home", path: "/" },
		{ label: "Tools", path: "/tools" },
		{ label: "Review", path: "/review" },
		{ label: "Blogs", path: "/blogs" },
		{ label: "My Portfolio", path: "/portfolio" },
	],
	/** An entry without a path is plain text; so is a legal page until it is published. */
	footer: {
		columns: [
			{
				title: "Services",
				entries: [
					{ label: "Review", path: "/review" },
					{ label: "Design" },
					{ label: "Marketing" },
					{ label: "Advertisement" },
				],
			},
			{
				title: "Company",
				entries: [
					{ label: "Blogs", path: "/blogs" },
					{ label: "Portfolio", path: "/portfolio" },
					{ label: "Jobs", path: "/portfolio" },
					{ label: "Press kit", path: "/portfolio" },
				],
			},
			{
				title: "Legal",
				entries: [
					{ label: "Terms of use", legal: "terms" },
					{ label: "Privacy policy", legal: "privacy" },
					{ label: "Cookie policy", legal: "cookies" },
					{ label: "Imprint", legal: "imprint" },
				],
			},
			{
				title: "Help",
				entries: [
					{ label: "Shipping", legal: "shipping" },
					{ label: "Returns", legal: "returns" },
					{ label: "Contact", legal: "contact" },
					{ label: "Accessibility", legal: "accessibility" },
				],
			},
		],
	},
	/** `icon` is a path on a grid of 24 by 24, drawn as a line. Without `url` it is no link. */
	social: [
		{
			name: "Mastodon",
			icon: "M4 8a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4H9m0 0c0 2 2 3 5 3m-7-7V9a2.5 2.5 0 0 1 5 0v3m0-3a2.5 2.5 0 0 1 5 0v4",
		},
		{
			name: "Photos",
			icon: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm7 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Zm4.8-1.3h.1",
		},
		{
			name: "Videos",
			icon: "M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Zm6 3 5 3-5 3Z",
		},
	],

	home: {
		/** For search engines. */
		description:
			"Workshop tools and parts for bicycles, from tire levers to truing stands, with honest notes on what fits.",
		headline: "The right tool, on the right hook.",
		intro:
			"{{name}} stocks what a tidy workshop needs and little else. Every tool's page shows what we know of its fit, how many are left and what riders think of it.",
		/** Images in src/assets/slides, at least 720 pixels high. 4:3 of their right side are shown. */
		slides: [
			{
				id: "slide-wall",
				image: "workshop-wall.svg",
				title: "A hook for every tool",
				text: "Workshop tools and parts for bicycles, each listed with what it fits.",
				alt: "A pegboard wall with bicycle tools hung on hooks, each over its painted outline; one outline is empty.",
				path: "/tools",
			},
			{
				id: "slide-wheel",
				image: "wheel-truing.svg",
				title: "True wheels without guessing",
				text: "A stiff stand and a snug spoke wrench show you a wobble long before you feel it on the road.",
				alt: "A spoked wheel in a truing stand, with the indicator close to the rim and a spoke wrench on a nipple.",
				path: "/jobs/true-wheel",
			},
			{
				id: "slide-drivetrain",
				image: "drivetrain.svg",
				title: "Check the chain, save the cassette",
				text: "A worn chain wears out everything it touches; a simple gauge tells you when to change it.",
				alt: "A cassette with a chain running over it and a chain wear checker resting in the links.",
				path: "/jobs/check-chain-wear",
			},
			{
				id: "slide-bench",
				image: "bench.svg",
				title: "Tight enough, and no tighter",
				text: "Torque wrenches and hex keys in the range that stems, seatposts and rotors require.",
				alt: "A workbench with a torque wrench, a handlebar stem, a notebook and a mug in front of a pegboard.",
				path: "/tools/c/torque",
			},
		],
		symptoms: [
			{ label: "Chain skips", search: "chain skips" },
			{ label: "Brakes squeal", search: "brakes squeal" },
			{ label: "Flat tire", search: "flat tire" },
			{ label: "Wheel wobbles", search: "wheel wobbles" },
			{ label: "Something creaks", search: "creaks" },
		],
		/** The jobs of each month, from January on: what wears in the wet, then what one sets up for the season. */
		jobsByMonth: [
			"replace-chain",
			"clean-chain",
			"check-chain-wear",
			"index-gears",
			"true-wheel",
			"tubeless-setup",
			"fix-flat",
			"patch-tube",
			"replace-brake-cable",
			"replace-disc-pads",
			"replace-rim-brake-pads",
			"bleed-shimano-brake",
		],
		promotion: {
			headline: "Read it from riders, not from us.",
			text: "Reviews are published as written, critical ones included. They're the quickest way to learn whether a tool earns its hook on your wall.",
		},
	},
} satisfies ShopConfig;
