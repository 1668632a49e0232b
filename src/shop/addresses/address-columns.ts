/** What an address has. It imports nothing, so that tables have it too. */

/** The fields of an address besides its country. */
export const addressFieldNames = ["line1", "line2", "city", "region", "postalCode"] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];

/** An address. What its country's addresses do not have is empty. */
export interface Address {
	line1: string;
	line2: string;
	city: string;
	/** A code if the country's regions are listed, otherwise as it was typed. */
	region: string;
	postalCode: string;
	/** ISO 3166-1 alpha-2. */
	country: string;
}
