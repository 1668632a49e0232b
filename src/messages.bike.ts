/** Texts that scripts of public pages show. Imports nothing, so that these pages load nothing that islands share. */

export const myBikeNamed = (name: string) => `My bike: ${name}`;
/** The part of the tools of a job that a customer does not have yet. */
export const addMissing = (count: number) => `Add the missing ${count} to the cart`;
export const bikeSaved = "Saved";
/** What a bike is saved as, beside the button. */
export const savedAs = (name: string) => `As “${name}”. Tools now say whether they fit it.`;
export const rename = "Rename";
export const renameBike = (name: string) => `Rename ${name}`;
export const newName = (name: string) => `New name of ${name}`;
export const saveName = "Save the name";
export const replace = "Replace";
export const replaceBike = (name: string) => `Replace ${name} by this bike`;
export const forgetBike = (name: string) => `Forget ${name}`;
export const forget = "Forget";
