/** The demo's history as the shop leaves it after its script of days: of the first three weeks in a test, `npm run record-history` writes all of it. */

import { env, withEnv } from "cloudflare:workers";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { historyFile } from "../../local/demo/history/history.ts";
import { rowsIn } from "../../local/demo/rows.ts";
import { demoSuppliers } from "../../local/demo/suppliers.ts";
import { saveSupplier } from "../../src/shop/suppliers/suppliers.server.ts";
import { withMail } from "../helpers/mail.ts";
import { deliver } from "../helpers/queue.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { addCategories, addGifts, addTools, assembleKits, ids } from "./catalogue.ts";
import { callerOf, signUp } from "./people.ts";
import { endPlay, play, readScript } from "./play.ts";
import { record } from "./recording.ts";
import { setMoment, useSetClock } from "./set-clock.ts";

/** When the play ends: a Thursday. */
const now = Date.UTC(2026, 10, 26, 14);
const dayMs = 86_400_000;
/** All days take half a minute: `npm run record-history` plays them, a test the first three weeks. */
const isWhole = process.env.WHOLE_PLAY === "1";
const firstDays = -162 * dayMs;
/** The tables that are only added to, so that their first rows are those of the first days. */
const logs = ["audit", "invoices", "shipments", "price_history"];
/** The tools and the demo's accounts are older than the first order. */
const opened = now - 190 * dayMs;

/** A queue that delivers at once. */
const queueOf = (name: string) => ({
	send: (body: unknown) => deliver(`cogsmith-${name}`, [body]),
	sendBatch: (messages: Iterable<{ body: unknown }>) =>
		deliver(
			`cogsmith-${name}`,
			[...messages].map(({ body }) => body),
		),
});

it("the demo's history is what its script of days makes of the shop", {
	timeout: 600_000,
}, async () => {
	useSetClock();
	allowConsole(/refund_failed/);
	const events = readScript();
	const [stock = {}] = events.flatMap((event) => ("opening" in event ? [event.opening] : []));
	setMoment(opened - 40 * dayMs, "accounts");
	for (const account of demoAccounts) await signUp(account);
	await addCategories();
	await addGifts();
	for (const { categories, costPercent, ...supplier } of demoSuppliers)
		await saveSupplier(await callerOf("demo-manager"), supplier, "");
	await addTools(opened, (tool, index) => {
		const supplier = demoSuppliers.find(({ categories }) => categories.includes(tool.category));
		return {
			quantity: stock[tool.slug] ?? tool.quantity,
			supplier: supplier?.name ?? null,
			cost: Math.floor((tool.priceCents * (supplier?.costPercent ?? 0)) / 100) / 100,
			shelf: `${tool.category.charAt(0).toUpperCase()}${(index % 4) + 1}-${String(index + 1).padStart(2, "0")}`,
			lowStock: tool.slug === "cassette" ? 12 : null,
		};
	});
	await assembleKits();
	const queues = {
		PAYMENTS: queueOf("payments"),
		EVENTS: queueOf("events"),
		JOBS: queueOf("jobs"),
	};
	await withEnv({ ...env, ...queues }, () =>
		withMail(async (mails) => {
			const played = events.filter(({ at }) => isWhole || at < firstDays);
			await play(played, now, mails);
			if (isWhole) await endPlay(now);
		}),
	);
	const recorded = await record(now, new Map([...ids].map(([slug, id]) => [id, slug])));
	if (isWhole) return expect(recorded).toMatchFileSnapshot(fileURLToPath(historyFile));
	const [played, written] = [rowsIn(recorded), rowsIn(readFileSync(historyFile, "utf8"))];
	for (const table of logs) {
		const rows = played.get(table) ?? [];
		expect(rows.length, table).toBeGreaterThan(10);
		expect(written.get(table)?.slice(0, rows.length), table).toMatchObject(rows);
	}
});
