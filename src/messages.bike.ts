/** Texts that scripts of public pages show. Imports nothing, so that these pages load nothing that islands share. */

export const myBikeNamed = (name: string) => `My bike: ${name}`;
/** The part of the tools of a job that a customer does not have yet. */
export const addMissing = (count: number) =>
	`Add ${count === 1 ? "1 tool" : `${count} tools`} to cart`;
/** In the place of the button's text. */
export const savedAs = (name: string) => `Saved: ${name}`;
export const rename = "Rename";
/** The label of the field that renames a bike. */
export const newName = "New name";
/** Puts the bike of the page in the place of a saved one. */
export const replace = "Replace";
export const forget = "Forget";
