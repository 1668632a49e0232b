/**
 * The pieces of a row of `return_lines` that can't be returned again, joined with its row of `returns`: what has arrived, or
 * may arrive, and what a withdrawal has cancelled. A return that was rejected, or closed without arriving, frees its pieces.
 */
export const returnedPieces =
	"iif(returns.state = 'rejected' or (returns.state = 'closed' and returns.received_at is null and returns.outcome <> 'cancel'), 0, coalesce(return_lines.received, return_lines.quantity))";
