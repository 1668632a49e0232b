/** Questions about tools: who sees them when, limits, answers, e-mails, and what is deleted. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../src/access/caller.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import {
	answerQuestion,
	deleteQuestion,
	listQuestions,
	setQuestionState,
} from "../../src/shop/questions/answers.server.ts";
import { toolQuestionCount } from "../../src/shop/questions/question-states.ts";
import { askQuestion, readQuestions } from "../../src/shop/questions/questions.server.ts";
import { questionsPageSize } from "../../src/shop/questions/questions.ts";
import { loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { encodeCursor } from "../../src/values/paging.ts";
import { withMail } from "../helpers/mail.ts";
import { addTool, callApi, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let staff: Caller;
let rider: Person;

beforeAll(async () => {
	env.DIGEST_TO = "off";
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
	staff = { ...admin, role: "admin", verified: true, phone: "", address: "", sessionId: "" };
});

beforeEach(() =>
	env.DB.exec("delete from questions; delete from outbox; delete from account_attempts"),
);

const idOf = async (text: string): Promise<string> =>
	String(
		(await env.DB.prepare("select id from questions where text = ?").bind(text).first())?.id ?? "",
	);
async function ask(toolId: string, text: string, by: Person = rider): Promise<string> {
	expect(await askQuestion(by, toolId, text)).toBe("asked");
	return idOf(text);
}
const textsAt = async (toolId: string) =>
	(await loadToolPage(toolId))?.questions.map(({ text }) => text);
const unanswered = async () =>
	(
		await env.DB.prepare(
			"select count(*) as count from questions where answer is null and state <> 'hidden'",
		).first()
	)?.count;
const listed = async (view: "unanswered" | "published" | "hidden") =>
	(await listQuestions(view, undefined)).questions.map(({ text }) => text);

describe("a question", () => {
	it("is seen once it is answered, in the words of who asked, and is counted until then", async () => {
		const tool = await addTool({ name: "Cone key" });
		const id = await ask(tool, "Is it <b>thin</b>?");
		expect([await textsAt(tool), await listed("unanswered"), await unanswered()]).toEqual([
			[],
			["Is it <b>thin</b>?"],
			1,
		]);
		expect(await answerQuestion(staff, id, "2 mm.")).toBe(true);
		const [shown] = (await loadToolPage(tool))?.questions ?? [];
		expect(shown).toMatchObject({
			author: rider.name,
			text: "Is it <b>thin</b>?",
			answer: "2 mm.",
		});
		expect((await readQuestions(tool, null))?.questions).toMatchObject([shown]);
		expect([await listed("unanswered"), await listed("published"), await unanswered()]).toEqual([
			[],
			["Is it <b>thin</b>?"],
			0,
		]);
	});

	it("can be published without an answer, hidden, shown again and deleted, each with its entry in the history", async () => {
		const tool = await addTool({ name: "Cone key" });
		const id = await ask(tool, "Does it rust?");
		await setQuestionState(staff, id, "published");
		expect([await textsAt(tool), await unanswered()]).toEqual([["Does it rust?"], 1]);
		await answerQuestion(staff, id, "No.");
		await setQuestionState(staff, id, "hidden");
		expect([await textsAt(tool), await listed("hidden")]).toEqual([[], ["Does it rust?"]]);
		await setQuestionState(staff, id, "published");
		await setQuestionState(staff, id, "published");
		// Without its answer it waits again.
		await answerQuestion(staff, id, null);
		expect([await textsAt(tool), await unanswered()]).toEqual([["Does it rust?"], 1]);
		expect(await deleteQuestion(staff, id)).toBe(true);
		expect([await textsAt(tool), await unanswered()]).toEqual([[], 0]);
		const { body } = await callApi("GET", `/audit?subject=${id}`, admin);
		// Some were made in the same millisecond: these have no order.
		expect(body.map(({ action }: { action: string }) => action).toSorted()).toEqual(
			["answered", "answered", "deleted", "hidden", "published", "published"].map(
				(what) => `question.${what}`,
			),
		);
		expect(body[0]).toMatchObject({ detail: { name: "Cone key" }, who: { email: admin.email } });
		expect(await answerQuestion(staff, id, "Gone.")).toBe(false);
		expect(await setQuestionState(staff, id, "hidden")).toBe(false);
		expect(await deleteQuestion(staff, id)).toBe(false);
	});

	it("is asked once by each, also at the same time, in other letters, and when it is hidden", async () => {
		const [tool, other] = [await addTool(), await addTool()];
		const outcomes = await Promise.all(
			[1, 2, 3].map(() => askQuestion(rider, tool, "Which size?")),
		);
		expect(outcomes.toSorted()).toEqual(["again", "again", "asked"]);
		await setQuestionState(staff, await idOf("Which size?"), "hidden");
		expect(await askQuestion(rider, tool, "WHICH size?")).toBe("again");
		expect(await askQuestion(admin, tool, "Which size?")).toBe("asked");
		expect(await askQuestion(rider, other, "Which size?")).toBe("asked");
	});

	it("is one of ten a day", async () => {
		const tool = await addTool();
		const outcomes = await Promise.all(
			Array.from({ length: 12 }, (_, n) => askQuestion(rider, tool, `Question ${n}?`)),
		);
		expect(outcomes.filter((outcome) => outcome === "too_many")).toHaveLength(2);
	});

	it("is about a tool that is sold, and stays on the page of one that was", async () => {
		const tool = await addTool();
		await answerQuestion(staff, await ask(tool, "Is it steel?"), "Yes.");
		await env.DB.prepare("update tools set archived_at = ? where id = ?").bind(9e12, tool).run();
		expect(await askQuestion(rider, tool, "Still?")).toBe("again");
		const page = await readQuestions(tool, null);
		expect([page?.tool.isSold, page?.questions.length]).toEqual([false, 1]);
		expect(await readQuestions("no-such-tool", null)).toBeUndefined();
	});

	it("stays with its author's name when the account goes, and goes with a tool that is deleted", async () => {
		const [tool, leaving] = [await addTool(), await signUp()];
		await answerQuestion(staff, await ask(tool, "Is it long?", leaving), "280 mm.");
		await env.DB.prepare("delete from users where id = ?").bind(leaving.id).run();
		expect((await loadToolPage(tool))?.questions).toMatchObject([{ author: leaving.name }]);
		await ask(tool, "Is it short?");
		await env.DB.prepare("delete from tools where id = ?").bind(tool).run();
		expect([await idOf("Is it short?"), await unanswered()]).toEqual(["", 0]);
	});
});

it("a tool's page has the newest, and another page the others, page by page", async () => {
	const tool = await addTool();
	const texts = Array.from({ length: questionsPageSize + 1 }, (_, n) => `Question ${n}?`);
	for (const [n, text] of texts.entries())
		await env.DB.prepare(
			"insert into questions (id, author, tool_id, text, created_at, state) values (?, 'A', ?, ?, ?, 'published')",
		)
			.bind(`q${n}`, tool, text, 1000 + n)
			.run();
	const newest = texts.toReversed();
	const page = await loadToolPage(tool);
	expect([await textsAt(tool), page?.hasMoreQuestions]).toEqual([
		newest.slice(0, toolQuestionCount),
		true,
	]);
	const first = await readQuestions(tool, null);
	expect(first?.questions.map(({ text }) => text)).toEqual(newest.slice(0, questionsPageSize));
	const second = await readQuestions(tool, first?.next ? encodeCursor(first.next) : null);
	expect([second?.questions.map(({ text }) => text), second?.next]).toEqual([
		newest.slice(questionsPageSize),
		undefined,
	]);
	expect((await readQuestions(tool, "nonsense"))?.questions).toEqual(first?.questions);
});

describe("the e-mail about an answer", () => {
	const delivered = (change: (id: string) => Promise<unknown>, by: Person = rider) =>
		withMail(async (mails) => {
			const tool = await addTool({ name: "Cone <spanner>" });
			await change(await ask(tool, "Thin <enough>?", by));
			await env.DB.exec("update outbox set available_at = 1, due_at = 1 where done_at is null");
			await dispatchOutbox();
			return mails;
		});

	it("goes once to who asked, with the answer as it is then", async () => {
		const sent = await delivered((id) =>
			Promise.all([answerQuestion(staff, id, "Yes."), answerQuestion(staff, id, "Yes.")]).then(() =>
				answerQuestion(staff, id, "Yes, 2 mm & hard."),
			),
		);
		expect(sent.map(({ to }) => to)).toEqual([rider.email]);
		expect(sent[0]?.text).toContain("Yes, 2 mm & hard.");
		expect(sent[0]?.html).toContain("Thin &lt;enough&gt;?");
		expect(sent[0]?.html).toContain("/tools/");
	});

	it.each([
		["it is hidden before", (id: string) => setQuestionState(staff, id, "hidden")],
		["the answer is removed before", (id: string) => answerQuestion(staff, id, null)],
	])("does not go if %s", async (_, after) => {
		const sent = await delivered(async (id) => {
			await answerQuestion(staff, id, "Yes.");
			await after(id);
		});
		expect(sent).toEqual([]);
	});

	it("goes to no address that may be somebody else's", async () => {
		const unverified = await signUp();
		expect(await delivered((id) => answerQuestion(staff, id, "Yes."), unverified)).toEqual([]);
	});
});

it.each([
	["an unknown state", "'odd', null, null"],
	["an answer that waits", "'waiting', 'Yes.', 1"],
	["an answer without its time", "'published', 'Yes.', null"],
])("no row has %s", async (_, values) => {
	const tool = await addTool();
	await expect(
		env.DB.prepare(
			`insert into questions (id, author, tool_id, text, created_at, state, answer, answered_at) values ('q', 'A', ?, 'T?', 1, ${values})`,
		)
			.bind(tool)
			.run(),
	).rejects.toThrow(/CHECK/);
});
