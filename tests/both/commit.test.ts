/** Guards of writes, on Node's SQLite and on workerd: which error says that one did not hold is D1's own text. */
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { deadLetters } from "../../src/db/health-tables.ts";
import { commit, hasRow, Refused } from "../../src/platform/database/commit.ts";
import { database } from "../../src/platform/database/database.ts";

const row = { id: "letter", queue: "mails", body: {}, failedAt: new Date(0) };
const holds = sql`1 = 1`;
const fails = sql`1 = 0`;
const insert = () => database().insert(deadLetters).values(row);
const count = () => database().$count(deadLetters);

beforeEach(async () => {
	await database().delete(deadLetters);
});

it("writes all if the guards hold, and no row of its own", async () => {
	const { added } = await commit({
		guard: [holds, sql`not ${hasRow(deadLetters, sql`1`)}`],
		write: { added: insert().returning() },
	});
	expect(added).toMatchObject([{ id: row.id }]);
	expect(await count()).toBe(1);
});

it.each([
	["fails", fails],
	["is null", sql`null`],
])("writes nothing if a guard %s, and throws Refused", async (_, guard) => {
	await expect(commit({ guard: [holds, guard], write: { added: insert() } })).rejects.toThrow(
		Refused,
	);
	expect(await count()).toBe(0);
});

it("answers with what `refused` answers, or throws what it throws", async () => {
	const write = { added: insert() };
	expect(await commit({ guard: [fails], write, refused: () => null })).toBeNull();
	const reason = () => {
		throw new Error("not_found");
	};
	await expect(commit({ guard: [fails], write, refused: reason })).rejects.toThrow("not_found");
});

it("runs three times at most while there is no reason", async () => {
	let asked = 0;
	const noReason = () => {
		asked += 1;
	};
	const never = commit({ guard: [fails], write: { added: insert() }, refused: noReason });
	await expect(never).rejects.toMatchObject({ code: "unavailable" });
	expect(asked).toBe(3);
	// What the guard needs comes between the first run and the second.
	const added = await commit({
		guard: [hasRow(deadLetters, sql`1`)],
		write: { found: database().select().from(deadLetters) },
		refused: async () => {
			await insert();
		},
	});
	expect(added.found).toHaveLength(1);
});

it("passes on every other error, also one whose parameters look like a refusal", async () => {
	const id = "CHECK constraint failed: assertion_holds";
	const added = () =>
		database()
			.insert(deadLetters)
			.values({ ...row, id });
	await commit({ guard: [holds], write: { added: added() } });
	const again = commit({ guard: [holds], write: { added: added() } });
	await expect(again).rejects.toMatchObject({
		cause: { message: expect.stringContaining("UNIQUE") },
	});
});
