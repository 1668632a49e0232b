/** Tools with what their pages show. */
import { env } from "cloudflare:workers";
import type { Action } from "../../src/shop/fit/standards.ts";
import type { Companion } from "../../src/shop/jobs/tool-jobs.ts";
import { addCapability, addTool } from "./shop.ts";

/** The standards of cassettes. */
export const standards = ["hg", "xd", "campagnolo"];

/** What goes with a tool that removes cassettes. */
export const companion = (action: Action, more: Partial<Companion> = {}): Companion => ({
	of: ["remove", "cassette", standards],
	action,
	dimension: "cassette",
	standards,
	from: null,
	to: null,
	for: action,
	...more,
});

/** Adds a tool with one action on these standards of a cassette. */
export async function addCassetteTool(
	action: Action,
	ids: readonly string[],
	more: { also?: boolean } = {},
): Promise<string> {
	const id = await addTool();
	for (const standard of ids) {
		await addCapability(id, { action, dimension: "cassette", standard, ...more });
	}
	return id;
}

export async function setCategory(category: string, ...ids: string[]): Promise<void> {
	await env.DB.batch([
		env.DB.prepare("insert or ignore into categories (slug, name) values (?1, ?1)").bind(category),
		...ids.map((id) =>
			env.DB.prepare("update tools set category_slug = ? where id = ?").bind(category, id),
		),
	]);
}

/** Sets the images of a tool after the first, by their texts. */
export const setFurtherImages = (id: string, ...texts: string[]) =>
	env.DB.prepare("update tools set further_images = ? where id = ?")
		.bind(JSON.stringify(texts.map((alt, index) => ({ image: `/images/${index + 1}`, alt }))), id)
		.run();
