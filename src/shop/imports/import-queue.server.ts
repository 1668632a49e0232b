/**
 * Consumes the queue of imports. A message does some seconds of work and sends the next one. Each step is
 * recorded with its transaction, so that a message that is delivered twice, late or again continues there.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { importLines, imports } from "../../db/import-tables.ts";
import * as texts from "../../messages/imports.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { database } from "../../platform/database/database.ts";
import { withPause } from "../../platform/services/background.ts";
import { logError } from "../../platform/services/log.ts";
import { parseMessages, send } from "../../platform/services/queues.ts";
import { fetchImages } from "./fetch-images.server.ts";
import type { ImportState } from "./import-states.ts";
import { deleteMadeCategories } from "./made-categories.server.ts";
import { deleteMadeFamilies } from "./made-families.server.ts";
import { readFile } from "./read-file.server.ts";
import { revertLines, saveLines } from "./save-lines.server.ts";

/** How long a message works, in milliseconds. A consumer may run for 15 minutes (Cloudflare docs: Queues, Limits). */
const workMs = 10_000;

/**
 * Steps that a message does at most, each with some 30 queries: D1 runs 1,000 for an invocation (Cloudflare docs: D1,
 * Limits).
 */
const maxSteps = 18;

/** Attempts of a message after which its import is given up, so that it does not go on for ever. */
const maxAttempts = 6;

/** Works on the imports of a batch. */
export async function consumeImportBatch(batch: MessageBatch<unknown>): Promise<void> {
	for (const { body, attempts, ack, retry } of parseMessages("imports", batch)) {
		try {
			if (await workOn(body.id)) await send("imports", body);
			ack();
		} catch (error) {
			logError("import", error, { subject: body.id, attempts });
			if (attempts < maxAttempts) retry();
			else {
				await giveUp(body.id);
				ack();
			}
		}
	}
}

type ImportRow = typeof imports.$inferSelect;

async function findImport(id: string): Promise<ImportRow | undefined> {
	const [row] = await database().select().from(imports).where(eq(imports.id, id));
	return row;
}

/** Does some seconds of an import's work. Returns whether there is more. */
async function workOn(id: string): Promise<boolean> {
	const end = Date.now() + workMs;
	let hasChanged = false;
	try {
		for (let step = 0; step < maxSteps && Date.now() < end; step += 1) {
			const row = await findImport(id);
			if (row?.state === "reading") {
				await readFile(id);
				continue;
			}
			if (row?.state === "fetching") {
				await fetchSome(row);
				continue;
			}
			if (row?.state !== "saving" && row?.state !== "reverting") return false;
			hasChanged = true;
			await withPause(() => (row.state === "saving" ? saveSome(row) : revertSome(row)));
		}
		return true;
	} finally {
		// All pages of tools: Cloudflare accepts few purges, and an import may change every tool.
		if (hasChanged) purge("tools", "reviews", "every-tool");
	}
}

/** Fetches pictures before the preview, which says which ones could not be. */
async function fetchSome({ id, actorId, createdBy }: ImportRow): Promise<void> {
	const isAny = await fetchImages(id, actorId ?? createdBy);
	await setState(id, "fetching", isAny ? "fetching" : "ready");
}

async function saveSome({ id, mode, actorId }: ImportRow): Promise<void> {
	if (await fetchImages(id, actorId)) return;
	if (await saveLines(id, actorId)) {
		if (mode === "all") await revertIfRejected(id);
		return;
	}
	// Deletes the categories that no line came into.
	await deleteMadeCategories(id, actorId);
	await setState(id, "saving", "done");
}

/** With mode `all`, a line that can't be saved reverts those that were. */
async function revertIfRejected(id: string): Promise<void> {
	const [rejected] = await database()
		.select()
		.from(importLines)
		.where(and(eq(importLines.importId, id), eq(importLines.state, "rejected")))
		.orderBy(asc(importLines.line))
		.limit(1);
	if (!rejected) return;
	const [error] = rejected.errors;
	const message = [error?.column, error?.message].filter(Boolean).join(": ");
	await setState(id, "saving", "reverting", texts.revertedByItself(rejected.line, message));
}

async function revertSome({ id, actorId }: ImportRow): Promise<void> {
	if (await revertLines(id, actorId)) return;
	await deleteMadeFamilies(id);
	await deleteMadeCategories(id, actorId);
	await setState(id, "reverting", "reverted");
}

async function setState(
	id: string,
	from: ImportState,
	state: ImportState,
	problem?: string,
): Promise<void> {
	await database()
		.update(imports)
		.set({ state, updatedAt: new Date(), ...(problem !== undefined && { problem }) })
		.where(and(eq(imports.id, id), eq(imports.state, from)));
}

/** Ends an import that fails again and again. What it has saved can be reverted. */
async function giveUp(id: string): Promise<void> {
	await database()
		.update(imports)
		.set({
			state: sql`case ${imports.state} when 'reading' then 'failed' when 'fetching' then 'ready' else 'done' end`,
			problem: texts.givenUp,
			updatedAt: new Date(),
		})
		.where(
			and(
				eq(imports.id, id),
				sql`${imports.state} in ('reading', 'fetching', 'saving', 'reverting')`,
			),
		);
}
