/** Reads and asks questions about tools. */
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { questions } from "../../db/question-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { countAttempt } from "../../platform/auth/account-attempts.ts";
import { batch, database, insertFrom, newId } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { type Cursor, decodeCursor, type Page, splitPage } from "../../values/paging.ts";
import { idOfTool, numberOfTool, wasListed } from "../tools/addresses.server.ts";
import { type Question, questionsPageSize } from "./questions.ts";

/** The columns of `Question`. */
export const questionColumns = {
	id: questions.id,
	author: questions.author,
	text: questions.text,
	createdAt: questions.createdAt,
	answer: questions.answer,
	answeredAt: questions.answeredAt,
};

/** The query of a page of a tool's published questions, newest first. */
function toolQuestionsQuery(toolId: SQL, { limit, cursor }: Page) {
	return database()
		.select(questionColumns)
		.from(questions)
		.where(
			and(
				eq(questions.toolId, toolId),
				eq(questions.state, "published"),
				afterCursor(questions.createdAt, questions.id, "desc", cursor),
			),
		)
		.orderBy(...orderByKey(questions.createdAt, questions.id, "desc"))
		.limit(limit + 1);
}

/** The questions of such a page, and the cursor of the next one. */
export function splitQuestions<Row extends Question & { id: string }>(
	fetched: Row[],
	limit: number,
) {
	return splitPage(fetched, limit, ({ createdAt }) => createdAt.getTime());
}

export interface QuestionsPage {
	tool: { _id: string; name: string; address: string | null; isSold: boolean };
	questions: Question[];
	next: Cursor | undefined;
}

/**
 * A page of a tool's questions, from the cursor in the URL; undefined if there is no such tool or it is a draft. An invalid
 * cursor is ignored.
 */
export async function readQuestions(
	address: string,
	cursor: string | null,
): Promise<QuestionsPage | undefined> {
	const {
		tool: [tool],
		found,
	} = await batch({
		tool: database()
			.select({ id: tools.id, name: tools.name, slug: tools.slug, archivedAt: tools.archivedAt })
			.from(tools)
			.where(and(eq(tools.number, numberOfTool(address)), wasListed())),
		found: toolQuestionsQuery(idOfTool(address), {
			limit: questionsPageSize,
			cursor: decodeCursor(cursor),
		}),
	});
	if (!tool) return undefined;
	const { id, name, slug, archivedAt } = tool;
	const { rows, next } = splitQuestions(found, questionsPageSize);
	return {
		tool: { _id: id, name, address: slug, isSold: archivedAt === null },
		questions: rows,
		next,
	};
}

/**
 * Asks a question about a listed tool. `again` if the caller has asked it before, whatever became of it: nobody gets round
 * a hidden question by writing the same again. `too_many` if they have asked too much today.
 */
export async function askQuestion(
	caller: Pick<Caller, "id" | "name">,
	toolId: string,
	text: string,
): Promise<"asked" | "again" | "too_many"> {
	if ((await countAttempt("question", caller.id)) !== undefined) return "too_many";
	const added = await insertFrom(
		questions,
		{
			id: newId(),
			userId: caller.id,
			author: caller.name,
			toolId: tools.id,
			text,
			createdAt: Date.now(),
		},
		sql`from ${tools} where ${and(eq(tools.id, toolId), isNull(tools.archivedAt))}`,
	)
		.onConflictDoNothing()
		.returning({ id: questions.id });
	return added.length > 0 ? "asked" : "again";
}
