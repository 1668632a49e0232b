/** Texts that scripts of public pages show. It imports nothing. */

export const myBikeNamed = (name: string) => `My bike: ${name}`;
/** The ticked tools of a job, and what they cost. */
export const addTools = (count: number, price: string) =>
	`Add ${count === 1 ? "1 tool" : `${count} tools`}, ${price}`;
/** In the place of the button's text. */
export const savedAs = (name: string) => `Saved: ${name}`;
export const rename = "Rename";
/** The label of the field that renames a bike. */
export const newName = "New name";
/** Puts the bike of the page in the place of a saved one. */
export const replace = "Replace";
export const forget = "Forget";
