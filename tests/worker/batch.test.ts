import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { failedMails } from "../../src/db/outbox-tables.ts";
import { batch, database } from "../../src/platform/database/database.ts";

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
});
