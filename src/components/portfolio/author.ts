/** The texts of the portfolio page and the CV. `node local/cv.ts` creates the CV from them. */

export const author = {
	name: "The maker of Cogsmith",
	headline: "Writes web software and repairs bicycles",
	email: "hello@cogsmith.test",
	address: ["Cogsmith workshop", "9 Workshop Lane", "Portland, OR 97201"],
	cv: "/cv.pdf",
	profile:
		"I build web software end to end: the page a visitor sees, the rule that decides who may do what, the row in the database, and the test that holds all three to their word. I like small programs that keep working when the network, the payment or the user does something unexpected. Bicycles taught me most of it: measure first, loosen nothing you can't tighten again, and write down what you changed.",
} as const;

export const skills = [
	{
		name: "At the edge",
		text: "TypeScript on Cloudflare Workers with Astro, D1 and R2. Pages rendered close to the visitor and light enough for a phone on a slow train.",
	},
	{
		name: "In the browser",
		text: "HTML that works before any script does, React where a page is interactive, custom elements where no framework should be needed. Keyboard and screen reader included.",
	},
	{
		name: "Money and data",
		text: "Orders that may be sent twice and count once, signed webhooks, and SQL constraints that hold when the code above them is wrong.",
	},
	{
		name: "At the bench",
		text: "Wheels trued and tensioned, bearings, drivetrains, hydraulic brakes. The torque wrench is for every bolt with a number on it.",
	},
] as const;

export const projects = [
	{
		name: "The edge storefront",
		text: "Cogsmith itself, a shop for bicycle tools. Public pages arrive as HTML that can be read and navigated without JavaScript; React loads only where a user orders, pays or signs in. An order reserves its stock in the same database transaction that creates it, so the last truing stand is sold once.",
	},
	{
		name: "The payment stand-in",
		text: "A local server with the card provider's paths, test cards and signed webhooks, and a card form for the browser. On request it drops, doubles, delays or reorders its webhooks, so that a bad day can be rehearsed at the desk, without an account or a network.",
	},
	{
		name: "The embeddable widgets",
		text: "Two custom elements, a tool card and a review feed, that a bicycle blog puts on its own pages with one line. Shadow DOM keeps both sides' styles apart, no library is needed at run time, and where scripts don't run a plain link to the shop remains.",
	},
] as const;
