/** The seller's address as papers, e-mails and legal pages write it. */
import type { ShopConfig } from "../../config/schema.ts";
import { addressLines } from "./address.ts";

/** Returns its lines in the order of its country, with the country's name. */
export const sellerAddressLines = ({
	address: { line1, line2 = "", city, region = "", postalCode = "" },
	country,
}: Pick<ShopConfig["seller"], "address" | "country">): string[] =>
	addressLines({ line1, line2, city, region, postalCode, country });
