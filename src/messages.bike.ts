/** Texts that scripts of public pages show. Imports nothing, so that these pages load nothing that islands share. */

export const myBikeNamed = (name: string) => `My bike: ${name}`;
/** The part of the tools of a job that a customer does not have yet. */
export const addMissing = (count: number) => `Add the missing ${count} to the cart`;
export const replaceBike = (name: string) => `Replace ${name}`;
export const forgetBike = (name: string) => `Forget ${name}`;
export const forget = "Forget";
