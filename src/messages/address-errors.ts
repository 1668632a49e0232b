/** What is wrong with an address. */

/** `label` is the field's, such as "ZIP code". */
export const isRequired = (label: string) => `${label} is Required`;
export const chooseFromList = (label: string) => `Please choose the ${label} from the list.`;
export const mustLookLike = (label: string, example: string) =>
	`The ${label} should look like ${example}.`;
