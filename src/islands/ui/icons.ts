/**
 * The shop's icons: one set, drawn as lines of 2 on a grid of 24, with round ends. Pages draw them with
 * components/ui/Icon.astro.
 */
export const icons = {
	search: "M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0m12 5 5 5",
	cart: "M2 4h3l3 12h10l3-9H6M8 20a1 1 0 1 0 2 0 1 1 0 1 0-2 0m8 0a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
	menu: "M3 6h18M3 12h18M3 18h18",
	person: "M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c0-5 3-7 8-7s8 2 8 7",
	bike: "M2 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0m12 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M6 16l3-8h7l2 8M8 6h3m-1 10 5-8m-5 8L9 9m6-4h2l1 3",
	tool: "M14 6a5 5 0 0 1 7-1l-3 3v2h2l3-3a5 5 0 0 1-7 6l-8 8-4-4 8-8a5 5 0 0 1 2-3Z",
	job: "M6 4h3v-1h6v1h3v17H6ZM9 9h6m-6 4h6m-6 4h3",
	gear: "M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0m3-9v3m0 12v3M3 12h3m12 0h3M6 6l2 2m8 8 2 2m0-12-2 2m-8 8-2 2",
	close: "M5 5l14 14M19 5 5 19",
	next: "M9 5l7 7-7 7",
	check: "M4 13l5 5L20 6",
	unknown: "M8 9a4 4 0 1 1 5 4c-1 .4-1 1-1 2m0 4v.1",
	box: "M3 8l9-5 9 5v9l-9 5-9-5Zm0 0 9 5 9-5m-9 5v9",
	truck:
		"M2 6h12v11H2Zm12 4h4l4 4v3h-8M5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0m11 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
	back: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 11h-3",
	clock: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m9-5v5l3 3",
	info: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m9-1v6m0-10v.1",
	warning: "M12 3 2 21h20Zm0 7v5m0 3v.1",
	mail: "M3 5h18v14H3Zm0 1 9 7 9-7",
	print: "M7 8V3h10v5M7 17H3V8h18v9h-4M7 14h10v7H7Z",
	chart: "M3 21h18M6 17v-5m6 5V4m6 13V9",
	list: "M9 6h12M9 12h12M9 18h12M3 6h1m-1 6h1m-1 6h1",
	phone: "M5 3h4l2 5-3 2a12 12 0 0 0 6 6l2-3 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 3 5a2 2 0 0 1 2-2Z",
	scan: "M3 8V4h4m10 0h4v4m0 8v4h-4M7 20H3v-4M8 8v8m4-8v8m4-8v8",
	receipt: "M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2ZM9 8h6m-6 4h6",
	add: "M12 4v16M4 12h16",
	archive: "M3 4h18v5H3Zm2 5v11h14V9m-9 5h4",
	tag: "M3 3h9l9 9-9 9-9-9Zm5 5v.1",
	download: "M12 3v12m-5-5 5 5 5-5M4 20h16",
	upload: "M12 16V4M7 9l5-5 5 5M4 20h16",
	people:
		"M5 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M1 21c0-5 3-7 8-7s8 2 8 7M16 4a4 4 0 0 1 0 8m2 3c3 1 5 3 5 6",
	shield: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6Zm-4 9 3 3 5-6",
	star: "M12 3l3 6 6 1-4.5 4.5 1 6.5-5.5-3-5.5 3 1-6.5L3 10l6-1Z",
	link: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1m1 5a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
	pulse: "M2 12h5l3-8 4 16 3-8h5",
} as const;

export type IconName = keyof typeof icons;
