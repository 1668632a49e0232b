/** Who makes what the shop sells, with the addresses that its pages show. */
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestampMs } from "./columns.ts";

export const makers = sqliteTable("makers", {
	/** The name, which is also in `tools.maker` and `families.maker`. */
	name: text("name").primaryKey(),
	/** The postal address, in lines. */
	address: text("address").notNull(),
	/** The electronic address: of e-mail, or a page. */
	contact: text("contact").notNull(),
	/** Where it is established, by its code of ISO 3166-1. */
	country: text("country").notNull(),
	/** Who is responsible for its products in the European Union, if it is not established there; empty without one. */
	responsibleName: text("responsible_name").notNull().default(""),
	responsibleAddress: text("responsible_address").notNull().default(""),
	responsibleContact: text("responsible_contact").notNull().default(""),
	updatedAt: timestampMs("updated_at").notNull(),
});
