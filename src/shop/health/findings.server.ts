/** What the scheduled checks find: rows that break a rule, and payments and images that differ from the database. */
import { and, eq, lt, notInArray, sql } from "drizzle-orm";
import { brokenRows, healthChecks } from "../../db/health-tables.ts";
import { batch, database, insertFrom } from "../../platform/database/database.ts";

/** What is wrong, and the id of the row, payment or image that it is wrong with. */
export interface Finding {
	message: string;
	subject: string;
}

/** A finding and where it is from: the table, or the name of the check. */
export interface StoredFinding extends Finding {
	tableName: string;
}

/** Returns the statement that stores what a slice has found. It has four parameters, however much that is. */
const storeFindings = (tableName: string, found: Finding[], seenAt: Date) =>
	insertFrom(
		brokenRows,
		{
			tableName,
			message: sql`value ->> 'message'`,
			subject: sql`value ->> 'subject'`,
			foundAt: seenAt.getTime(),
			seenAt: seenAt.getTime(),
		},
		sql`from json_each(${JSON.stringify(found)}) where true`,
	).onConflictDoUpdate({
		target: [brokenRows.tableName, brokenRows.message, brokenRows.subject],
		set: { seenAt },
	});

/** The condition that a stored finding is this one. */
export const isFinding = ({ tableName, message, subject }: StoredFinding) =>
	and(
		eq(brokenRows.tableName, tableName),
		eq(brokenRows.message, message),
		eq(brokenRows.subject, subject),
	);

/** How long after its end the next round of a check starts, in milliseconds: a day. */
const pauseMs = 24 * 60 * 60_000;

/** How far a check is. Without a start, the last round has ended. */
interface Progress {
	startedAt: Date | null;
	finishedAt: Date | null;
}

/** How much of a round one run checks. */
export interface RunLimits {
	/** Slices that it checks at most: D1 allows 1,000 queries a request. */
	slices?: number;
	/** Milliseconds after which no other slice starts. */
	ms?: number;
	/** Whether a round starts although the last one is less than a day old. */
	now?: boolean;
	/** The time of the run, in UTC milliseconds. */
	time?: number;
}

/** Checks the slices that come next. `checkSlice` returns the state after a slice, without a start after the last. */
export async function continueRound<State extends Progress>(
	stored: State,
	checkSlice: (state: State & { startedAt: Date }, now: Date) => Promise<State>,
	{ slices = 8, ms = 20_000, now = false, time = Date.now() }: RunLimits,
): Promise<void> {
	const started = Date.now();
	const isRecent = stored.finishedAt && time - stored.finishedAt.getTime() < pauseMs;
	if (!stored.startedAt && isRecent && !now) return;
	let state = stored;
	for (let count = 0; count < slices && Date.now() - started < ms; count += 1) {
		const startedAt = state.startedAt ?? new Date(time);
		state = await checkSlice({ ...state, startedAt }, new Date(time));
		if (!state.startedAt) return;
	}
}

export type CheckName = (typeof healthChecks.name.enumValues)[number];
type State = typeof healthChecks.$inferSelect;

/** Before the first round of a check. */
export const notStarted = (name: CheckName): State => ({
	name,
	position: null,
	checked: 0,
	startedAt: null,
	finishedAt: null,
	finishedCount: 0,
});

/** What a slice has looked at, and where the next one begins; null after the last one. */
export interface Slice {
	checked: number;
	found: Finding[];
	next: string | null;
	/** The table of its rows; the name of the check by default. */
	tableName?: string;
}

/** Looks at the slices of a check that come next, and stores what they find. */
export async function continueCheck(
	name: CheckName,
	checkSlice: (position: string | null, startedAt: Date) => Promise<Slice>,
	limits: RunLimits,
): Promise<void> {
	const [stored] = await database().select().from(healthChecks).where(eq(healthChecks.name, name));
	await continueRound(
		stored ?? notStarted(name),
		async (state, now) => storeSlice(state, await checkSlice(state.position, state.startedAt), now),
		limits,
	);
}

/** Stores what a slice has found and where the next one begins, unless another run was quicker. */
async function storeSlice(
	state: State & { startedAt: Date },
	{ checked, found, next, tableName }: Slice,
	now: Date,
): Promise<State> {
	const { name, position, startedAt } = state;
	const total = state.checked + checked;
	const after: State =
		next === null
			? { ...notStarted(name), finishedAt: now, finishedCount: total }
			: { ...state, position: next, checked: total };
	const { name: _, ...changes } = after;
	const isOfCheck =
		name === "rows"
			? notInArray(brokenRows.tableName, healthChecks.name.enumValues)
			: eq(brokenRows.tableName, name);
	await batch({
		...(found.length > 0 && { stored: storeFindings(tableName ?? name, found, now) }),
		// What the round has not seen again is right now.
		...(next === null && {
			ended: database()
				.delete(brokenRows)
				.where(and(lt(brokenRows.seenAt, startedAt), isOfCheck)),
		}),
		state: database()
			.insert(healthChecks)
			.values(after)
			.onConflictDoUpdate({
				target: healthChecks.name,
				set: changes,
				setWhere: sql`${healthChecks.position} is ${position}`,
			}),
	});
	return after;
}
