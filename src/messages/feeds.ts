/** Texts of feeds and embeds. Not in messages/messages.ts: public scripts would have them. */
import { name as shopName } from "../config/config.ts";

/** The link to the reviews from another site. */
export const reviewsOfShop = `Reviews of ${shopName}`;
/** A function, or public scripts would have it: a bundler keeps what may run code. */
export const newToolsOfShop = () => `New tools of ${shopName}`;

/** Before the description of a kit, on cards of other sites. */
export const kitContents = (parts: readonly { quantity: number; name: string }[]) =>
	`In the kit: ${parts.map(({ quantity, name }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(", ")}.`;
