/** What the queue reads of a CSV file, and how it fetches images. Saving and reverting: import-files.test.ts. */
import { env } from "cloudflare:workers";
import sharp from "sharp";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { csvLine } from "../../src/shop/csv/csv.ts";
import { sweepImages } from "../../src/shop/images/sweep.server.ts";
import * as limits from "../../src/shop/imports/imports.ts";
import { queued, work } from "../helpers/import-queue.ts";
import { deliver } from "../helpers/queue.ts";
import {
	addTool,
	addTools,
	callApi,
	dispatch,
	insertImage,
	origin,
	type Person,
	signUp,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let admin: Person;

const image = `/images/${"d".repeat(32)}`;

interface LineOfApi {
	line: number;
	errors: { column: string }[];
}

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	await insertImage(image);
});

const call = (method: string, path: string, body?: object) =>
	callApi(method, path, { token: admin.token, ...(body && { body }) });
const read = async (id: string) => (await call("GET", `/import/${id}`)).body;
const linesOf = async (id: string, state: string, after = 0) =>
	(await call("GET", `/import/${id}/line?state=${state}&after=${after}`)).body;

/** Uploads a file, with the images of a zip if it has any. Returns the import's id. */
async function upload(file: string, images?: object[]): Promise<string> {
	const form = new FormData();
	form.set("file", new File([file], "tools.csv"));
	if (images) form.set("images", JSON.stringify(images));
	const response = await dispatch(
		new Request(`${origin}/api/import?name=spring.csv`, {
			method: "POST",
			body: form,
			headers: { Authorization: `Bearer ${admin.token}` },
		}),
	);
	expect(response.status).toBe(201);
	return (await response.json<{ insertedId: string }>()).insertedId;
}

async function preview(file: string, images?: object[]): Promise<string> {
	const id = await upload(file, images);
	await work();
	return id;
}

const headings = ["Name", "Description", "Price", "Stock", "Minimum order", "Images"];
const line = (name: string, images: string) => [name, "Turns.", 12.5, 9, 1, images];
const fileOf = (columns: string[], ...lines: (string | number)[][]) =>
	[columns, ...lines].map(csvLine).join("");

describe("a file", () => {
	it("without anything but empty lines names no column", async () => {
		const found = await read(await preview("\n\n"));
		expect(found).toMatchObject({
			state: "failed",
			fileName: "spring.csv",
			createdBy: admin.name,
			mode: null,
			problem: expect.stringMatching(/^The first line must name the columns/),
		});
	});

	it("that is gone is one that was never chosen", async () => {
		const get = vi.spyOn(env.MEDIA, "get").mockResolvedValue(null as never);
		const id = await preview("Name\nKey\n");
		get.mockRestore();
		expect(await read(id)).toMatchObject({ state: "failed", problem: "Choose a CSV file." });
	});

	it("can be reverted for thirty days", async () => {
		const { createdAt, revertableUntil } = await read(await preview("\n"));
		expect(Date.parse(revertableUntil) - Date.parse(createdAt)).toBe(30 * 86_400_000);
	});

	it("may have lines without an ID and without an address, but not twice with the same", async () => {
		const [one, other] = [await addTool({ name: "Cone key" }), await addTool({ name: "Hub key" })];
		const id = await preview(
			fileOf(
				["ID", "Address", ...headings],
				["", "", ...line("Axle key", image)],
				["", "", ...line("Freewheel key", image)],
				["", "left-key", ...line("Left key", image)],
				["", "left-key", ...line("Other left key", image)],
				[one, "", "Cone wrench", "A tool for the tests.", 25.99, 10, 1, "/images/none"],
				[one, "", ...line("Again", image)],
				[other, "", "Hub key", "A tool for the tests.", 25.99, 10, 1, "/images/none"],
				[other, "left-key", ...line("Both", image)],
				["nowhere", "", ...line("Lost", image)],
			),
		);
		expect(await read(id)).toMatchObject({
			state: "ready",
			counts: { lines: 9, new: 3, changed: 1, unchanged: 1, wrong: 4 },
		});
		const wrong = await linesOf(id, "wrong");
		expect(wrong).toMatchObject([
			{ line: 5, errors: [{ column: "Address", message: "Line 4 has the same address." }] },
			{ line: 7, errors: [{ column: "ID", message: "Line 6 has the same ID." }] },
			{ line: 9, errors: [{ column: "ID", message: "Line 8 has the same ID." }] },
			{ line: 10, errors: [{ column: "ID" }] },
		]);
		expect(
			wrong.map(({ name, kind, changes }: Record<string, unknown>) => [name, kind, changes]),
		).toEqual([
			["", "wrong", []],
			["Cone key", "wrong", []],
			["Hub key", "wrong", []],
			["", "wrong", []],
		]);
		expect(await linesOf(id, "wrong", 7)).toMatchObject([{ line: 9 }, { line: 10 }]);
		expect(await linesOf(id, "waiting")).toMatchObject([
			...[2, 3, 4].map((number) => ({
				line: number,
				kind: "new",
				toolId: `${id}-${number}`,
				changes: [],
				errors: [],
			})),
			{
				line: 6,
				kind: "changed",
				toolId: one,
				name: "Cone key",
				errors: [],
				changes: [{ column: "Name", before: "Cone key", after: "Cone wrench" }],
			},
		]);
	});

	it("of more lines than a query reads is read as a whole", async () => {
		const lines = Array.from({ length: 51 }, (_, n) =>
			line(`Many ${n}`, n === 50 ? "none" : image),
		);
		const id = await preview(fileOf(headings, ...lines));
		expect(await read(id)).toMatchObject({ counts: { lines: 51, new: 50, wrong: 1 } });
		expect(await linesOf(id, "wrong")).toMatchObject([{ line: 52 }]);
	});

	it.each([
		{ count: 0, problem: "no lines below its header" },
		{ count: 2, problem: "" },
		{ count: 3, problem: "more than 2 lines" },
	])("may have so many lines as fit: $count", async ({ count, problem }) => {
		vi.spyOn(limits, "maxImportLines", "get").mockReturnValue(2 as never);
		onTestFinished(() => void vi.restoreAllMocks());
		const lines = Array.from({ length: count }, (_, n) => line(`Key ${n}`, image));
		const found = await read(await preview(fileOf(headings, ...lines)));
		expect(found).toMatchObject({
			state: problem ? "failed" : "ready",
			problem: expect.stringContaining(problem),
		});
	});

	it("is read anew by a message that is delivered again", async () => {
		const id = await upload(fileOf(headings, line("Key", image), line("Other key", "none")));
		await Promise.all([deliver("cogsmith-imports", [{ id }]), work()]);
		await env.DB.prepare("update imports set state = 'reading' where id = ?").bind(id).run();
		await deliver("cogsmith-imports", [{ id }]);
		expect(await read(id)).toMatchObject({ counts: { lines: 2, new: 1, wrong: 1 } });
		expect(await linesOf(id, "waiting")).toHaveLength(1);
	});
});

describe("the change of a line", () => {
	it("is shown as text, the longest ones cut", async () => {
		const id = await addTool({ name: "Cone key" });
		const [short, long] = ["x".repeat(120), "x".repeat(121)];
		const file = fileOf(
			["ID", "Description", "Category", "Cost", "Specifications", "Images"],
			[id, long, "", 5, "Weight: 60 g\nSize: 13 mm", `${image} https://shop.example/a.png`],
		);
		const changesOf = async (text: string) => {
			const [found] = await linesOf(await preview(text), "waiting");
			return Object.fromEntries(
				found.changes.map(({ column, before, after }: Record<string, string>) => [
					column,
					[before, after],
				]),
			);
		};
		expect(await changesOf(file)).toEqual({
			Description: ["A tool for the tests.", `${short} …`],
			Cost: ["", "5"],
			Specifications: ["", "Weight: 60 g; Size: 13 mm"],
			Images: ["/images/none", `${image} https://shop.example/a.png`],
		});
		expect(await changesOf(file.replace(long, short))).toMatchObject({
			Description: ["A tool for the tests.", short],
		});
	});
});

it("lines are those of an import that there is", async () => {
	expect((await call("GET", "/import/none/line?state=wrong")).status).toBe(404);
	expect((await call("GET", "/import/none/line?state=wrong&after=9")).status).toBe(404);
	const id = await preview(fileOf(headings, line("Key", image)));
	expect(await linesOf(id, "wrong")).toEqual([]);
	// After the last line there are none.
	expect(await linesOf(id, "wrong", 9)).toEqual([]);
});

it("nothing is saved without a change, and only once", async () => {
	const same = await addTool({ name: "Same key" });
	const id = await preview(fileOf(["ID", "Name"], [same, "Same key"]));
	const start = async (mode: string) => {
		const { status, body } = await call("POST", `/import/${id}/start`, { mode });
		return [status, body.error?.message];
	};
	expect(await start("all")).toEqual([422, "Nothing would change."]);
	await env.DB.prepare("update imports set wrong_count = 1 where id = ?").bind(id).run();
	expect(await start("good")).toEqual([422, "Nothing would change."]);
	expect(await start("all")).toEqual([422, expect.stringMatching(/^Some lines have errors/)]);
	await env.DB.prepare("update imports set state = 'done' where id = ?").bind(id).run();
	expect(await start("good")).toEqual([422, "This import has already started."]);
	expect(queued).toEqual([]);
});

it("each line is saved or rejected once, of its import alone, however often the message is delivered", async () => {
	const tools = await Promise.all([1, 2, 3].map((n) => addTool({ name: `Once key ${n}` })));
	const file = fileOf(["ID", "Price"], ...tools.map((tool) => [tool, 20]));
	const [id, other] = [await preview(file), await preview(file)];
	await call("PATCH", `/service/${tools[1]}`, { price: 30 });
	await call("POST", `/import/${id}/start`, { mode: "good" });
	await Promise.all(
		["1-", "2-"].map((prefix) => deliver("cogsmith-imports", [{ id }], { prefix })),
	);
	await work();
	expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 2, rejected: 1 } });
	expect(await linesOf(other, "waiting")).toHaveLength(3);
});

it("a new tool has the address of its name, whatever lines before it have the same name", async () => {
	const tool = await addTool({ name: "Old bench" });
	const id = await preview(
		fileOf(
			["ID", "Address", ...headings],
			[tool, "", ...line("Bench vice", image)],
			["", "red-vice", ...line("Bench vice", image)],
			["", "", ...line("Bench vice", image)],
			["", "", ...line("Bench vice", image)],
			["", "", ...line("Red vice", image)],
		),
	);
	await call("POST", `/import/${id}/start`, { mode: "all" });
	await work();
	expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 5 } });
	const addresses = await Promise.all(
		[3, 4, 5, 6].map(
			async (number) => (await call("GET", `/service/${id}-${number}`)).body.address,
		),
	);
	expect(addresses).toEqual(["red-vice", "bench-vice", "bench-vice-2", "red-vice-2"]);
});

it("the images that an import saves are as new, so that the sweep leaves them", async () => {
	const own = `/images/${"7".repeat(32)}`;
	await insertImage(own);
	await env.DB.prepare("update images set created_at = 1 where key = ?").bind(own.slice(8)).run();
	const id = await preview(fileOf(headings, line("Kept key", own)));
	await call("POST", `/import/${id}/start`, { mode: "all" });
	await work();
	expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 1 } });
	const createdAt = await env.DB.prepare("select created_at from images where key = ?")
		.bind(own.slice(8))
		.first("created_at");
	expect(createdAt).toBeGreaterThan(Date.now() - 60_000);
});

describe("an image of the shop", () => {
	const [unknown, deleted] = [`/images/${"8".repeat(32)}`, `/images/${"9".repeat(32)}`];

	/** The images that rows show but the shop does not have: what the doctor would report. */
	const missing = async () =>
		(
			await env.DB.prepare(
				"select image from (select image from tools union select image from tool_pictures union select image from import_images) where length(image) = 72 and substr(image, 9) not in (select key from images where deleting_at is null)",
			).all()
		).results;

	it("must be uploaded: named in a cell or by the client as that of a zip", async () => {
		await insertImage(deleted);
		await env.DB.prepare("update images set deleting_at = 1 where key = ?")
			.bind(deleted.slice(8))
			.run();
		const id = await preview(
			fileOf(
				headings,
				line("Unknown", unknown),
				line("Being deleted", deleted),
				line("In the zip", "zipped.jpg"),
				line("In the zip, too", "gone.jpg"),
				line("Uploaded", image),
			),
			[
				{ name: "zipped.jpg", path: unknown },
				{ name: "gone.jpg", path: deleted },
			],
		);
		const wrong = await linesOf(id, "wrong");
		expect(wrong.map(({ line, errors }: LineOfApi) => [line, errors[0]?.column])).toEqual(
			[2, 3, 4, 5].map((number) => [number, "Images"]),
		);
		await call("POST", `/import/${id}/start`, { mode: "good" });
		await work();
		expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 1, rejected: 0 } });
		expect(await missing()).toEqual([]);
	});

	it("stays in the bucket from the preview to the end of the import", async () => {
		const own = `/images/${"6".repeat(32)}`;
		await insertImage(own);
		const id = await preview(fileOf(headings, line("Late", own)));
		await sweepImages(new Date(Date.now() + 3 * 86_400_000));
		await call("POST", `/import/${id}/start`, { mode: "all" });
		await work();
		expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 1 } });
		expect(await missing()).toEqual([]);
	});

	it("that the shop has lost since the preview is not saved", async () => {
		const [own, tool] = [`/images/${"5".repeat(32)}`, await addTool({ name: "Kept" })];
		await insertImage(own);
		const id = await preview(
			fileOf(["ID", ...headings], ["", ...line("New", own)], [tool, ...line("Changed", own)]),
		);
		await env.DB.batch(
			[
				"delete from import_images where image = ?",
				"delete from images where '/images/' || key = ?",
			].map((sql) => env.DB.prepare(sql).bind(own)),
		);
		await call("POST", `/import/${id}/start`, { mode: "good" });
		await work();
		expect(await read(id)).toMatchObject({ state: "done", counts: { saved: 0, rejected: 2 } });
		expect((await call("GET", `/service/${tool}`)).body.name).toBe("Kept");
		expect(await missing()).toEqual([]);
	});
});

/** Ends the Worker at its `n`th call of the database: before the call is made, or once it is done. */
function killWorker(n: number, moment: "before" | "after") {
	const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
	const { prepare, batch } = env.DB;
	let calls = 0;
	const dead = () => new Error("the Worker was killed");
	const call = async <T>(made: () => Promise<T>): Promise<T> => {
		calls += 1;
		if (calls > n || (calls === n && moment === "before")) throw dead();
		const result = await made();
		if (calls >= n) throw dead();
		return result;
	};
	const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
		const wrapped = new Proxy(statement, {
			get(target, name) {
				const value: unknown = Reflect.get(target, name);
				if (typeof value !== "function") return value;
				if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
				return (...values: unknown[]) => call(() => Reflect.apply(value, target, values));
			},
		});
		originals.set(wrapped, statement);
		return wrapped;
	};
	const spies = [
		vi.spyOn(env.DB, "prepare").mockImplementation((sql) => wrap(prepare.call(env.DB, sql))),
		vi.spyOn(env.DB, "batch").mockImplementation((all) =>
			call(
				() =>
					batch.call(
						env.DB,
						all.map((one) => originals.get(one) ?? one),
					) as never,
			),
		),
	];
	return {
		/** Returns whether the Worker was killed, and lets the next one work. */
		restart(): boolean {
			for (const spy of spies) spy.mockRestore();
			return calls >= n;
		},
	};
}

it.each(["before", "after"] as const)(
	"each line is saved once, though the Worker is killed %s any of its calls of the database while it saves",
	async (moment) => {
		allowConsole(/"code":"import".*the Worker was killed/);
		// More than one transaction saves.
		const names = Array.from({ length: 52 }, (_, n) => `Key ${n}`);
		let kills = 0;
		for (let wasKilled = true; wasKilled; kills += Number(wasKilled)) {
			const [stocked, touched] = await addTools(2, 5);
			const id = await preview(
				fileOf(
					["ID", ...headings],
					[stocked ?? "", ...line("Stocked", image)],
					[touched ?? "", ...line("Touched", image)],
					...names.map((name) => ["", ...line(name, image)]),
				),
			);
			await call("PATCH", `/service/${touched}`, { price: 99 });
			await call("POST", `/import/${id}/start`, { mode: "good" });
			queued.length = 0;
			const killed = killWorker(kills + 1, moment);
			await deliver("cogsmith-imports", [{ id }]);
			wasKilled = killed.restart();
			// The queue delivers the message again, perhaps twice.
			await Promise.all(
				["1-", "2-"].map((prefix) => deliver("cogsmith-imports", [{ id }], { prefix })),
			);
			await work();
			const at = `killed ${moment} call ${kills + 1}`;
			expect(await read(id), at).toMatchObject({
				state: "done",
				counts: { saved: names.length + 1, rejected: 1 },
			});
			const sums = await env.DB.prepare(
				"select count(*) as added, sum(stocked) as pieces, (select stocked from tools where id = ?2) as stocked, (select count(*) from audit where subject_id = ?2 and action = 'tool.changed') as changes, (select count(*) from audit where subject_id like ?1 || '-%' and action = 'tool.added') as entries from tools where id like ?1 || '-%'",
			)
				.bind(id, stocked)
				.first();
			const added = names.length;
			expect(sums, at).toEqual({
				added,
				entries: added,
				pieces: 9 * added,
				stocked: 9,
				changes: 1,
			});
		}
		expect(kills).toBeGreaterThan(10);
	},
);

describe("an image of a zip", () => {
	it("has its path, or what is wrong with it", async () => {
		const id = await preview(
			fileOf(
				headings,
				line("Front", "front.jpg"),
				line("Torn", "torn.jpg"),
				line("Lost", "lost.jpg"),
				line("Not there", "none.jpg"),
			),
			[
				{ name: "a/front.jpg", path: image },
				{ name: "torn.jpg", problem: "The image can't be read." },
				{ name: "lost.jpg" },
			],
		);
		const wrong = await linesOf(id, "wrong");
		expect(wrong.map(({ errors }: { errors: object[] }) => errors)).toEqual([
			[{ column: "Images", message: "torn.jpg: The image can't be read." }],
			[{ column: "Images", message: expect.stringMatching(/^lost\.jpg: Use the path/) }],
			[{ column: "Images", message: expect.stringMatching(/^Use the path/) }],
		]);
		expect(await linesOf(id, "waiting")).toMatchObject([{ line: 2, name: "Front" }]);
	});

	it("may be called as an address is: the preview has what saving has", async () => {
		const fetched = vi.spyOn(globalThis, "fetch");
		const [front, torn] = ["https://shop.example/front.jpg", "https://shop.example/torn.jpg"];
		const id = await preview(
			fileOf(headings, line("Front", front), line("Torn", torn), line("Front alone", "front.jpg")),
			[
				{ name: front, path: image },
				{ name: torn, problem: "The image can't be read." },
			],
		);
		expect(await linesOf(id, "wrong")).toMatchObject([
			{ line: 3, errors: [{ message: `${torn}: The image can't be read.` }] },
		]);
		await call("POST", `/import/${id}/start`, { mode: "good" });
		await work();
		expect(await read(id)).toMatchObject({ counts: { saved: 2, rejected: 0 } });
		for (const line of [2, 4])
			expect((await call("GET", `/service/${id}-${line}`)).body.images).toEqual([
				{ image, alt: "" },
			]);
		expect(fetched).not.toHaveBeenCalled();
		fetched.mockRestore();
	});

	it("is none of the addresses that an earlier delivery of the message has found", async () => {
		const address = "https://shop.example/late.jpg";
		const id = await preview(fileOf(headings, line("Late", address)));
		await env.DB.prepare("update imports set state = 'reading' where id = ?").bind(id).run();
		await deliver("cogsmith-imports", [{ id }]);
		expect(await linesOf(id, "waiting")).toMatchObject([{ line: 2, name: "Late" }]);
	});
});

describe("an image that is fetched", () => {
	/** Lets addresses answer with these files. */
	const answers = (files: Record<string, Uint8Array<ArrayBuffer> | string>) =>
		vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
			const file = files[new URL(String(address)).pathname.slice(1)];
			return file === undefined ? new Response("", { status: 404 }) : new Response(file);
		});

	/** Imports a tool with each of these images, and returns what its line says of them. */
	async function importImages(...names: string[]): Promise<(string | undefined)[]> {
		const lines = names.map((name) => line(`Key of ${name}`, `https://shop.example/${name}`));
		const id = await preview(fileOf(headings, ...lines));
		expect((await call("POST", `/import/${id}/start`, { mode: "good" })).status).toBe(200);
		await work();
		const saved = await linesOf(id, "saved");
		return names.map(
			(_, index) =>
				saved.find((one: { line: number }) => one.line === index + 2)?.errors[0].message,
		);
	}

	const png = async (width: number, height: number) =>
		new Uint8Array(
			await sharp({ create: { width, height, channels: 3, background: "red" } })
				.png()
				.toBuffer(),
		);

	it("must be what an upload must be", async () => {
		const whole = await png(4, 2);
		const fetched = answers({
			"page.html": "<!doctype html>",
			"torn.png": whole.slice(0, 40),
			"wide.png": await png(4097, 1),
			"large.png": new Uint8Array(5 * 1024 * 1024 + 1),
		});
		expect(
			await importImages("page.html", "torn.png", "wide.png", "large.png", "none.png"),
		).toEqual([
			expect.stringMatching(/JPEG, PNG/),
			expect.stringMatching(/The image can't be read/),
			expect.stringMatching(/4096 pixels/),
			expect.stringMatching(/The file is too large\.$/),
			expect.stringMatching(/none\.png is missing\. The address answered 404\.$/),
		]);
		fetched.mockRestore();
	});

	it("is fetched again later while the shop can't store it", async () => {
		allowConsole(/"code":"import".*IMAGES/);
		const fetched = answers({ "key.png": await png(4, 2) });
		const id = await upload(fileOf(headings, line("Late key", "https://shop.example/key.png")));
		const { retryMessages } = await deliver("cogsmith-imports", queued.splice(0));
		expect(retryMessages).toHaveLength(1);
		expect(await read(id)).toMatchObject({ state: "fetching", counts: { new: 1 } });
		// After the last attempt the import is given up.
		await deliver("cogsmith-imports", [{ id }], { attempts: 6 });
		expect(await read(id)).toMatchObject({
			state: "ready",
			problem: expect.stringMatching(/couldn't finish/),
		});
		fetched.mockRestore();
	});
});
