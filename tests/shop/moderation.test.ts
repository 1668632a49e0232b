/** Hidden, reported and answered reviews. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sweepAuth } from "../../src/platform/auth/auth-sweep.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { listModeratedReviews } from "../../src/shop/reviews/moderation.server.ts";
import { loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { readReportable, reportReview } from "../../src/shop/reviews/reports.server.ts";
import { listOwnReviews, listPublicReviews } from "../../src/shop/reviews/reviews.server.ts";
import type { Cursor } from "../../src/values/paging.ts";
import { withMail } from "../helpers/mail.ts";
import { addReview, addTool, callApi, insertImage, type Person, signUp } from "../helpers/shop.ts";

const image = `/images/${"7".repeat(32)}`;

let admin: Person;
let author: Person;

beforeAll(async () => {
	env.DIGEST_TO = "off";
	[admin, author] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
	await insertImage(image, author);
});

beforeEach(() => env.DB.exec("delete from outbox; delete from account_attempts"));

const moderate = (id: string, body: object) =>
	callApi("PATCH", `/rating/${id}`, { token: admin.token, body });
const listed = async (query: string): Promise<string[]> =>
	(await callApi("GET", `/rating/queue?${query}`, { token: admin.token })).body.map(
		({ _id }: { _id: string }) => _id,
	);
const write = async (toolId: string, description: string) =>
	(
		await callApi("POST", "/rating", {
			token: author.token,
			body: { name: 1, image, description, productCode: toolId },
		})
	).body;
const publicIds = async () => (await listPublicReviews(null)).reviews.map(({ _id }) => _id);
const apiIds = async () =>
	(await callApi("GET", "/rating")).body.map(({ _id }: { _id: string }) => _id);
const from = (address: string) =>
	new Request("https://shop.test", { headers: { "cf-connecting-ip": address } });

describe("a hidden review", () => {
	it("shows nowhere, has no stars, is counted by reason, and shows again", async () => {
		const tool = await addTool();
		const [id, other] = [
			await addReview(author, { toolId: tool }),
			await addReview(admin, { toolId: tool }),
		];
		const { spam = 0 } = (await listPublicReviews(null)).hidden;
		const hidden = await moderate(id, { hidden: "spam" });
		expect(hidden.body).toMatchObject({ _id: id, hidden: { reason: "spam" }, queued: false });
		const page = await loadToolPage(tool);
		expect(page?.reviews.map(({ _id }) => _id)).toEqual([other]);
		expect(page?.stars).toEqual([0, 0, 0, 1, 0]);
		expect(page?.hiddenReviews).toEqual({ spam: 1 });
		expect((await listPublicReviews(null)).hidden).toMatchObject({ spam: spam + 1 });
		expect(await publicIds()).not.toContain(id);
		expect(await apiIds()).not.toContain(id);
		expect(await listed(`view=hidden&toolId=${tool}`)).toEqual([id]);
		expect((await listOwnReviews(author))[0]).toMatchObject({
			_id: id,
			hidden: "Hidden: spam",
		});
		await moderate(id, { hidden: "abusive" });
		expect((await loadToolPage(tool))?.hiddenReviews).toEqual({ abusive: 1 });
		await moderate(id, { hidden: null });
		const shown = await loadToolPage(tool);
		expect([shown?.stars[3], shown?.hiddenReviews]).toEqual([2, {}]);
		expect(await publicIds()).toContain(id);
		const history = await callApi("GET", `/audit?subject=${id}`, { token: admin.token });
		expect(history.body).toMatchObject([
			{ action: "review.shown" },
			{ action: "review.hidden", detail: { rating: 4, reason: "abusive" } },
			{ action: "review.hidden", detail: { rating: 4, reason: "spam" } },
		]);
		const byKind = await callApi("GET", "/audit?kind=review&limit=1", { token: admin.token });
		expect(byKind.body[0].action).toBe("review.shown");
	});

	it("is told to its author, unless it is shown again first or the e-mail is not verified", async () => {
		const tool = await addTool({ name: "Cone <spanner>" });
		const [told, shown, unverified] = [
			await addReview(author, { toolId: tool, description: "Buy <here>" }),
			await addReview(author, { toolId: tool }),
			await addReview(await signUp()),
		];
		const sent = await withMail(async (mails) => {
			for (const id of [told, shown, unverified]) await moderate(id, { hidden: "personal_data" });
			await moderate(shown, { hidden: null });
			// Once more for the same reason: no second e-mail.
			await moderate(told, { hidden: "personal_data" });
			await env.DB.exec("update outbox set available_at = 1, due_at = 1");
			await dispatchOutbox();
			return mails;
		});
		expect(sent.map(({ to }) => to)).toEqual([author.email]);
		expect(sent[0]?.text).toContain("your review of Cone <spanner>: personal data.");
		expect(sent[0]?.text).toContain("Buy <here>");
		expect(sent[0]?.html).toContain("Buy &lt;here&gt;");
	});

	it("stays hidden if its author replaces it, and is no longer counted once deleted", async () => {
		const tool = await addTool();
		const { insertedId } = await write(tool, "Buy here");
		await moderate(insertedId, { hidden: "spam" });
		const replaced = await write(tool, "Buy here!");
		expect(replaced.hidden).toBe(true);
		const { body: history } = await callApi("GET", `/audit?subject=${insertedId}`, admin);
		expect(history[0]).toMatchObject({
			action: "review.replaced",
			detail: { rating: 1, ratingWas: 1 },
		});
		const page = await loadToolPage(tool);
		expect([page?.reviews, page?.hiddenReviews]).toEqual([[], { spam: 1 }]);
		expect(await listed(`toolId=${tool}`)).toEqual([replaced.insertedId]);
		await moderate(replaced.insertedId, { hidden: null });
		expect(await write(tool, "Better")).not.toHaveProperty("hidden");
		const { insertedId: last } = await write(tool, "Best");
		await moderate(last, { hidden: "other" });
		await callApi("DELETE", `/rating?id=${last}`, { token: author.token });
		expect((await loadToolPage(tool))?.hiddenReviews).toEqual({});
	});
});

it.each(["queue", "reported", "hidden", "all"] as const)(
	"the view %s has its reviews by pages, latest first",
	async (view) => {
		const tool = await addTool();
		const ids: string[] = [];
		for (const person of [author, admin, await signUp()]) {
			const id = await addReview(person, { toolId: tool });
			await moderate(id, { seen: false });
			if (view === "reported") await reportReview(id, "spam", from("192.0.2.9"));
			if (view === "hidden") await moderate(id, { hidden: "spam" });
			ids.unshift(id);
		}
		// Each at a time of its own, the other columns the other way round.
		const own = { queue: "queued", reported: "reported", hidden: "hidden", all: "created" }[view];
		for (const name of ["queued", "reported", "hidden", "created"])
			for (const [index, id] of ids.entries())
				await env.DB.prepare(
					`update reviews set ${name}_at = ? where id = ? and ${name}_at is not null`,
				)
					.bind(1000 + (name === own ? -index : index), id)
					.run();
		const found: string[] = [];
		let cursor: Cursor | undefined;
		do {
			const page = await listModeratedReviews({ view, toolId: tool, limit: 1, cursor });
			found.push(...page.reviews.map(({ _id }) => _id));
			cursor = page.next;
		} while (cursor);
		expect(found).toEqual(ids);
	},
);

describe("the queue", () => {
	it("has new reviews until they are seen, and reported ones again", async () => {
		const tool = await addTool();
		const { insertedId: id } = await write(tool, "Fine");
		expect(await listed(`toolId=${tool}`)).toEqual([id]);
		expect((await moderate(id, { seen: true })).body).toMatchObject({ queued: false, reports: {} });
		expect((await moderate(id, { seen: false })).body).toMatchObject({ queued: true });
		await moderate(id, { seen: true });
		expect(await listed(`toolId=${tool}`)).toEqual([]);
		await reportReview(id, "abusive", from("192.0.2.1"));
		expect(await listed(`toolId=${tool}`)).toEqual([id]);
		expect(await listed(`view=reported&toolId=${tool}`)).toEqual([id]);
		// An answer does not settle what was reported.
		await moderate(id, { answer: "Sorry." });
		expect(await listed(`toolId=${tool}`)).toEqual([id]);
		await moderate(id, { seen: true });
		expect(await listed(`view=reported&toolId=${tool}`)).toEqual([]);
		expect(await listed(`view=all&toolId=${tool}`)).toEqual([id]);
	});

	it("rejects a change that is none, or of no review", async () => {
		const id = await addReview(author);
		for (const body of [{ hidden: "boring" }, { hidden: "spam", more: 1 }, { seen: 1 }])
			expect([400, 422]).toContain((await moderate(id, body)).status);
		expect(await listed(`view=hidden`)).not.toContain(id);
		expect((await moderate("unknown", { seen: true })).status).toBe(404);
	});
});

describe("an answer", () => {
	it("is public below the review, can be changed and removed, and is in the history", async () => {
		const id = await addReview(author);
		await moderate(id, { answer: " Thank you. " });
		const answerOf = async () =>
			(await callApi("GET", "/rating")).body.find(({ _id }: { _id: string }) => _id === id)?.answer;
		expect(await answerOf()).toMatchObject({ text: "Thank you." });
		await moderate(id, { answer: "Thanks." });
		await moderate(id, { answer: "Thanks." });
		expect(await answerOf()).toMatchObject({ text: "Thanks." });
		await moderate(id, { answer: "" });
		expect(await answerOf()).toBeUndefined();
		const history = await callApi("GET", `/audit?subject=${id}`, { token: admin.token });
		expect(history.body.map(({ action }: { action: string }) => action)).toEqual(
			Array(3).fill("review.answered"),
		);
	});
});

describe("a report", () => {
	it("is of a review that visitors see", async () => {
		const [seen, hidden] = [await addReview(author), await addReview(author)];
		await env.DB.prepare("update reviews set hidden_at = 1, hidden_reason = 'spam' where id = ?")
			.bind(hidden)
			.run();
		expect(await readReportable(seen)).toMatchObject({ _id: seen, description: "Works." });
		for (const id of [hidden, "unknown"]) expect(await readReportable(id)).toBeUndefined();
	});

	it("counts once a network and review, and hides nothing", async () => {
		const id = await addReview(author);
		const report = (address: string) => reportReview(id, "spam", from(address));
		expect(await report("2001:db8:1:2::1")).toBe("sent");
		expect(await report("2001:db8:1:2::ffff")).toBe("again");
		for (let last = 1; last <= 20; last += 1) await report(`198.51.100.${last}`);
		const { results } = await env.DB.prepare("select hidden_at, reports from reviews where id = ?")
			.bind(id)
			.all();
		expect(results).toEqual([{ hidden_at: null, reports: '{"spam":21}' }]);
		expect(await publicIds()).toContain(id);
	});

	it("is answered with too_many after ten of a network in a day", async () => {
		const ids = await Promise.all(Array.from({ length: 11 }, () => addReview(author)));
		const outcomes: string[] = [];
		for (const id of ids) outcomes.push(await reportReview(id, "other", from("203.0.113.9")));
		expect(outcomes).toEqual([...Array(10).fill("sent"), "too_many"]);
	});

	it("is deleted after ninety days", async () => {
		const [id, later] = [await addReview(author), await addReview(author)];
		await reportReview(id, "spam", from("203.0.113.1"));
		await env.DB.prepare("update review_reports set created_at = 1 where review_id = ?")
			.bind(id)
			.run();
		await reportReview(id, "spam", from("203.0.113.2"));
		await reportReview(later, "spam", from("203.0.113.2"));
		await sweepAuth();
		const { results } = await env.DB.prepare(
			"select review_id from review_reports where review_id in (?, ?) order by review_id",
		)
			.bind(id, later)
			.all();
		expect(results.map(({ review_id }) => review_id)).toEqual([id, later].sort());
	});
});
