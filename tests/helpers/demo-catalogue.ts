/** Inserts the demo shop's categories and tools, with what these do, without images. */
import { env } from "cloudflare:workers";
import { demoBundles } from "../../local/demo/bundles.ts";
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import { demoCategories, demoTools } from "../../local/demo/data.ts";
import { demoGiftCards, giftCardCategory } from "../../local/demo/gift-cards.ts";
import { addBundle, addCapability, addGiftCard } from "./shop.ts";

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
		for (const { action, dimension, from, to, madeFor = true, ...of } of capabilities) {
			const { standards = [], except = [] } = of;
			const rows = [
				...(from === undefined ? standards : [""]).map((standard) => ({ standard, fits: true })),
				...except.map((standard) => ({ standard, fits: false })),
			];
			for (const row of rows) {
				await addCapability(slug, {
					...row,
					action,
					also: !madeFor,
					...(dimension && { dimension }),
					...(from !== undefined && { from }),
					...(to !== undefined && { to }),
				});
			}
		}
	}
}

/** Inserts the demo's kits and gift cards, which the shop with a history has, with their slugs as ids. */
export async function addDemoGifts(): Promise<void> {
	for (const { slug, parts, ...kit } of demoBundles)
		await addBundle(
			parts.map(({ toolId, quantity }) => [toolId, quantity]),
			{ ...kit, id: slug },
		);
	for (const { slug, ...card } of demoGiftCards) await addGiftCard({ ...card, id: slug });
	const { slug, name } = giftCardCategory;
	await env.DB.batch([
		env.DB.prepare("insert into categories (slug, name, position) values (?, ?, 99)").bind(
			slug,
			name,
		),
		...[...demoBundles, ...demoGiftCards].map((tool) =>
			env.DB.prepare(
				"update tools set slug = id, description = ?, category_slug = ? where id = ?",
			).bind(tool.description, tool.category, tool.slug),
		),
	]);
}
