/** Families, kits and GTINs in files: what they make of the shop, and what reverting takes back. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { csvLine } from "../../src/shop/csv/csv.ts";
import { createImport, sweepImports } from "../../src/shop/imports/imports.server.ts";
import { addFamily, join } from "../helpers/families.ts";
import { work } from "../helpers/import-queue.ts";
import {
	addBundle,
	addTool,
	addTools,
	callApi,
	callerOf,
	insertImage,
	type Person,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;
const image = `/images/${"e".repeat(32)}`;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	await insertImage(image);
});

const call = (method: string, path: string, body?: object) =>
	callApi(method, path, { token: admin.token, ...(body && { body }) });
const read = async (id: string) => (await call("GET", `/import/${id}`)).body;
const linesOf = async (id: string, state: string) =>
	(await call("GET", `/import/${id}/line?state=${state}`)).body;

async function preview(...lines: (string | number)[][]): Promise<string> {
	const bytes = new TextEncoder().encode(lines.map(csvLine).join(""));
	const { insertedId } = await createImport(callerOf(admin), "tools.csv", bytes);
	await work();
	return insertedId;
}

async function save(id: string, mode: "all" | "good" = "all") {
	expect((await call("POST", `/import/${id}/start`, { mode })).status).toBe(200);
	await work();
	return read(id);
}

async function revert(id: string) {
	await call("POST", `/import/${id}/revert`);
	await work();
	return read(id);
}

const rowOf = (id: string | undefined) =>
	env.DB.prepare(
		"select tools.name, families.slug as family, option_values as options, quantity, stocked, made_of as parts from tools left join families on families.id = family_id where tools.id = ?",
	)
		.bind(id ?? "")
		.first<{ name: string; family: string | null; options: string | null; quantity: number }>();
const familyOf = (slug: string) =>
	env.DB.prepare("select id, name, description, options from families where slug = ?")
		.bind(slug)
		.first<{ id: string; name: string; description: string; options: string }>();

const headings = [
	"ID",
	"Name",
	"Description",
	"Price",
	"Images",
	"Family",
	"Option 1 name",
	"Option 1 value",
];

describe("the families of a file", () => {
	it("are made of new and of other tools, whose lines take over what the first one has, and go with the import", async () => {
		const [other] = await addTools(1, 5);
		await call("PATCH", `/service/${other}`, { name: "Cone wrench" });
		const id = await preview(
			headings,
			["", "Cone wrench, 13 mm", "Holds a cone.", 5, image, "Cone wrench", "Size", "13 mm"],
			["", "", "", 6, "", "Cone wrench", "", "14 mm"],
			[other ?? "", "Cone wrench", "Holds.", 7, "", "cone WRENCH", "", "15 mm"],
		);
		expect(await read(id)).toMatchObject({ counts: { new: 2, changed: 1, wrong: 0 } });
		expect((await linesOf(id, "waiting"))[0]).toMatchObject({
			name: "Cone wrench, 13 mm",
			changes: [
				{ column: "Family", before: "", after: "Cone wrench" },
				{ column: "Options", before: "", after: "13 mm" },
			],
		});
		const [changed] = (await linesOf(id, "waiting")).filter(
			(one: { kind: string }) => one.kind === "changed",
		);
		expect(changed.changes).toEqual(
			expect.arrayContaining([
				{ column: "Family", before: "", after: "Cone wrench" },
				{ column: "Options", before: "", after: "15 mm" },
				{ column: "Name", before: "Cone wrench", after: "Cone wrench, 15 mm" },
			]),
		);
		expect(await save(id)).toMatchObject({ state: "done", counts: { saved: 3, rejected: 0 } });
		expect(await familyOf("cone-wrench")).toMatchObject({
			name: "Cone wrench",
			description: "Holds a cone.",
			options: '[{"name":"Size","key":"size"}]',
		});
		const [first, second] = [`${id}-2`, `${id}-3`];
		for (const [tool, size] of [
			[first, "13 mm"],
			[second, "14 mm"],
			[other, "15 mm"],
		] as const)
			expect(await rowOf(tool)).toMatchObject({
				family: "cone-wrench",
				name: `Cone wrench, ${size}`,
				options: JSON.stringify({ size }),
			});
		const { body } = await call("GET", `/service/${second}`);
		expect(body).toMatchObject({
			state: "listed",
			description: "Holds a cone.",
			images: [{ image }],
		});
		expect(await revert(id)).toMatchObject({ state: "reverted", counts: { reverted: 3, kept: 0 } });
		expect(await rowOf(other)).toMatchObject({ family: null, options: null, name: "Cone wrench" });
		expect(await rowOf(first)).toBeNull();
		expect(await familyOf("cone-wrench")).toBeNull();
	});

	it("exchange tools and options, and lose tools, until the import is reverted", async () => {
		const [four, five, one] = await addTools(3, 5);
		await addFamily("left", { [four ?? ""]: "4", [five ?? ""]: "5" }, "Left");
		await addFamily("right", { [one ?? ""]: "1" }, "Right");
		const names = ["ID", "Family", "Option 1 name", "Option 1 value"];
		const swapped = await preview(
			names,
			[four ?? "", "left", "Size", "5"],
			[five ?? "", "Left", "", "4"],
		);
		expect(await save(swapped)).toMatchObject({ counts: { saved: 2 } });
		expect(await rowOf(four)).toMatchObject({ options: '{"size":"5"}' });
		expect(await revert(swapped)).toMatchObject({ counts: { reverted: 2 } });
		expect(await rowOf(four)).toMatchObject({ options: '{"size":"4"}' });

		const id = await preview(names, [four ?? "", "right", "", "4"], [five ?? "", "", "", ""]);
		await save(id);
		expect(await rowOf(four)).toMatchObject({ family: "right" });
		expect(await rowOf(five)).toMatchObject({ family: null, options: null });
		// It is empty, and stays while the import can be reverted.
		await sweepImports();
		expect(await familyOf("left")).not.toBeNull();
		expect(await revert(id)).toMatchObject({ counts: { reverted: 2, kept: 0 } });
		expect(await rowOf(five)).toMatchObject({ family: "left", options: '{"size":"5"}' });
		await save(await preview(names, [one ?? "", "", "", ""]));
		await sweepImports(Date.now() + 31 * 86_400_000);
		expect(await familyOf("right")).toBeNull();
	});

	it("are as somebody else has made them meanwhile, and lines that do not go with that are listed", async () => {
		const [four, five, late] = await addTools(3, 5);
		await addFamily("busy", { [four ?? ""]: "4" }, "Busy");
		const names = ["ID", "Family", "Option 1 name", "Option 1 value"];
		const id = await preview(
			names,
			[five ?? "", "busy", "Size", "5"],
			[late ?? "", "New one", "Size", "6"],
		);
		await join((await addTool({ name: "Quick" })) ?? "", "busy", "5").run();
		expect(await save(id, "good")).toMatchObject({ counts: { saved: 1, rejected: 1 } });
		expect(await linesOf(id, "rejected")).toMatchObject([
			{ errors: [{ column: "Options", message: "“Quick” has the same options." }] },
		]);
		// Somebody joins the family that the import has made: it stays.
		const made = await familyOf("new-one");
		await join(four ?? "", made?.id ?? "", "4").run();
		expect(await revert(id)).toMatchObject({ counts: { reverted: 1 } });
		expect(await rowOf(late)).toMatchObject({ family: null });
		expect(await familyOf("new-one")).not.toBeNull();
		const gone = await preview(names, [five ?? "", "new-one", "Size", "5"]);
		await join(four ?? "", null).run();
		await env.DB.prepare("delete from families where slug = 'new-one'").run();
		await save(gone, "good");
		expect(await linesOf(gone, "rejected")).toMatchObject([
			{ errors: [{ message: "Someone has deleted the family." }] },
		]);
	});
});

describe("the kits of a file", () => {
	it("are made, taken apart and made again by their parts' SKUs", async () => {
		const [one, kit] = await addTools(2, 9);
		// Most ids of the shop have capitals.
		const two = await addTool({ id: `Tool-${crypto.randomUUID()}`, quantity: 9 });
		await env.DB.batch(
			[
				["F-1", one],
				["F-2", two],
			].map(([sku, id]) => env.DB.prepare("update tools set sku = ? where id = ?").bind(sku, id)),
		);
		const id = await preview(
			["ID", "Name", "Price", "Parts"],
			[kit ?? "", "Kit", 5, "2x F-1; F-2"],
			["", "New kit", 5, `F-1; 3 x ${two}`],
			["", "Nested", 5, `F-1; 3x F-9`],
		);
		expect(await read(id)).toMatchObject({ counts: { new: 1, changed: 1, wrong: 1 } });
		const changes = (await linesOf(id, "waiting"))[0].changes;
		expect(changes).toContainEqual({ column: "Parts", before: "", after: "2x F-1; 1x F-2" });
		expect(await save(id, "good")).toMatchObject({ counts: { saved: 2 } });
		expect(await rowOf(kit)).toMatchObject({ quantity: 4, stocked: 4 });
		expect(await rowOf(`${id}-3`)).toMatchObject({ quantity: 3, stocked: 3 });
		expect(await revert(id)).toMatchObject({ counts: { reverted: 2, kept: 0 } });
		expect(await rowOf(kit)).toMatchObject({ quantity: 9, stocked: 9, parts: "[]" });
		expect(await rowOf(`${id}-3`)).toBeNull();
		const again = await preview(["ID", "Parts"], [kit ?? "", "2x F-1; F-2"]);
		await save(again);
		const apart = await preview(["ID", "Parts", "Stock"], [kit ?? "", "", 7]);
		await save(apart);
		expect(await rowOf(kit)).toMatchObject({ quantity: 7, stocked: 7, parts: "[]" });
		await revert(apart);
		expect(await rowOf(kit)).toMatchObject({ quantity: 4, stocked: 4 });
	});

	it("can't be parts of each other, be variants, or be made of what is no longer a part by then", async () => {
		const [one, two, three, four] = await addTools(4, 9);
		await addBundle([[one ?? "", 2]]);
		await addFamily("kits", { [two ?? ""]: "2" }, "Kits");
		const id = await preview(
			["ID", "Parts"],
			[one ?? "", `2x ${three}`],
			[two ?? "", `2x ${three}`],
			[three ?? "", `2x ${four}`],
			[four ?? "", `2x ${one}`],
		);
		expect(
			(await linesOf(id, "wrong")).map((line: { errors: object[] }) => line.errors[0]),
		).toEqual([
			{ column: "Parts", message: expect.stringMatching(/part of a kit/) },
			{ column: "Parts", message: expect.stringMatching(/belong(s)? to a family/) },
		]);
		expect(await save(id, "good")).toMatchObject({ counts: { saved: 1, rejected: 1 } });
		expect(await linesOf(id, "rejected")).toMatchObject([
			{ line: 5, errors: [{ message: expect.stringMatching(/part of a kit/) }] },
		]);
	});
});

it("a line without an ID and a SKU of the shop means the tool with its GTIN, if that is one", async () => {
	const [one, two, three] = await addTools(3, 9);
	const gtins = ["4006381333931", "96385074", "96385074"];
	await env.DB.batch(
		[one, two, three].map((id, index) =>
			env.DB.prepare("update tools set gtin = ?, sku = ? where id = ?").bind(
				gtins[index],
				`G-${index}`,
				id,
			),
		),
	);
	const id = await preview(
		["EAN", "SKU", "Price"],
		["4006381-333931", "", 21],
		["96385074", "", 22],
		["96385074", "G-2", 23],
		["4006381333931", "G-0", 24],
		["4006381333931", "", 25],
	);
	expect(await linesOf(id, "waiting")).toMatchObject([
		{ line: 2, toolId: one },
		{ line: 4, toolId: three },
	]);
	expect(await linesOf(id, "wrong")).toMatchObject([
		{
			line: 3,
			errors: [{ column: "GTIN", message: expect.stringMatching(/^Several tools have this GTIN/) }],
		},
		{ line: 5, errors: [{ column: "", message: "Line 2 is about the same tool." }] },
		{ line: 6, errors: [{ column: "GTIN", message: "Line 2 has the same GTIN." }] },
	]);
});

it("files of families stay far below the 1,000 statements that D1 runs for a Worker", async () => {
	const { prepare } = env.DB;
	let count = 0;
	vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
		count += 1;
		return prepare.call(env.DB, sql);
	});
	const counted = async () => {
		count = 0;
		await work();
		return count;
	};
	const lines = Array.from({ length: 200 }, (_, n) => [
		"",
		`Bit ${n}`,
		"Turns.",
		5,
		"",
		`Bits ${Math.floor(n / 10)}`,
		"Size",
		`${n % 10}`,
	]);
	const bytes = new TextEncoder().encode([headings, ...lines].map(csvLine).join(""));
	const { insertedId: id } = await createImport(callerOf(admin), "tools.csv", bytes);
	// 600 for 3,000 lines, which one Worker reads.
	expect(await counted()).toBeLessThan((600 * 200) / 3000);
	await call("POST", `/import/${id}/start`, { mode: "all" });
	// 600 for the 18 steps of a Worker. Four save these lines, and the fifth finds no more.
	expect(await counted()).toBeLessThan((600 * 5) / 18);
	expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 200 } });
});
