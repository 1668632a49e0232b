/** Families of tools in the tests' database. */
import { env } from "cloudflare:workers";

/** Inserts a family whose tools differ by their size. */
export async function addFamily(
	id: string,
	sizes: Readonly<Record<string, string>>,
	name = "Hex key",
): Promise<void> {
	await env.DB.prepare(
		"insert into families (id, slug, name, description, options, created_at, updated_at) values (?1, ?1, ?2, '', ?3, 1, 1)",
	)
		.bind(id, name, JSON.stringify([{ key: "size", name: "Size" }]))
		.run();
	await env.DB.batch(Object.entries(sizes).map(([toolId, size]) => join(toolId, id, size)));
}

/** The statement that puts a tool into a family, or takes it out. */
export function join(toolId: string, family: string | null, size = ""): D1PreparedStatement {
	return env.DB.prepare("update tools set family_id = ?, option_values = ? where id = ?").bind(
		family,
		family === null ? null : JSON.stringify({ size }),
		toolId,
	);
}
