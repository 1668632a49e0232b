/** What the forms of the cart without JavaScript ask for, and what its page says of it. */

/** What a form changes. `again`: the lines of an order. `moved`: all lines are in the cart of the browser's storage now. */
export const changes = [
	"add",
	"quantity",
	"adjust",
	"price",
	"remove",
	"code",
	"again",
	"moved",
] as const;
export type BasicCartChange = (typeof changes)[number];

/** The parameter of the cart's page that says what happened. */
export const noteParameter = "note";

/** What the page says after a form was sent. */
export const notes = ["added", "cartFull", "cartHasAll", "unavailable", "quantity"] as const;
export type BasicCartNote = (typeof notes)[number];
