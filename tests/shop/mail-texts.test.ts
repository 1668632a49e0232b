/** The owner's texts of mails: what is sent, and tests of them. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { outbox } from "../../src/db/outbox-tables.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { database } from "../../src/platform/database/database.ts";
import { forgetSettings } from "../../src/platform/settings/stored-settings.ts";
import { handleMailForm } from "../../src/shop/mails/mail-form.server.ts";
import { mailOfRow } from "../../src/shop/mails/mail-of-row.server.ts";
import { readSettings } from "../../src/shop/settings/settings.server.ts";
import { withMail } from "../helpers/mail.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { addTool, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});
beforeEach(async () => {
	await env.DB.prepare("delete from settings").run();
	forgetSettings();
});

async function sendForm(fields: Record<string, string>, version?: number) {
	const form = new URLSearchParams();
	const { mails } = await readSettings();
	form.set("version", String(version ?? mails.version));
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return handleMailForm(callerOf(admin), "order.paid", form);
}

it("an e-mail has them, and is sent with no round trip for them", async () => {
	const { line } = await placePaidLine(await signUp(), await addTool());
	await sendForm({ subject: "{order} is paid", opening: "Thanks, {name}!" });
	const [row] = await database()
		.select()
		.from(outbox)
		.where(and(eq(outbox.subjectId, line._id), eq(outbox.kind, "order.paid")));
	if (!row) throw new Error("no receipt");
	const receipt = () => mailOfRow(row);
	forgetSettings();
	const [mail, { trips }] = await withD1Metrics(receipt);
	expect(mail?.subject).toMatch(/^\d+ is paid$/);
	expect(mail?.blocks[1]).toEqual({ text: [expect.stringMatching(/^Thanks, Person \d+!$/)] });
	expect(trips).toBe(1);
	await sendForm({ do: "reset" });
	expect((await receipt())?.subject).toMatch(/^Your receipt/);
	expect((await readSettings()).mails.value).toBeUndefined();
});

it("a form with an error, or over a change of somebody else, stores nothing", async () => {
	expect(await sendForm({ opening: "{nobody}" })).toHaveProperty("fields.opening");
	await sendForm({ opening: "First" });
	expect(await sendForm({ opening: "Second" }, 0)).toHaveProperty("problems");
	expect((await readSettings()).mails.value).toEqual({ "order.paid": { opening: "First" } });
});

it("a test goes to the administrator alone, ten an hour", () =>
	withMail(async (sent) => {
		expect(await sendForm({ do: "test", subject: "For {name}" })).toEqual({ done: "tested" });
		expect(sent).toMatchObject([{ to: admin.email, subject: "Test: For Robin Rider" }]);
		for (let count = 1; count < 10; count += 1) await sendForm({ do: "test" });
		expect(await sendForm({ do: "test" })).toHaveProperty("problems");
		expect(sent).toHaveLength(10);
		expect((await readSettings()).mails.value).toBeUndefined();
	}));
