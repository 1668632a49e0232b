/** The texts of the checkout that are functions. Separate from messages.ts, so that only its page loads them. */

export const addField = (label: string) => `Add: ${label}`;
export const optionalField = (label: string) => `${label} (optional)`;
export const goOnWithout = (count: number) =>
	count === 1 ? "Go on without it" : "Go on without them";
export const includedTax = (tax: string) => `Includes ${tax}`;
export const totalIsNow = (total: string) => `The total is now ${total}.`;
/** `label` is the field's, such as "ZIP code". */
export const isRequired = (label: string) => `${label} is Required`;
export const chooseFromList = (label: string) => `Please choose the ${label} from the list.`;
export const mustLookLike = (label: string, example: string) =>
	`The ${label} must look like ${example}.`;
export const noShippingTo = (country: string) => `We do not ship to this country: ${country}.`;
