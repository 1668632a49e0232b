/** The rows of questions: what customers asked about tools, and what the shop answered. */
import { demoTools } from "../data.ts";
import { demoQuestions } from "../questions.ts";
import { type Builder, staff } from "./builder.ts";
import { signatureOf } from "./review-rows.ts";

const dayMs = 24 * 60 * 60_000;

/** Adds the demo's questions, each of a customer with an account at that time. */
export function addQuestions({ rows, random, now }: Builder): void {
	for (const [index, { tool, text, answer, daysAgo }] of demoQuestions.entries()) {
		const createdAt = new Date(now - daysAgo * dayMs);
		const asking = rows.users.filter((user) => user.createdAt < createdAt);
		const { id: userId, name: asker } = random.pick(asking);
		const id = `demo-question-${index + 1}`;
		const question = { id, userId, author: signatureOf(asker), toolId: tool, text, createdAt };
		if (!answer) {
			rows.questions.push(question);
			continue;
		}
		const answeredAt = new Date(createdAt.getTime() + random.integer(2, 20) * 60 * 60_000);
		rows.questions.push({ ...question, state: "published", answer, answeredAt });
		const name = demoTools.find(({ slug }) => slug === tool)?.name ?? tool;
		rows.audit.push({
			id: random.word(32),
			createdAt: answeredAt,
			actorId: staff.manager,
			action: "question.answered",
			subjectId: id,
			detail: { name },
		});
	}
}
