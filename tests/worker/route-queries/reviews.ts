/** Calls of reviews, and their queue; questions, whose pages are forms. */
import { realDatabase } from "../record-statements.ts";
import { formType } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

export async function recordReviews({ send, cursor, admin, rider, tool, rated }: Scenario) {
	await send("/api/rating?limit=5");
	await send("/api/rating?limit=5&updatedSince=2026-01-01T00:00:00Z", { note: "changed since" });
	await send(`/api/rating?limit=5&cursor=${cursor}`, { note: "further on" });
	await send("/dashboard/reviews", { as: admin });
	for (const view of ["queue", "reported", "hidden", "all"]) {
		const list = `/api/rating/queue?view=${view}&limit=25`;
		await send(list, { as: admin, note: view });
		await send(`${list}&toolId=${tool}&cursor=${cursor}`, {
			as: admin,
			note: `${view} of a tool, further on`,
		});
	}
	for (const [body, note] of [
		[{ hidden: "spam" }, "hidden"],
		[{ hidden: null }, "shown again"],
		[{ answer: "Thank you." }, "answered"],
		[{ seen: true }, "seen"],
	] as const)
		await send(`/api/rating/${rated.body.insertedId}`, { as: admin, method: "PATCH", body, note });
	await send(`/api/rating?id=${rated.body.insertedId}`, { as: rider, method: "DELETE" });
}

export async function recordQuestions({ send, cursor, admin, rider, tool }: Scenario) {
	const path = `/tools/${tool}/questions`;
	await send(path);
	await send(`${path}?cursor=${cursor}`, { note: "further on" });
	await send(path, { as: rider, body: "question=Is+it+steel%3F", headers: formType });
	const asked = await realDatabase.prepare("select id from questions").first<{ id: string }>();
	await send("/dashboard/questions", { as: admin, note: "unanswered" });
	for (const act of ["publish", "answer", "hide", "delete"]) {
		const body = `do=${act}&id=${asked?.id}&answer=Yes.`;
		await send("/dashboard/questions", { as: admin, body, headers: formType, note: act });
		if (act === "answer") await send(path, { note: "with a question" });
		const view = act === "hide" ? "hidden" : "published";
		const list = `/dashboard/questions?view=${view}&cursor=${cursor}`;
		if (act === "answer" || act === "hide") await send(list, { as: admin, note: view });
	}
}
