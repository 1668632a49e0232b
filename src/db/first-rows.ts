/** The rows that a new shop's database starts with: the user of all guests, and the rows that keep counts. */
import { guestEmail, guestUserId } from "../access/guest.ts";
import { recountFacets } from "./triggers/catalogue.ts";

/** The statements that insert them, for the baseline. */
export const firstRows: string[] = [
	`INSERT INTO users (id, name, email, email_verified, role, created_at, updated_at) VALUES ('${guestUserId}', 'Guest', '${guestEmail}', 0, 'user', 0, 0)`,
	"INSERT OR IGNORE INTO shop_counts (id) VALUES (1)",
	...recountFacets("all"),
];
