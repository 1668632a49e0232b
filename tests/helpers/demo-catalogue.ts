/** Inserts the demo shop's categories and tools, with what these do, without images. */
import { env } from "cloudflare:workers";
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import { demoCategories, demoTools } from "../../local/demo/data.ts";
import { addCapability } from "./shop.ts";

export async function addDemoCatalogue(): Promise<void> {
	await env.DB.batch([
		...demoCategories.map(({ slug, name }, index) =>
			env.DB.prepare("insert into categories (slug, name, position) values (?, ?, ?)").bind(
				slug,
				name,
				index,
			),
		),
		...demoTools.map((tool, index) =>
			env.DB.prepare(
				"insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, category_slug) values (?, ?, ?, '/images/none', ?, ?, ?, ?, ?, 1, ?)",
			).bind(
				tool.slug,
				tool.name,
				tool.description,
				tool.minOrderQuantity,
				tool.quantity,
				tool.quantity,
				tool.priceCents,
				1000 - index,
				tool.category,
			),
		),
	]);
	for (const [slug, capabilities] of Object.entries(demoCapabilities)) {
		for (const { action, dimension, standards = [], from, to, madeFor = true } of capabilities) {
			for (const standard of standards.length > 0 ? standards : [""]) {
				await addCapability(slug, {
					action,
					standard,
					also: !madeFor,
					...(dimension && { dimension }),
					...(from !== undefined && { from }),
					...(to !== undefined && { to }),
				});
			}
		}
	}
}
