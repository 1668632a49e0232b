/** Lists, answers, publishes, hides and deletes questions, for those who may moderate reviews. */
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { isUnanswered, questions } from "../../db/question-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import type { Cursor } from "../../values/paging.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { QuestionState } from "./question-states.ts";
import { questionColumns, splitQuestions } from "./questions.server.ts";
import { type ModeratedQuestion, type QuestionView, questionsPageSize } from "./questions.ts";

/** Columns of other names than those of questions, as D1 needs it. */
const toolColumns = { _id: questions.toolId, name: tools.name, address: tools.slug };

/** The condition of a list. That of unanswered ones is in the words of its index. */
const isIn = (view: QuestionView) =>
	view === "unanswered" ? isUnanswered : eq(questions.state, view);

/** A page of a list, newest first. */
export async function listQuestions(
	view: QuestionView,
	cursor: Cursor | undefined,
): Promise<{ questions: ModeratedQuestion[]; next: Cursor | undefined }> {
	const found = await database()
		.select({
			...questionColumns,
			state: questions.state,
			tool: toolColumns,
		})
		.from(questions)
		.innerJoin(tools, eq(tools.id, questions.toolId))
		.where(and(isIn(view), afterCursor(questions.createdAt, questions.id, "desc", cursor)))
		.orderBy(...orderByKey(questions.createdAt, questions.id, "desc"))
		.limit(questionsPageSize + 1);
	const { rows, next } = splitQuestions(found, questionsPageSize);
	return { questions: rows, next };
}

/** How long an answer can be changed before its e-mail, in milliseconds. */
const mailDelayMs = 30_000;

/**
 * Answers a question and publishes it, or removes its answer with null. Who has asked gets one e-mail, with the answer as it
 * is then. Returns whether there is such a question.
 */
export async function answerQuestion(
	caller: Caller,
	id: string,
	answer: string | null,
): Promise<boolean> {
	const isQuestion = eq(questions.id, id);
	const { mail = [], found } = await commit({
		guard: [hasRow(questions, sql`${isQuestion} and ${questions.answer} is not ${answer}`)],
		write: {
			changed: database()
				.update(questions)
				.set({
					answer,
					answeredAt: answer === null ? null : new Date(),
					...(answer !== null && { state: "published" as const }),
				})
				.where(isQuestion),
			audit: auditQuestion("question.answered", caller, isQuestion),
			...(answer !== null && {
				mail: addToOutbox({
					// The id is the question's, so that another answer is no other e-mail.
					id: `answer-${id}`,
					kind: "question.answered",
					subject: id,
					availableAt: new Date(Date.now() + mailDelayMs),
				}),
			}),
			found: toolOf(isQuestion),
		},
		refused: () => unchanged(isQuestion),
	});
	sendFromOutbox(mail);
	return purgeTool(found);
}

/** Publishes a question without waiting for its answer, or hides it. Returns whether there is such a question. */
export async function setQuestionState(
	caller: Caller,
	id: string,
	state: Exclude<QuestionState, "waiting">,
): Promise<boolean> {
	const isQuestion = eq(questions.id, id);
	const { found } = await commit({
		guard: [hasRow(questions, and(isQuestion, ne(questions.state, state)))],
		write: {
			changed: database().update(questions).set({ state }).where(isQuestion),
			audit: auditQuestion(`question.${state}`, caller, isQuestion),
			found: toolOf(isQuestion),
		},
		refused: () => unchanged(isQuestion),
	});
	return purgeTool(found);
}

/** Deletes a question with its answer. Returns whether there was such a question. */
export async function deleteQuestion(caller: Caller, id: string): Promise<boolean> {
	const isQuestion = eq(questions.id, id);
	const { deleted } = await batch({
		// The audit entry comes first, because it reads the question.
		audit: auditQuestion("question.deleted", caller, isQuestion),
		deleted: database().delete(questions).where(isQuestion).returning({ toolId: questions.toolId }),
	});
	return purgeTool(deleted);
}

const toolOf = (where: SQL) =>
	database().select({ toolId: questions.toolId }).from(questions).where(where);

/** The tool of a question that is as it should be already, or of none. */
const unchanged = async (where: SQL) => ({ found: await toolOf(where), mail: [] });

/** Purges the page of the tool that was asked about, and returns whether there is one. */
function purgeTool([found]: { toolId: string }[]): boolean {
	if (found) purge(`tool:${found.toolId}`);
	return found !== undefined;
}

function auditQuestion(
	action: Extract<AuditAction, `question.${string}`>,
	{ id: actorId }: Caller,
	where: SQL | undefined,
) {
	return insertAuditEvent(
		{ action, actorId, subject: sql`${questions.id}`, detail: { name: sql`${tools.name}` } },
		sql`from ${questions} join ${tools} on ${eq(tools.id, questions.toolId)} where ${where}`,
	);
}

/** What the e-mail to who has asked says. Undefined if nobody has to be told. */
export async function findAnswered(id: string) {
	const [found] = await database()
		.select({
			email: users.email,
			text: questions.text,
			answer: questions.answer,
			tool: toolColumns,
		})
		.from(questions)
		// The address may be somebody else's until it is verified.
		.innerJoin(users, and(eq(users.id, questions.userId), eq(users.emailVerified, true)))
		.innerJoin(tools, eq(tools.id, questions.toolId))
		.where(and(eq(questions.id, id), eq(questions.state, "published")));
	return found?.answer ? { ...found, answer: found.answer } : undefined;
}
