/** The demo's suppliers, which the shop with a history has: who delivers which tools, and what they cost the shop. */

export interface DemoSupplier {
	name: string;
	mail: string;
	leadDays: number;
	reviewDays: number;
	minOrderCents: number;
	note: string;
	/** The slugs of the categories that it delivers. */
	categories: readonly string[];
	/** What the shop pays, in percent of the price. */
	costPercent: number;
}

export const demoSuppliers: readonly DemoSupplier[] = [
	{
		name: "Ninefold Tooling",
		mail: "orders@ninefold-tooling.test",
		leadDays: 28,
		reviewDays: 60,
		minOrderCents: 25_000,
		note: "Delivers on Tuesdays. Ask for the loading bay key.",
		categories: ["torque", "hex-and-torx", "chain-and-cassette", "bottom-bracket", "measuring"],
		costPercent: 56,
	},
	{
		name: "Hollowbeck Wholesale",
		mail: "desk@hollowbeck.test",
		leadDays: 14,
		reviewDays: 30,
		minOrderCents: 10_000,
		note: "Orders before noon leave the same day.",
		categories: ["drivetrain-parts", "brakes-and-cables", "pedals"],
		costPercent: 61,
	},
	{
		name: "Tarn & Tread Supply",
		mail: "sales@tarn-tread.test",
		leadDays: 35,
		reviewDays: 60,
		minOrderCents: 40_000,
		note: "Tubes come in boxes of ten.",
		categories: ["tires-and-tubes", "wheels"],
		costPercent: 52,
	},
];
