/** Customers' questions about tools, and the shop's answers. */
import * as texts from "../../messages/questions.ts";
import { maxLengths, requiredMultilineText } from "../../values/fields.ts";
import { describeFields, linesField } from "../../values/record-fields.ts";
import type { QuestionState, StoredQuestion } from "./question-states.ts";

/** A question with its answer, if it has one. */
export interface Question {
	author: string;
	text: string;
	createdAt: Date;
	answer: string | null;
	answeredAt: Date | null;
}

/** The questions of a tool's row. */
export function storedQuestions(stored: readonly StoredQuestion[]): Question[] {
	return stored.map(({ createdAt, answeredAt, ...question }) => ({
		...question,
		createdAt: new Date(createdAt),
		answeredAt: answeredAt === null ? null : new Date(answeredAt),
	}));
}

/** Questions on a page of all. */
export const questionsPageSize = 10;

export const maxQuestionLength = 500;

/** What a customer asks: plain text. */
export const newQuestion = requiredMultilineText(maxQuestionLength, texts.questionRequired);

const answer = linesField({ max: maxLengths.description, rows: 4 });

/** The shop's answer. An empty one removes the one that there is. */
export const answerFields = (isAnswered: boolean) =>
	describeFields(
		{
			labels: { answer: texts.answer },
			hints: { answer: isAnswered ? texts.answerHint : undefined },
		},
		{
			answer: isAnswered
				? answer
				: { ...answer, attributes: { ...answer.attributes, required: true } },
		},
	);

/** The lists of administrators: without an answer and not hidden, published, hidden. */
export const questionViews = ["unanswered", "published", "hidden"] as const;
export type QuestionView = (typeof questionViews)[number];

/** A question as administrators see it. */
export interface ModeratedQuestion extends Question {
	id: string;
	state: QuestionState;
	tool: { _id: string; name: string; address: string | null };
}
