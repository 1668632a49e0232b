/** Calls of reviews, and their queue. */
import type { Scenario } from "./scenario.ts";

export async function recordReviews({ send, cursor, admin, rider, tool, rated }: Scenario) {
	await send("/api/rating?limit=5");
	await send("/api/rating?limit=5&updatedSince=2026-01-01T00:00:00Z", { note: "changed since" });
	await send(`/api/rating?limit=5&cursor=${cursor}`, { note: "further on" });
	await send("/dashboard/reviews", { as: admin });
	for (const view of ["queue", "reported", "hidden", "all"]) {
		const list = `/api/rating/queue?view=${view}&limit=25`;
		await send(list, { as: admin, note: view });
		await send(`${list}&tool=${tool}&cursor=${cursor}`, {
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
