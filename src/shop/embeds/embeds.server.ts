/** The embed data out of the database, and the built elements as the shop serves them. */
import { eq } from "drizzle-orm";
import style from "../../../.generated/widgets/style.css?raw";
import script from "../../../.generated/widgets/widgets.js?raw";
import { version } from "../../../widgets/package.json";
import type { ReviewData, ToolData } from "../../../widgets/src/data.ts";
import { tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { database } from "../../platform/database.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { reviewsQuery, toReview } from "../reviews/reviews.server.ts";
import { toDollars } from "../values.ts";
import { excerpt, excerpts, frameScript, frameStyle, toTheMinute } from "./embeds.ts";

/** What the card of a tool shows; one no longer sold is said to be so. Refuses with not_found. */
export async function toolData(toolId: string): Promise<ToolData> {
	const [row] = await database().select().from(tools).where(eq(tools.id, toolId));
	if (!row) throw new ShopError("not_found");
	const shown = {
		_id: row.id,
		name: row.name,
		image: row.image,
		description: excerpt(row.description, excerpts.tool),
		checkedAt: toTheMinute(new Date()),
	};
	if (row.archivedAt) return { ...shown, retired: true };
	const { minOrderQuantity, quantity, priceCents } = row;
	return { ...shown, minOrderQuantity, quantity, price: toDollars(priceCents) };
}

/** What a feed of the newest reviews shows. */
export async function reviewsData(count: number): Promise<ReviewData[]> {
	const rows = await reviewsQuery({ limit: count, cursor: undefined });
	return rows.slice(0, count).map((row) => {
		const review = toReview(row);
		return { ...review, description: excerpt(review.description, excerpts.review) };
	});
}

/** The elements' stylesheet, for markup that is rendered here. */
export const elementStyle: string = style;

/** The version of the elements, and the major version that follows it. */
export const widgetsVersion: string = version;
export const widgetsMajor: string = version.split(".", 1)[0] ?? version;

/** What stands in the built script where the shop's origin belongs (widgets/build.ts). */
const originToCome = "https://cogsmith.invalid";

/** The script of both elements, with this shop's origin in it. */
export function widgetsScript(): string {
	return script.replaceAll(originToCome, shopOrigin());
}

async function digest(algorithm: "SHA-256" | "SHA-384", text: string): Promise<string> {
	const bytes = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
	return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/** The integrity of the script, as a page names it (W3C Subresource Integrity). */
export async function widgetsIntegrity(): Promise<string> {
	return `sha384-${await digest("SHA-384", widgetsScript())}`;
}

/** The policy source of the stylesheet that ready markup brings along. */
export async function styleSource(): Promise<string> {
	return `'sha256-${await digest("SHA-256", style)}'`;
}

/**
 * A frame's content policy: its own styles and script by their hashes, the shop's pictures, and what
 * may stand around it: any page, or none where it is markup to be fetched and not a frame.
 */
export async function framePolicy(around: "*" | "'none'" = "*"): Promise<string> {
	const own = await Promise.all(
		[style, frameStyle, frameScript].map((text) => digest("SHA-256", text)),
	);
	const [first, second, third] = own.map((hash) => `'sha256-${hash}'`);
	return [
		"default-src 'none'",
		`img-src ${shopOrigin()}`,
		`style-src ${first} ${second}`,
		`script-src ${third}`,
		"base-uri 'none'",
		"form-action 'none'",
		`frame-ancestors ${around}`,
		"trusted-types 'none'",
		"require-trusted-types-for 'script'",
	].join("; ");
}
