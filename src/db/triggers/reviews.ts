/** The triggers that count reviews, and the pieces of a tool that were sold. */
import { soldPieces } from "../return-conditions.ts";
import { type Trigger, trigger } from "../trigger.ts";

export const starCounts = [1, 2, 3, 4, 5];

/** Returns the UPDATE that adds a review to the counts of its tool, or subtracts it, unless it is hidden. `row` is `new` or `old`. */
const countStars = (row: string, sign: "+" | "-") =>
	`UPDATE tools SET ${starCounts.map((stars) => `stars_${stars} = stars_${stars} ${sign} (${row}.rating = ${stars} AND ${row}.hidden_at IS NULL)`).join(", ")} WHERE id = ${row}.tool_id OR family_id = (SELECT family_id FROM tools WHERE id = ${row}.tool_id)`;

/** Counts the reviews of a tool's page by stars. */
export const countOfStars = (stars: number) =>
	`(SELECT count(*) FROM reviews WHERE subject = coalesce(tools.family_id, tools.id) AND rating = ${stars} AND hidden_at IS NULL)`;
/** Sets the counts of a tool anew, in an UPDATE of `tools`. */
export const countedStars: string = starCounts
	.map((stars) => `stars_${stars} = ${countOfStars(stars)}`)
	.join(", ");

export const starTriggers: Trigger[] = [
	trigger(
		"tools_count_review_added",
		"AFTER INSERT ON reviews WHEN new.tool_id IS NOT NULL",
		countStars("new", "+"),
	),
	trigger(
		"tools_count_review_changed",
		"AFTER UPDATE OF rating, tool_id, hidden_at ON reviews WHEN new.rating <> old.rating OR new.tool_id IS NOT old.tool_id OR (new.hidden_at IS NULL) <> (old.hidden_at IS NULL)",
		countStars("old", "-"),
		countStars("new", "+"),
	),
	trigger(
		"tools_count_review_removed",
		"AFTER DELETE ON reviews WHEN old.tool_id IS NOT NULL",
		countStars("old", "-"),
	),
];

export const soldTriggers: Trigger[] = [
	trigger(
		"tools_sold_added",
		`AFTER INSERT ON order_lines WHEN ${soldPieces("new")} > 0`,
		`UPDATE tools SET sold = sold + ${soldPieces("new")} WHERE id = new.tool_id`,
	),
	trigger(
		"tools_sold_changed",
		`AFTER UPDATE OF transaction_id, closed_at, restocked_at, restocked_pieces ON order_lines WHEN ${soldPieces("new")} <> ${soldPieces("old")}`,
		`UPDATE tools SET sold = sold + ${soldPieces("new")} - ${soldPieces("old")} WHERE id = new.tool_id`,
	),
	trigger(
		"tools_sold_removed",
		`AFTER DELETE ON order_lines WHEN ${soldPieces("old")} > 0`,
		`UPDATE tools SET sold = sold - ${soldPieces("old")} WHERE id = old.tool_id`,
	),
];

/**
 * Whether a review is counted: not between its INSERT and the trigger that sets its page, which runs in the same
 * statement, before or after those below.
 */
const isCounted = (row: string) =>
	`${row}.hidden_at IS NOT NULL AND (${row}.subject IS NOT NULL OR ${row}.tool_id IS NULL)`;
/** Adds a hidden review to the counts of its page and of the shop, or subtracts it. `row` is `new` or `old`. */
const countHidden = (row: string, sign: "+" | "-") =>
	`UPDATE hidden_reviews SET counts = json_set(counts, '$.' || ${row}.hidden_reason, coalesce(counts ->> ${row}.hidden_reason, 0) ${sign} 1) WHERE ${isCounted(row)} AND scope IN ('', ${row}.subject)`;
const addHidden = [
	"INSERT INTO hidden_reviews (scope) SELECT value FROM json_each(json_array('', new.subject)) WHERE value IS NOT NULL AND new.hidden_at IS NOT NULL ON CONFLICT DO NOTHING",
	countHidden("new", "+"),
];

export const hiddenReviewTriggers: Trigger[] = [
	trigger(
		"hidden_reviews_added",
		"AFTER INSERT ON reviews WHEN new.hidden_at IS NOT NULL",
		...addHidden,
	),
	trigger(
		"hidden_reviews_changed",
		"AFTER UPDATE OF subject, hidden_at, hidden_reason ON reviews WHEN new.hidden_reason IS NOT old.hidden_reason OR new.subject IS NOT old.subject",
		countHidden("old", "-"),
		...addHidden,
	),
	trigger(
		"hidden_reviews_removed",
		"AFTER DELETE ON reviews WHEN old.hidden_at IS NOT NULL",
		countHidden("old", "-"),
	),
];
