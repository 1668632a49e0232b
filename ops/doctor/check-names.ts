/** Checks that the names of variants say their options, and that lines say what was sold where that is certain. */
import * as v from "valibot";
import { nameWithOptions, valuesMissingIn } from "../../src/shop/tools/variants.ts";
import { maxLengths } from "../../src/values/fields.ts";
import { count, type RunQuery, rows, sqlString } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** The options of a tool, as a line stores them when it is placed. */
const optionsOfTool =
	"(select json_group_array(json_array(axis.value ->> 'name', tools.option_values ->> (axis.value ->> 'key'))) from families as of_tool, json_each(of_tool.options) as axis where of_tool.id = tools.family_id group by of_tool.id)";

const namedSchema = v.object({
	id: v.string(),
	name: v.string(),
	isShared: v.number(),
	options: v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.string()]))),
});

/**
 * Checks that each tool of a family says its options in its name. A value was taken for said where its letters were in a
 * word ("M" in "Mechanic"), and two tools can have one name: either is repaired by what is missing. Somebody who says an
 * option in other words is left alone, and what was sold keeps the name that it was sold by.
 */
export async function checkNames(query: RunQuery, now = Date.now()): Promise<Check> {
	const found = await rows(
		query,
		`select id, name, ${optionsOfTool} as options, (select count(*) from tools as other where other.family_id = tools.family_id and lower(other.name) = lower(tools.name)) > 1 as isShared from tools where family_id is not null and archived_at is null`,
		namedSchema,
	);
	const findings = found.flatMap(({ id, name, options, isShared }): Finding[] => {
		const values = options.map(([, value]) => value);
		const made = nameWithOptions(name, values, maxLengths.name);
		const isMisread = valuesMissingIn(name, values).some((value) =>
			name.toLowerCase().includes(value.toLowerCase()),
		);
		if (made === name || !(isMisread || isShared)) return [];
		const unchanged = `id = ${sqlString(id)} and name = ${sqlString(name)}`;
		return [
			{
				subject: id,
				message: `"${name}" doesn't say all of its options: "${made}" does`,
				fix: {
					by: "sql",
					statements: [
						`insert into audit (created_at, actor_id, action, subject_id, detail) select ${now}, null, 'tool.changed', id, json_object('name', ${sqlString(made)}, 'nameWas', name) from tools where ${unchanged}`,
						`update tools set name = ${sqlString(made)}, updated_at = max(${now}, updated_at + 1) where ${unchanged}`,
					],
				},
			},
		];
	});
	return checkResult("names", found.length, findings);
}

/**
 * A line that says neither options nor code, whose tool has them, is called as it was then, and has no change in the
 * history since: what it is now, it was then.
 */
const isCertain =
	"order_lines.sku is null and order_lines.options is null and (tools.sku is not null or tools.family_id is not null) and tools.name = order_lines.tool_name and not exists (select 1 from audit where audit.subject_id = tools.id and audit.action = 'tool.changed' and audit.created_at >= order_lines.created_at)";

/** Checks that lines say options and code where these are certain. Invoices stay as they were issued. */
export async function checkSoldTools(query: RunQuery): Promise<Check> {
	const found = await rows(
		query,
		`select order_lines.id as id from order_lines join tools on tools.id = order_lines.tool_id where ${isCertain}`,
		v.object({ id: v.string() }),
	);
	const findings = found.map(
		({ id }): Finding => ({
			subject: id,
			message: "doesn't say the options and the code of its tool, which are certain",
			fix: {
				by: "sql",
				statements: [
					`update order_lines set sku = tools.sku, options = ${optionsOfTool} from tools where tools.id = order_lines.tool_id and order_lines.id = ${sqlString(id)} and ${isCertain}`,
				],
			},
		}),
	);
	return checkResult("sold_tools", await count(query, "order_lines"), findings);
}
