/**
 * The states of a question: nobody has looked at it yet, everybody sees it, or nobody does. And what a tool's page has of
 * its questions. Imports nothing, because the tables need them.
 */
export const questionStates = ["waiting", "published", "hidden"] as const;
export type QuestionState = (typeof questionStates)[number];

/** How many questions a tool's page shows. The others are on a page of their own. */
export const toolQuestionCount = 4;

/** A published question as a tool's page selects it. Times are in UTC milliseconds. */
export interface StoredQuestion {
	author: string;
	text: string;
	createdAt: number;
	answer: string | null;
	answeredAt: number | null;
}
