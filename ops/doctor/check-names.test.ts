import { expect, it } from "vitest";
import { checkNames, checkSoldTools } from "./check-names.ts";
import { fix } from "./run-checks.ts";
import { addLine, healthyShop, now, testTarget } from "./testing.ts";

it("repairs names that hide an option, and lines where what was sold is certain", async () => {
	const db = healthyShop();
	const { target } = await testTarget(db);
	db.exec(
		`insert into families (id, slug, name, description, options, created_at, updated_at) values ('gloves', 'gloves', 'Mechanic glove', '', '[{"key":"size","name":"Size"},{"key":"color","name":"Color"}]', 1, 1)`,
	);
	const add = (id: string, name: string, size: string) =>
		db
			.prepare(
				`insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, sku, family_id, option_values) values (?1, ?2, '', '/images/x', 1, 8, 8, 1000, 1, 1, ?1, 'gloves', json_object('size', ?3, 'color', 'Black'))`,
			)
			.run(id, name, size);
	add("M", "Mechanic glove, Black", "M");
	add("L", "Mechanic glove, Black", "L");
	add("XL", "Mechanic glove, XL, Black", "XL");
	// In other words, by somebody: that is theirs.
	add("XXL", "Mechanic glove in black, the widest", "XXL");
	for (const [id, tool, name] of [
		["certain", "M", "Mechanic glove, Black"],
		["changed", "L", "Mechanic glove, Black"],
		["renamed", "XL", "Glove"],
	] as const) {
		addLine(db, id);
		db.prepare("update order_lines set tool_id = ?, tool_name = ? where id = ?").run(
			tool,
			name,
			id,
		);
	}
	db.exec(
		`insert into audit (created_at, actor_id, action, subject_id, detail) values (${now + 1}, null, 'tool.changed', 'L', '{}')`,
	);
	const sold = await checkSoldTools(target.query);
	const names = await checkNames(target.query);
	expect(sold.findings.map(({ subject }) => subject)).toEqual(["certain"]);
	expect(names.findings.map(({ subject }) => subject)).toEqual(["M", "L"]);
	for (const check of [sold, names]) expect(await fix(target, check)).toMatchObject({ errors: [] });
	expect(
		db.prepare("select id, sku, options, tool_name from order_lines where id <> 'open'").all(),
	).toMatchObject([
		{
			id: "certain",
			sku: "M",
			options: '[["Size","M"],["Color","Black"]]',
			tool_name: "Mechanic glove, Black",
		},
		{ id: "changed", sku: null, options: null },
		{ id: "renamed", sku: null, options: null },
	]);
	expect(db.prepare("select name from tools where id in ('M', 'L') order by id").all()).toEqual([
		{ name: "Mechanic glove, Black, L" },
		{ name: "Mechanic glove, Black, M" },
	]);
	expect(db.prepare("select detail from audit where subject_id = 'M'").get()).toEqual({
		detail: '{"name":"Mechanic glove, Black, M","nameWas":"Mechanic glove, Black"}',
	});
	const after = [await checkSoldTools(target.query), await checkNames(target.query)];
	expect(after.flatMap(({ findings }) => findings)).toEqual([]);
});
