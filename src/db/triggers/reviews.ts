/** The triggers that count reviews, and the pieces of a tool that were sold. */
import { soldPieces } from "../../shop/orders/order-conditions.ts";
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
		`AFTER INSERT ON order_lines WHEN ${soldPieces.sql("new")} > 0`,
		`UPDATE tools SET sold = sold + ${soldPieces.sql("new")} WHERE id = new.tool_id`,
	),
	trigger(
		"tools_sold_changed",
		`AFTER UPDATE OF transaction_id, closed_at, restocked_at, restocked_pieces ON order_lines WHEN ${soldPieces.sql("new")} <> ${soldPieces.sql("old")}`,
		`UPDATE tools SET sold = sold + ${soldPieces.sql("new")} - ${soldPieces.sql("old")} WHERE id = new.tool_id`,
	),
];
