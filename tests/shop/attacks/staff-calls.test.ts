/** Calls of administrators that are hostile, repeated, or come from two people at once. */
import { env } from "cloudflare:workers";
import type { APIContext } from "astro";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { may, roles } from "../../../src/access/roles.ts";
import { currency } from "../../../src/config/config.ts";
import { rowRules } from "../../../src/db/row-rules.ts";
import { GET } from "../../../src/pages/dashboard/export/[file].ts";
import { csvLine } from "../../../src/shop/csv/csv.ts";
import { type ExportKind, exportKinds } from "../../../src/shop/exports/exports.ts";
import { settleDeadLetter } from "../../../src/shop/health/dead-letters.server.ts";
import { retryMail } from "../../../src/shop/health/retry-mail.server.ts";
import { repairRow } from "../../../src/shop/health/row-checks.server.ts";
import { recheckFinding } from "../../../src/shop/health/service-checks.server.ts";
import { parseBulkChange } from "../../../src/shop/imports/bulk.ts";
import { maxZipImages } from "../../../src/shop/imports/zip-images.ts";
import { work } from "../../helpers/import-queue.ts";
import { placePaidLine } from "../../helpers/payments.ts";
import {
	type ApiResponse,
	addReview,
	addTool,
	callApi,
	callerOf,
	dispatch,
	insertImage,
	origin,
	type Person,
	signUp,
} from "../../helpers/shop.ts";

let admin: Person;
let other: Person;
let rider: Person;

const image = `/images/${"e".repeat(32)}`;

beforeAll(async () => {
	[admin, other, rider] = await Promise.all([
		signUp({ role: "admin" }),
		signUp({ role: "admin" }),
		signUp(),
	]);
	await insertImage(image);
});

const statuses = (answers: ApiResponse[]) => answers.map(({ status }) => status).toSorted();

async function auditOf(subject: string): Promise<string[]> {
	const { results } = await env.DB.prepare(
		"select action from audit where subject_id = ? order by created_at",
	)
		.bind(subject)
		.all<{ action: string }>();
	return results.map(({ action }) => action);
}

async function upload(file: string, images?: string): Promise<Response> {
	const form = new FormData();
	form.set("file", new File([file], "tools.csv"));
	if (images !== undefined) form.set("images", images);
	return dispatch(
		new Request(`${origin}/api/import`, {
			method: "POST",
			body: form,
			headers: { Authorization: `Bearer ${admin.token}` },
		}),
	);
}

const headings = ["Name", "Description", "Price", "Stock", "Minimum order", "Images"];
const fileOf = (...lines: (string | number)[][]) => [headings, ...lines].map(csvLine).join("");

/** Uploads a file and lets the queue read it. Returns the path of its import. */
async function preview(file: string, images?: string): Promise<string> {
	const response = await upload(file, images);
	expect(response.status).toBe(201);
	const { insertedId } = await response.json<{ insertedId: string }>();
	await work();
	return `/import/${insertedId}`;
}

const callAs = ({ token }: Person, method: string, path: string, body?: object) =>
	callApi(method, path, { token, ...(body && { body }) });

describe("an import", () => {
	it("is started and reverted once, however many do it at once", async () => {
		const name = `Twice ${crypto.randomUUID()}`;
		const path = await preview(fileOf([name, "Turns.", 5, 9, 1, image]));
		const both = (call: string, body?: object) =>
			Promise.all([admin, other].map((who) => callAs(who, "POST", `${path}/${call}`, body)));
		expect(statuses(await both("start", { mode: "all" }))).toEqual([200, 422]);
		await work();
		const countTools = () =>
			env.DB.prepare("select count(*) as n from tools where name = ?").bind(name).first("n");
		expect(await countTools()).toBe(1);
		expect(statuses(await both("start", { mode: "all" }))).toEqual([422, 422]);
		expect(statuses(await both("revert"))).toEqual([200, 422]);
		await work();
		expect(statuses(await both("revert"))).toEqual([422, 422]);
		expect(await countTools()).toBe(0);
	});

	it.each([
		["no JSON", "{"],
		["no list", '{"name":"a.png"}'],
		["a path out of the bucket", '[{"name":"a.png","path":"/images/../secret"}]'],
		["another address", '[{"name":"a.png","path":"https://evil.test/a.png"}]'],
		["a name without end", JSON.stringify([{ name: "n".repeat(201) }])],
		["too many", JSON.stringify(Array.from({ length: maxZipImages + 1 }, () => ({ name: "a" })))],
	])("rejects images of a zip that are %s", async (_, images) => {
		const response = await upload(fileOf(), images);
		expect([response.status, await response.json()]).toMatchObject([
			400,
			{ error: { code: "malformed" } },
		]);
	});

	it("fetches nothing that a zip's image is called, and knows no name that objects inherit", async () => {
		const fetched = vi.spyOn(globalThis, "fetch");
		const names = ["https://shop.example/a.png", "__proto__", "constructor", "../../a.png"];
		const path = await preview(
			fileOf(...names.map((name, n) => [`Named ${n}`, "Turns.", 5, 9, 1, name])),
			JSON.stringify(names.slice(0, 1).map((name) => ({ name }))),
		);
		await callAs(admin, "POST", `${path}/start`, { mode: "good" });
		await work();
		expect((await callAs(admin, "GET", path)).body.counts).toMatchObject({ saved: 0, wrong: 4 });
		expect(fetched).not.toHaveBeenCalled();
	});

	it.each([
		["a state that objects inherit", "state=constructor"],
		["a negative place", "state=wrong&after=-1"],
		["a place that is no number", "state=wrong&after=1e3"],
		["no state", ""],
	])("lists no lines for %s", async (_, query) => {
		const path = await preview(fileOf(["Key", "Turns.", 5, 9, 1, image]));
		expect((await callAs(admin, "GET", `${path}/line?${query}`)).status).toBe(422);
	});
});

describe("a change of many tools", () => {
	it.each([
		...["NaN", "Infinity", "1e99", "-90.1", "5%", "5,5", "[5]"].map((percent) => ({
			change: "price",
			percent,
		})),
		{ change: "__proto__" },
		{ change: "CATEGORY hubs" },
		{ change: "category\thubs" },
		{},
	])("%j is none", (fields: Record<string, string>) => {
		expect(parseBulkChange(new URLSearchParams(fields))).toBeUndefined();
	});
});

async function download(kind: string, who: Person): Promise<Response> {
	const file = `${kind}.csv`;
	const request = new Request(`${origin}/dashboard/export/${file}`, {
		headers: { Cookie: who.cookie },
	});
	// The route reads only these parts of Astro's context.
	return (await GET({ request, params: { file } } as unknown as APIContext)) as Response;
}

describe("an export", () => {
	it.each(Object.entries(exportKinds))(
		"of %s is for who may see what it has",
		async (kind, permission) => {
			for (const role of roles) {
				const who = role === "user" ? rider : await signUp({ role });
				const response = await download(kind, who);
				expect(response.status, role).toBe(may(role, permission) ? 200 : 302);
				await response.body?.cancel();
			}
		},
	);

	it.each<ExportKind>(["orders", "customers", "reviews"])(
		"of %s has no cell that a spreadsheet would run",
		async (kind) => {
			const formula = '=HYPERLINK("//evil.test","x")';
			const hostile = await signUp();
			const body = { name: formula, phone: "+1+1", address: "@SUM(A1)" };
			const path = `/user/update/${encodeURIComponent(hostile.email)}`;
			expect((await callAs(hostile, "PUT", path, body)).status).toBe(200);
			await placePaidLine({ ...hostile, name: formula }, await addTool({ name: "\t=1+1" }));
			await addReview({ ...hostile, name: "＝1+1" }, { description: "-2+3" });
			const text = await (await download(kind, admin)).text();
			expect(text).toMatch(/'[=@＝-]/);
			// Numbers alone may begin with a sign.
			const cells = text.split(/[,\r\n]+/).filter((cell) => !/^-?[\d.]+$/.test(cell));
			expect(cells.filter((cell) => /^"?[=+\-@＝\t]/.test(cell))).toEqual([]);
		},
	);
});

describe("the page of health", () => {
	it("lets two settle one message once", async () => {
		const send = vi.spyOn(env.PURGES, "send").mockResolvedValue(undefined as never);
		await env.DB.prepare(
			"insert into dead_letters (id, queue, body, failed_at) values ('both', 'purges', '{\"tags\":[\"tools\"]}', 1)",
		).run();
		await Promise.all([
			settleDeadLetter(callerOf(admin), "both", "dismissed"),
			settleDeadLetter(callerOf(other), "both", "dismissed"),
		]);
		expect(await auditOf("both")).toEqual(["message.dismissed"]);
		expect(await settleDeadLetter(callerOf(admin), "both", "resent")).toBe(false);
		expect(send).not.toHaveBeenCalled();
	});

	it("lets two send an e-mail again once", async () => {
		await env.DB.batch([
			env.DB.prepare(
				"insert into outbox (id, kind, subject_id, payload, created_at, available_at, done_at, outcome, failures) values ('mail', 'order.paid', 'x', '{}', 1, 1, 1, 'failed', 28)",
			),
			env.DB.prepare(
				"insert into failed_mails (id, kind, recipient, reason, failed_at) values ('mail', 'order.paid', 'rider@example.test', 'retries', 1)",
			),
		]);
		const sent = await Promise.all([retryMail("mail"), retryMail("mail")]);
		expect(sent.toSorted()).toEqual([false, true]);
	});

	it("repairs no row but the one that is named, whatever its name is", async () => {
		const tool = await addTool();
		await env.DB.prepare("update tools set sold = 3 where id = ?").bind(tool).run();
		const rowsOf = async () => {
			const tables = [...new Set(rowRules(currency, "payment").map(({ table }) => table))];
			const counts = tables.map((table) => env.DB.prepare(`select count(*) as n from ${table}`));
			return (await env.DB.batch<{ n: number }>(counts)).map(({ results }) => results[0]?.n);
		};
		const before = await rowsOf();
		const subject = `x' or '1' = '1'; delete from tools; --`;
		for (const { table, message } of rowRules(currency, "payment")) {
			const finding = { tableName: table, message, subject };
			expect(await repairRow(callerOf(admin), finding), message).toBe(true);
		}
		for (const tableName of ["tools; drop table tools", "constructor", ""])
			expect(
				await repairRow(callerOf(admin), { tableName, message: "is paid and closed", subject }),
			).toBe(true);
		expect(await rowsOf()).toEqual(before);
		const sold = await env.DB.prepare("select sold from tools where id = ?")
			.bind(tool)
			.first("sold");
		expect(sold).toBe(3);
		await env.DB.prepare("update tools set sold = 0 where id = ?").bind(tool).run();
	});

	it("looks at a payment that Stripe does not have, and settles nothing", async () => {
		for (const subject of ["pi_none", "../customers", "pi_none?expand[]=customer"])
			expect(await recheckFinding("payments", { subject, message: "x" }), subject).toBe(true);
	});
});

describe("a customer", () => {
	it("is blocked once by two, and never both blocked and an administrator", async () => {
		const victim = await signUp({ verified: true });
		const block = (who: Person, userId: string) =>
			callAs(who, "PUT", `/customer/${userId}/block`, { blocked: true, reason: "Spam" });
		const answers = await Promise.all([block(admin, victim.id), block(other, victim.id)]);
		expect(answers.map(({ body }) => body.modifiedCount).toSorted()).toEqual([0, 1]);
		expect(await auditOf(victim.id)).toEqual(["user.blocked"]);

		const promoted = await signUp({ verified: true });
		await Promise.all([
			callAs(admin, "PUT", `/user/admin/${encodeURIComponent(promoted.email)}`),
			block(other, promoted.id),
			callAs(admin, "PUT", `/customer/${promoted.id}/role`, { role: "admin" }),
		]);
		const row = await env.DB.prepare("select role, blocked_at from users where id = ?")
			.bind(promoted.id)
			.first<{ role: string; blocked_at: number | null }>();
		expect(row?.role === "admin").toBe(row?.blocked_at === null);
	});
});
