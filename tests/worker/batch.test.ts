import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { failedMails } from "../../src/db/outbox-tables.ts";
import { batch, chain, database } from "../../src/platform/database/database.ts";

const mail = (id: string) => ({
	id,
	kind: "reset",
	recipient: `${id}@example.test`,
	reason: "none",
	failedAt: new Date(1),
});

beforeEach(async () => {
	await env.DB.exec("delete from failed_mails");
	await database()
		.insert(failedMails)
		.values([mail("a"), mail("b")]);
});

/** Sets the reason of the e-mails with this id, or of all. */
const setReason = (reason: string, id?: string) =>
	database()
		.update(failedMails)
		.set({ reason })
		.where(id === undefined ? undefined : eq(failedMails.id, id))
		.returning({ id: failedMails.id });

/** Copies e-mail `b` under another id, if the condition of a chain is met. */
const copyTo = (id: string) => (changed: ReturnType<typeof sql>) =>
	database()
		.insert(failedMails)
		.select(
			sql`select ${id}, kind, recipient, reason, failed_at from ${failedMails} where ${and(eq(failedMails.id, "b"), changed)}`,
		);

const ids = async () =>
	(await database().select({ id: failedMails.id }).from(failedMails).orderBy(failedMails.id)).map(
		({ id }) => id,
	);

describe("a batch", () => {
	it("returns each result by its statement's name", async () => {
		const { second, first } = await batch({
			first: setReason("full", "a"),
			second: database().select().from(failedMails).where(eq(failedMails.reason, "full")),
		});
		expect(first).toEqual([{ id: "a" }]);
		expect(second).toMatchObject([{ id: "a", reason: "full" }]);
	});

	it("changes nothing if one of its statements fails", async () => {
		const failing = batch({
			first: setReason("full", "a"),
			second: database().insert(failedMails).values(mail("b")),
		});
		await expect(failing).rejects.toThrow();
		expect(await database().select().from(failedMails)).toMatchObject([mail("a"), mail("b")]);
	});

	it("runs the dependents of a chain after one changed row, whatever stands around it", async () => {
		const { changed } = await batch({
			before: setReason("full", "nobody"),
			...chain({ changed: setReason("full", "b") }, { c: copyTo("c"), d: copyTo("d") }),
			after: setReason("full", "nobody"),
		});
		expect(changed).toEqual([{ id: "b" }]);
		expect(await ids()).toEqual(["a", "b", "c", "d"]);
	});

	it.each([
		["no row", () => setReason("full", "nobody")],
		["more than one row", () => setReason("full")],
	])("runs no dependent after a change of %s", async (_, change) => {
		await batch({
			before: setReason("full", "a"),
			...chain({ changed: change() }, { c: copyTo("c"), d: copyTo("d") }),
		});
		expect(await ids()).toEqual(["a", "b"]);
	});

	it("stops a chain at the first dependent that changes nothing", async () => {
		const copyNothing = (changed: ReturnType<typeof sql>) =>
			database()
				.update(failedMails)
				.set({ reason: "full" })
				.where(and(eq(failedMails.id, "nobody"), changed));
		await batch(
			chain({ changed: setReason("full", "a") }, { nothing: copyNothing, d: copyTo("d") }),
		);
		expect(await ids()).toEqual(["a", "b"]);
	});
});
